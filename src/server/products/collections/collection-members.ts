import { type RawBuilder, sql } from 'kysely'
import type { CountedBy, Product, Sort } from '#domain/products/product.ts'
import type { CollectionSetting } from '#domain/settings/collections.ts'
import type { Db } from '../../db/connection.ts'
import { centsOf, wantedFits } from '../list/filter-queries.ts'

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
  collection: CollectionSetting
  /** SQL of the columns id and place. */
  products: RawBuilder<unknown>
}

/** The members of a collection, each order of them sorted once. */
export interface Members {
  all: Member[]
  /** Those that lists have shown, by id. */
  shown: Map<string, Product>
  /** What is sold out comes last. */
  inOrder(sort: Sort | 'own'): Member[]
}

/** The members of collections: at most two hundred each, looked up once until something of the shop changes. */
export interface CollectionMembers {
  find(db: Db, chosen: Chosen): Promise<Members>
  /** Something has changed. */
  drop(): void
  /** Whether changes are told from now on; until then members are looked up each time. */
  setListening(isListening: boolean): void
}

export function openCollectionMembers(): CollectionMembers {
  /** By the collection as the settings have it: after a change of the settings it is another object. */
  let known = new WeakMap<CollectionSetting, Promise<Members>>()
  let isListening = false
  return {
    find(db, chosen) {
      const { collection } = chosen
      const found = known.get(collection)
      if (found) return found
      const loading = load(db, chosen)
      if (isListening) known.set(collection, loading)
      loading.catch(() => known.get(collection) === loading && known.delete(collection))
      return loading
    },
    drop() {
      known = new WeakMap()
    },
    setListening(isNow) {
      isListening = isNow
      known = new WeakMap()
    },
  }
}

async function load(db: Db, { products }: Chosen): Promise<Members> {
  const { rows: all } = await sql<Member>`
    select id, place::int, sold_out, created_at, price_cents, rating::float8, category, color,
      old_price_cents is not null as is_sale, fits::text as bits
    from (${products}) chosen join product using (id) where deleted_at is null`.execute(db)
  const sorted = new Map<Sort | 'own', Member[]>()
  return {
    all,
    shown: new Map(),
    inOrder(sort) {
      const members =
        sorted.get(sort) ?? all.toSorted((a, b) => Number(a.sold_out) - Number(b.sold_out) || compare[sort](a, b))
      sorted.set(sort, members)
      return members
    },
  }
}

/** Tells which members a list with these filters has. */
export function matcherOf(filters: CountedBy): (member: Member) => boolean {
  const { category, color, sale } = filters
  const { min, max } = centsOf(filters)
  const wanted = wantedFits(filters)
  return member =>
    (!category || category === member.category) &&
    (!color || color === member.color) &&
    (!sale || member.is_sale) &&
    member.price_cents >= min &&
    member.price_cents <= max &&
    (wanted === undefined || (BigInt(member.bits) & BigInt(wanted)) !== 0n)
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
