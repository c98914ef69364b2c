import { sql } from 'kysely'
import { maxWishlist } from '#domain/products/wishlist.ts'
import type { Db, Tx } from '../db/connection.ts'

/** Returns the ids of the products that a user has saved, the last one first. */
export async function findWishlist(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('wishlist_item')
    .select('product_id')
    .where('user_id', '=', userId)
    .orderBy('added_at', 'desc')
    .orderBy('product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/** From here on until the transaction ends nobody else adds to the wishlist of this user. */
export async function lockWishlist(tx: Tx, userId: string): Promise<void> {
  await sql`select from "user" where id = ${userId} for no key update`.execute(tx)
}

/** Adds a product, unless the wishlist is full. Saving it again changes nothing. @returns whether it is saved */
export async function addToWishlist(tx: Tx, userId: string, productId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into wishlist_item (user_id, product_id, added_at)
    select ${userId}, ${productId}, ${now}
    where (select count(*) from wishlist_item where user_id = ${userId} and product_id <> ${productId}) < ${maxWishlist}
    on conflict (user_id, product_id) do update set added_at = wishlist_item.added_at
    returning product_id`.execute(tx)
  return rows.length > 0
}

/** Adds those of these products that visitors see or have seen, the first as the newest, and then drops the oldest ones that are too many. */
export async function mergeIntoWishlist(tx: Tx, userId: string, productIds: string[], now: Date): Promise<void> {
  await sql`
    insert into wishlist_item (user_id, product_id, added_at)
    select ${userId}, product.id, ${now}::timestamptz - place * interval '1 millisecond'
    from unnest(${productIds}::uuid[]) with ordinality as saved (id, place)
      join product on product.id = saved.id and not is_draft
    on conflict (user_id, product_id) do update set added_at = excluded.added_at`.execute(tx)
  await sql`
    delete from wishlist_item where user_id = ${userId} and product_id in (
      select product_id from wishlist_item where user_id = ${userId} order by added_at desc, product_id offset ${maxWishlist}
    )`.execute(tx)
}

export async function removeFromWishlist(db: Db, userId: string, productId: string): Promise<void> {
  await db.deleteFrom('wishlist_item').where('user_id', '=', userId).where('product_id', '=', productId).execute()
}

/** The name of a product for visitors: null for one that they do not see yet, or not any more, without being deleted. */
export const visibleName = sql<string | null>`case when not product.is_draft then product.name end`

/** The wishlist of a user for the file of their own data. */
export const wishlistData = (db: Db, userId: string) =>
  db
    .selectFrom('wishlist_item')
    .innerJoin('product', 'product.id', 'product_id')
    .select(visibleName.as('name'))
    .select('added_at as savedAt')
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .execute()

/** Deletes the wishlist of a user. */
export async function eraseWishlist(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('wishlist_item').where('user_id', '=', userId).execute()
}
