import { type CountedBy, categories, colors, type ProductCounts, priceBands } from '#domain/products/product.ts'
import { fits } from '#domain/products/size.ts'
import type { Db } from '../db/connection.ts'
import { sumCounts, sumSizes } from './count-queries.ts'

type Kind = 'category' | 'color' | 'price'

/** Counts the products that each value of each filter would show, with the other filters unchanged. */
export async function countProducts(db: Db, filters: CountedBy): Promise<ProductCounts> {
  const values: { kind: Kind; value: string; filters: CountedBy }[] = [
    ...categories.map(value => ({ kind: 'category', value, filters: { ...filters, category: value } }) as const),
    ...colors.map(value => ({ kind: 'color', value, filters: { ...filters, color: value } }) as const),
    ...priceBands.map(({ min, max }, place) => {
      const band = { ...filters, minPrice: min, maxPrice: max }
      return { kind: 'price', value: String(place), filters: band } as const
    }),
  ]
  const numbers = await sumCounts(
    db,
    values.map(each => each.filters),
  )
  const { sizes, ...rest } = await sumSizes(db, filters)
  const counts: ProductCounts = { category: {}, color: {}, price: {}, size: namedSizes(sizes), ...rest }
  for (const [at, { kind, value }] of values.entries()) if (numbers[at]) counts[kind][value] = numbers[at]
  return counts
}

/** The numbers of products by the codes of fits. */
const namedSizes = (numbers: number[]): Record<string, number> =>
  Object.fromEntries(fits.flatMap(({ code }, place) => (numbers[place] ? [[code, numbers[place]]] : [])))
