import { sql } from 'kysely'
import type { CountedBy, ProductCounts } from '#domain/product.ts'
import type { Db } from '../db/connection.ts'
import { countValues } from '../db/count-values.ts'

/**
 * How many products each value of each filter would show, the other filters left as they are. Summed from the counts that
 * the database keeps: the products themselves are never counted.
 */
export const countProducts = (db: Db, filters: CountedBy): Promise<ProductCounts> =>
  countValues(db, sql`select * from product_count`, filters)
