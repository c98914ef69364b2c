import { sql } from 'kysely'
import { createOrder, createProduct, createReview, createUser } from '../../../tests/support/builders.ts'
import type { Db } from '../db/connection.ts'

/** Drops every table. */
export const makeEmpty = (db: Db) => sql`drop schema public cascade; create schema public`.execute(db)

/** Sells in a loop until it is stopped: orders, prices, reviews and new products, each change in a transaction. */
export function sellMeanwhile(db: Db): { stop(): Promise<number> } {
  let open = true
  let changes = 0
  const sell = async () => {
    const user = await createUser(db)
    while (open) {
      await db.transaction().execute(async tx => {
        const product = await createProduct(tx, { price_cents: 100 + changes })
        await createReview(tx, { user_id: user.id, product_id: product.id, rating: 4 })
        await tx.updateTable('product').set({ rating: 4 }).where('id', '=', product.id).execute()
        const order = await createOrder(tx, [product, product])
        await tx.updateTable('order').set({ status: 'shipped' }).where('id', '=', order.id).execute()
        await sql`update product set color = 'red' where id = (select id from product order by random() limit 1 for update skip locked)`.execute(
          tx,
        )
        await sql`delete from order_line where order_id in (select id from "order" where deleted_at is not null)`.execute(
          tx,
        )
      })
      changes += 1
    }
  }
  const selling = Promise.all([sell(), sell(), sell()])
  return {
    async stop() {
      open = false
      await selling
      return changes
    },
  }
}

/** Rows that exist only in a shop that was copied in the middle of a change; a consistent copy has none. */
export async function halfChanges(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select 'order' as what, o.id::text from "order" o
    where amount_cents is distinct from (select sum(unit_cents * quantity) from order_line where order_id = o.id) or status <> 'shipped'
    union all
    select 'rating', p.id::text from product p
    where rating is distinct from (select avg(r.rating)::numeric(3, 2) from review r where r.product_id = p.id)
    union all
    select 'count', category from product_count c
    where bucket < 100000000 and category <> '' and color <> '' group by category, color, bucket
    having sum(n) <> (select count(*) from product p
      where p.category = c.category and p.color = c.color and p.price_cents = c.bucket and deleted_at is null)
    limit 5`.execute(db)
  return rows
}
