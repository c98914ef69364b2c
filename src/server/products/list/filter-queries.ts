import { type SqlBool, sql } from 'kysely'
import { Type } from 'typebox'
import { toCents } from '#domain/money.ts'
import type { CountedBy } from '#domain/products/product.ts'
import { findFit, oneSize } from '#domain/products/size.ts'

const text = Type.Optional(Type.String())
/** The filters in the address of a list. */
export const productFilters = {
  category: text,
  color: text,
  minPrice: text,
  maxPrice: text,
  size: Type.Optional(
    Type.String({
      description: 'Only what can be bought now in one of these sizes: `clothes-M,ring-54`, or codes of sizes',
    }),
  ),
  mine: Type.Optional(Type.String({ description: 'As `size`, and what has one size; `size` comes before it' })),
  inStock: Type.Optional(Type.String({ description: '1: only what can be bought now' })),
  collection: Type.Optional(
    Type.String({ description: 'Only what belongs to the collection of this address; `newest` is then its own order' }),
  ),
  sale: Type.Optional(Type.String({ description: '1: only what has an old price' })),
}

const maxInt = 2 ** 31 - 1

/** Returns the price range of the filters, in whole cents, both bounds inclusive. */
export const centsOf = ({ minPrice, maxPrice }: Pick<CountedBy, 'minPrice' | 'maxPrice'>) => ({
  min: Math.min(toCents(minPrice), maxInt),
  max: Math.max(0, Math.min(maxPrice === undefined ? maxInt : toCents(maxPrice), maxInt)),
})

/** All sizes, as bits. */
const anySize = -1

/** Returns the sizes of which one must be for sale, as bits of `product.fits`; undefined when it may be sold out. */
export function wantedFits({ size, mine, inStock }: Pick<CountedBy, 'size' | 'mine' | 'inStock'>): number | undefined {
  if (size) return bitsOf(size)
  if (mine) return bitsOf([...mine, oneSize])
  return inStock ? anySize : undefined
}

function bitsOf(codes: string[]): number {
  const places = new Set(codes.flatMap(code => findFit(code)?.place ?? []))
  return [...places].reduce((bits, place) => bits + 2 ** place, 0)
}

/**
 * Returns the filters as an SQL condition, for the product table and for the rows that a search reads. An array of one keeps a
 * category or color in an order that begins with it; see `list-statement.ts`.
 */
export function matches(filters: CountedBy) {
  const { category, color, sale } = filters
  const { min, max } = centsOf(filters)
  const conditions = min > 0 || max < maxInt ? [sql`price_cents between ${min} and ${max}`] : []
  if (category) conditions.push(sql`category = any (array[${category}])`)
  if (color) conditions.push(sql`color = any (array[${color}])`)
  if (sale) conditions.push(sql`old_price_cents is not null`)
  const wanted = wantedFits(filters)
  if (wanted !== undefined) conditions.push(sql`fits & ${wanted} <> 0`)
  return conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : sql<SqlBool>`true`
}
