import { type RawBuilder, sql } from 'kysely'
import type { CountedBy, Sort } from '#domain/products/product.ts'
import type { Db } from '../db/connection.ts'
import { centsOf, wantedFits } from './filter-queries.ts'

/** A product that was chosen one by one, with what lists filter and sort by. */
export interface Member {
  id: string
  place: number
  sold_out: boolean
  created_at: Date
  price_cents: number
  rating: number
  category: string
  color: string
  is_sale: boolean
  /** Its sizes for sale, as bits. */
  bits: string
}

/** Which products belong to a collection. */
export interface Chosen {
  /** The same for the same products to choose. */
  key: string
  /** SQL of the columns id and place. */
  products: RawBuilder<unknown>
}

/** The members of collections: at most two hundred each, looked up once until something of the shop changes. */
export interface CollectionMembers {
  find(db: Db, chosen: Chosen): Promise<Member[]>
  /** Something has changed. */
  drop(): void
  /** Whether changes are told from now on; until then members are looked up each time. */
  setListening(isListening: boolean): void
}

export function openCollectionMembers(): CollectionMembers {
  const known = new Map<string, Promise<Member[]>>()
  let isListening = false
  return {
    async find(db, chosen) {
      if (!isListening) return await load(db, chosen)
      const { key } = chosen
      const members = known.get(key) ?? load(db, chosen)
      known.set(key, members)
      members.catch(() => known.get(key) === members && known.delete(key))
      return await members
    },
    drop: () => known.clear(),
    setListening(isNow) {
      isListening = isNow
      known.clear()
    },
  }
}

async function load(db: Db, { products }: Chosen): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select id, place::int, sold_out, created_at, price_cents, rating::float8, category, color,
      old_price_cents is not null as is_sale, fits::text as bits
    from (${products}) chosen join product using (id) where deleted_at is null`.execute(db)
  return rows
}

/** Whether a list with these filters has it. */
export function isMatch(member: Omit<Member, 'id' | 'place'>, filters: CountedBy): boolean {
  const { min, max } = centsOf(filters)
  const wanted = wantedFits(filters)
  return (
    (!filters.category || filters.category === member.category) &&
    (!filters.color || filters.color === member.color) &&
    (!filters.sale || member.is_sale) &&
    member.price_cents >= min &&
    member.price_cents <= max &&
    (wanted === undefined || (BigInt(member.bits) & BigInt(wanted)) !== 0n)
  )
}

type Compare = (a: Member, b: Member) => number
const byId: Compare = (a, b) => (a.id < b.id ? -1 : 1)
const byNewest: Compare = (a, b) => +b.created_at - +a.created_at || byId(a, b)

/** The same orders as those of all lists, see `list-statement.ts`. */
const compare: Record<Sort | 'own', Compare> = {
  own: (a, b) => a.place - b.place,
  newest: byNewest,
  'price-asc': (a, b) => a.price_cents - b.price_cents || byId(a, b),
  'price-desc': (a, b) => b.price_cents - a.price_cents || byId(b, a),
  rating: (a, b) => b.rating - a.rating || byNewest(a, b),
}

/** Those that a list with these filters has, in its order: what is sold out comes last. */
export const membersInOrder = (members: Member[], { sort, ...filters }: CountedBy & { sort: Sort | 'own' }): Member[] =>
  members
    .filter(member => isMatch(member, filters))
    .toSorted((a, b) => Number(a.sold_out) - Number(b.sold_out) || compare[sort](a, b))
