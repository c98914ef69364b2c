import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Product } from '#domain/products/product.ts'
import type { Db } from '../db/connection.ts'
import { listedColumns, type ProductRow, shownWithProduct, toProduct } from './to-product.ts'

const max = sql.lit(4)

/**
 * Returns at most four products on sale that are related to this one: first those of its category and colour, then the others of
 * its category, then the rest, those of its colour first. Within each group the nearest prices come first. An unknown id has
 * none. Sold-out products follow all others, in the same groups. A group is read only when those before it have too few, by an
 * index, a few entries on either side of the price.
 */
export async function findRelated(db: Db, origin: string, id: string): Promise<Product[]> {
  if (!validate(id)) return []
  const { rows } = await sql<ProductRow>`
    with it as materialized (select id, category, color, price_cents from product where id = ${id} and deleted_at is null)
    select product.id, name, category, color, description, price_cents, old_price_cents, image_id, rating, author,
      created_at, updated_at, sold_out, ${sql.raw(shownWithProduct)}
    from (
      ${sql.join([...groupsOf(sql`not sold_out`), ...groupsOf(sql`sold_out`)], sql` union all `)}
      limit ${max}
    ) related cross join lateral (select ${sql.raw(listedColumns)} from product where product.id = related.id offset 0) product`.execute(
    db,
  )
  return rows.map(row => toProduct(row, origin))
}

const its = (column: 'id' | 'category' | 'color' | 'price_cents') => sql`(select ${sql.ref(column)} from it)`

/** The groups from narrow to wide, of the products in this state. */
const groupsOf = (stock: ReturnType<typeof sql>) => [
  nearest(sql`${stock} and category = ${its('category')} and color = ${its('color')} and id <> ${its('id')}`),
  nearest(sql`${stock} and category = ${its('category')} and color <> ${its('color')}`),
  nearest(sql`${stock} and category <> ${its('category')}`, sql`color = ${its('color')} desc,`),
]

function nearest(group: ReturnType<typeof sql>, first = sql``) {
  const inside = sql`select id, color, price_cents from product where deleted_at is null and ${group}`
  const price = its('price_cents')
  return sql`
    (select id from (
      (${inside} and price_cents >= ${price} order by price_cents, id limit ${max})
      union all
      (${inside} and price_cents < ${price} order by price_cents desc, id desc limit ${max})
    ) near order by ${first} abs(price_cents - ${price}), id limit ${max})`
}
