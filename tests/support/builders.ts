import type { Insertable, Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'

/** Builders have defaults for all fields; a test passes only those that matter to it. */

export async function createProduct(db: Db, product: Partial<Insertable<Tables['product']>> = {}) {
  const now = new Date()
  return await db
    .insertInto('product')
    .values({
      id: v7(),
      name: 'Silk dress',
      category: 'dress',
      color: 'black',
      description: 'A dress of silk.',
      price_cents: 12_000,
      old_price_cents: null,
      image_id: null,
      author: null,
      created_at: now,
      updated_at: now,
      ...product,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function createUser(db: Db, user: Partial<Insertable<Tables['user']>> = {}) {
  const id = v7()
  return await db
    .insertInto('user')
    .values({
      id,
      username: 'Ada',
      email: `${id}@shop.test`,
      password_hash: null,
      created_at: new Date(),
      ...user,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function createReview(
  db: Db,
  review: Partial<Insertable<Tables['review']>> & Pick<Insertable<Tables['review']>, 'user_id' | 'product_id'>,
) {
  return await db
    .insertInto('review')
    .values({ id: v7(), rating: 5, comment: 'Lovely.', created_at: new Date(), ...review })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Creates a paid order of one of each product; its amount is the sum of their prices. */
export async function createOrder(
  db: Db,
  products: Pick<Selectable<Tables['product']>, 'id' | 'name' | 'price_cents'>[],
  order: Partial<Insertable<Tables['order']>> = {},
) {
  const id = v7()
  const at = new Date()
  const made = await db
    .insertInto('order')
    .values({
      id,
      order_id: id.replaceAll('-', ''),
      user_id: null,
      email: null,
      contact_email: null,
      payment_state: 'paid',
      amount_cents: products.reduce((sum, { price_cents }) => sum + price_cents, 0),
      created_at: at,
      updated_at: at,
      ...order,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const lines = products.map(({ id: product_id, name, price_cents: unit_cents }, position) => ({
    order_id: id,
    position,
    product_id,
    name,
    image_id: null,
    unit_cents,
    quantity: 1,
  }))
  await db.insertInto('order_line').values(lines).execute()
  return made
}

/** Creates the delivery address of an order. */
export async function createAddress(db: Db, order_id: string, address: Partial<Insertable<Tables['address']>> = {}) {
  await db
    .insertInto('address')
    .values({
      order_id,
      name: 'Ada Lovelace',
      line1: '12 St James Square',
      line2: null,
      city: 'London',
      state: null,
      postal_code: 'SW1Y 4JH',
      country: 'GB',
      phone: '+44 20 7946 0000',
      ...address,
    })
    .execute()
}
