/**
 * The SQL of the lowest price at which a product was on sale in the 30 days before a time (EU 98/6/EC, article 6a), in cents; null
 * when it was never on sale.
 * @param productId the SQL of its id
 * @param time the SQL of the time
 */
export const lowestBefore = (productId: string, time: string): string => `(
  select min(price_cents) from product_price
  where product_id = ${productId} and from_at < ${time} and from_at >= coalesce((
    select max(from_at) from product_price earlier
    where earlier.product_id = ${productId} and from_at <= ${time} - interval '30 days'
  ), '-infinity')
)`

/**
 * The SQL of a product's version for those who change it: its last change, or the moment at which a sale has changed its price since.
 */
export const versionSql = `greatest(product.updated_at, (
  select max(from_at) from product_price where product_id = product.id
))`
