import { sql } from 'kysely'
import { toCents } from '#domain/money.ts'
import type { Product } from '#domain/product.ts'
import type { Db } from '../db/connection.ts'
import { type ProductRow, toProduct } from '../db/shown-product.ts'

const most = 4

/**
 * At most four products on sale that go with this one: of its category first, of its colour before others, then those that
 * cost about as much. Each of the narrower and wider circles is looked up by an index, a few steps to either side of the price.
 */
export async function findRelated(db: Db, origin: string, product: Product): Promise<Product[]> {
  const { _id, category, color } = product
  const price = toCents(product.price)
  const circles = [sql`category = ${category} and color = ${color}`, sql`category = ${category}`, sql`true`]
  const steps = circles.flatMap(circle => {
    const inside = sql`select id from product where deleted_at is null and ${circle} and id <> ${_id}`
    return [
      sql`(${inside} and price_cents >= ${price} order by price_cents, id limit ${most})`,
      sql`(${inside} and price_cents < ${price} order by price_cents desc, id desc limit ${most})`,
    ]
  })
  const { rows } = await sql<ProductRow>`
    select product.*, image.placeholder
    from product left join image on image.id = product.image_id
    where product.id in (${sql.join(steps, sql` union `)})
    order by category = ${category} desc, color = ${color} desc, abs(price_cents - ${price}), product.id
    limit ${most}`.execute(db)
  return rows.map(row => toProduct(row, origin))
}
