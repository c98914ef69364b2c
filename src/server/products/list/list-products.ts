import type { Product, ProductFilters } from '#domain/products/product.ts'
import type { Db } from '../../db/connection.ts'
import { run } from '../../db/raw-query.ts'
import { type ProductRow, toProduct } from '../to-product.ts'
import { centsOf, wantedFits } from './filter-queries.ts'
import { listStatement } from './list-statement.ts'
import { bucketsOf, priceCeilingCents } from './price-histogram.ts'

/** Returns one page of the products on sale that match the filters, and the number of all matches, in one indexed statement. */
export async function listProducts(
  db: Db,
  origin: string,
  filters: ProductFilters,
): Promise<{ products: Product[]; total: number }> {
  const { category = '', color = '', sort, page, limit } = filters
  const { min, max } = centsOf(filters)
  const hasPrices = min > 0 || max < priceCeilingCents
  const fits = wantedFits(filters)
  const shape = {
    ...{ sort, hasCategory: category !== '', hasColor: color !== '' },
    ...{ hasPrices, hasFits: fits !== undefined, isSale: filters.sale === true },
  }
  const statement = listStatement(shape)
  const offset = (page - 1) * limit
  const buckets = `{${bucketsOf(min, max)}}` // as text, because the driver would process each element of an array
  const values = statement.values({ category, color, min, max, limit, offset, buckets, fits: fits ?? 0 })
  const rows = await run<ProductRow & { total: number }>(db, statement.text, values)
  return {
    products: rows.filter(({ id }) => id !== null).map(row => toProduct(row, origin)),
    total: rows[0]?.total ?? 0,
  }
}
