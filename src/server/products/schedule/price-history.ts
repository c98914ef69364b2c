import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: the lowest price at which a product was on sale in the 30 days before a time (EU 98/6/EC, article 6a), in cents; null when
 * it was never on sale.
 */
export const lowestBefore = (productId: RawBuilder<unknown>, time: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`(
    select min(price_cents) from product_price
    where product_id = ${productId} and from_at < ${time} and from_at >= coalesce((
      select max(from_at) from product_price before
      where before.product_id = ${productId} and from_at <= ${time} - interval '30 days'
    ), '-infinity')
  )`
