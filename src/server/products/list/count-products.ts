import { type CountedBy, type ProductCounts, priceBandsOf } from '#domain/products/product.ts'
import { fits } from '#domain/products/size.ts'
import type { ProductChoices } from '#domain/settings/catalogue.ts'
import type { ShopFrame } from '#domain/settings/shown.ts'
import type { Db } from '../../db/connection.ts'
import { sumCounts, sumSizes } from './count-queries.ts'
import { narrow, type RuleFilters } from './narrow.ts'

/** What visitors filter by. */
export type FilterChoices = ProductChoices & Pick<ShopFrame, 'priceBands'>

const wholeShop: RuleFilters = { minPrice: 0 }

type Kind = 'category' | 'color' | 'price'

/** Counts the products that each value of each filter would show, with the other filters unchanged; of those that have what the rule says. */
export async function countProducts(
  db: Db,
  { categories, colors, priceBands }: FilterChoices,
  filters: CountedBy,
  rule: RuleFilters = wholeShop,
): Promise<ProductCounts> {
  const values: { kind: Kind; value: string; filters: CountedBy }[] = [
    ...categories.map(
      ({ address: value }) => ({ kind: 'category', value, filters: { ...filters, category: value } }) as const,
    ),
    ...colors.map(({ name: value }) => ({ kind: 'color', value, filters: { ...filters, color: value } }) as const),
    ...priceBandsOf(priceBands).map(({ min, max }, place) => {
      const band = { ...filters, minPrice: min, maxPrice: max }
      return { kind: 'price', value: String(place), filters: band } as const
    }),
  ]
  const within = narrow(filters, rule)
  const narrowed = values.flatMap(({ filters, ...value }) => {
    const both = narrow(filters, rule)
    return both ? [{ ...value, filters: both }] : []
  })
  const numbers = await sumCounts(
    db,
    narrowed.map(each => each.filters),
  )
  const { sizes, ...rest } = within ? await sumSizes(db, within) : { sizes: [], inStock: 0, sale: 0 }
  const counts: ProductCounts = { category: {}, color: {}, price: {}, size: namedSizes(sizes), ...rest }
  for (const [at, { kind, value }] of narrowed.entries()) if (numbers[at]) counts[kind][value] = numbers[at]
  return counts
}

/** The numbers of products by the codes of fits. */
const namedSizes = (numbers: number[]): Record<string, number> =>
  Object.fromEntries(fits.flatMap(({ code }, place) => (numbers[place] ? [[code, numbers[place]]] : [])))
