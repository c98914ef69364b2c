import type { Insertable } from 'kysely'
import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'

/** Builders fill in what a test does not care about; a test writes down only what it does. */

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
