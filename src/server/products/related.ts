import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Product } from '#domain/products/product.ts'
import type { Db } from '../db/connection.ts'
import { type ProductRow, shownWithProduct, toProduct } from './to-product.ts'

const max = sql.lit(4)

/**
 * Returns at most four products on sale that are related to this one: first those that its owner has chosen, then those of its category and colour, then the others of
 * its category, then the rest, those of its colour first. Within each group the nearest prices come first. An unknown id has
 * none. Sold-out products follow all others, in the same groups. A group is read only when those before it have too few, by an
 * index, a few entries on either side of the price.
 */
export async function findRelated(db: Db, origin: string, id: string): Promise<Product[]> {
  if (!validate(id)) return []
  const { rows } = await sql<ProductRow>`
    with it as materialized (
      select id, category, color, price_cents, ${chosen} as chosen from product where id = ${id} and deleted_at is null
    )
    select product.id, name, category, color, description, price_cents, old_price_cents, image_id, rating, author,
      created_at, updated_at, sold_out, ${sql.raw(shownWithProduct)}
    from (
      (select id from unnest(${its('chosen')}) with ordinality chosen (id, place) order by place)
      union all ${sql.join([...groupsOf(false), ...groupsOf(true)], sql` union all `)}
      limit ${max}
    ) related cross join lateral (select * from product where product.id = related.id offset 0) product`.execute(db)
  return rows.map(row => toProduct(row, origin))
}

/** The chosen ones on sale, in their order, of a row of `product`. */
const chosen = sql`array(
        select linked.id from product_link join product linked on linked.id = linked_id
        where product_id = product.id and kind = 'related' and linked.deleted_at is null order by place
      )`

const its = (column: 'id' | 'category' | 'color' | 'price_cents' | 'chosen') => sql`(select ${sql.ref(column)} from it)`

/** The groups from narrow to wide, of the products that are sold out, or of those that are not. */
const groupsOf = (isSoldOut: boolean) => [
  nearest(['category', 'color'], isSoldOut, sql`id <> ${its('id')}`),
  nearest(['category'], isSoldOut, sql`color <> ${its('color')}`),
  nearest([], isSoldOut, sql`category <> ${its('category')}`, sql`color = ${its('color')} desc,`),
]

/**
 * What is the same in a group is named as an array of one and begins the order, so that only the index that begins with it has
 * this order; see `list-statement.ts`.
 */
function nearest(same: ('category' | 'color')[], isSoldOut: boolean, other: Sql, first = sql``) {
  const conditions = [
    ...same.map(column => sql`${sql.ref(column)} = any (array[${its(column)}])`),
    sql`sold_out = any (array[(select ${sql.lit(isSoldOut)})])`,
    sql`id <> all (${its('chosen')}::uuid[])`,
    other,
  ]
  const inside = sql`select id, color, price_cents from product where deleted_at is null and ${sql.join(conditions, sql` and `)}`
  const order = sql.join([...same, 'sold_out'].map(column => sql.ref(column)))
  const price = its('price_cents')
  return sql`
    (select id from (
      (${inside} and price_cents >= ${price} order by ${order}, price_cents, id limit ${max})
      union all
      (${inside} and price_cents < ${price} order by ${order}, price_cents desc, id desc limit ${max})
    ) near order by ${first} abs(price_cents - ${price}), id limit ${max})`
}

type Sql = ReturnType<typeof sql>
