import { sql } from 'kysely'
import { validate } from 'uuid'
import type { PostReview, Review } from '#domain/products/review.ts'
import type { Db, Tx } from '../db/connection.ts'
import { countOf } from '../db/counters.ts'
import { isUser } from '../http/asked-user.ts'

const maxListed = 1000

/** Returns the reviews of a user, newest first, at most 1,000; none for an unknown user. */
export async function findReviewsBy(db: Db, idOrEmail: string): Promise<Review[]> {
  const rows = await db
    .selectFrom('review')
    .innerJoin('user', 'user.id', 'review.user_id')
    .select(['review.id', 'rating', 'comment', 'user_id', 'product_id', 'review.created_at'])
    .select(sql<string>`case when deleted_at is null then username else 'Deleted user' end`.as('username'))
    .where(isUser(idOrEmail))
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id')
    .limit(maxListed)
    .execute()
  return rows.map(row => ({
    _id: row.id,
    comment: row.comment,
    rating: row.rating,
    userId: { _id: row.user_id, username: row.username },
    productId: row.product_id,
    createdAt: row.created_at.toISOString(),
  }))
}

export async function countReviews(db: Db): Promise<number> {
  const { n } = await db.selectNoFrom(countOf('review').as('n')).executeTakeFirstOrThrow()
  return n
}

/** Locks a product on sale until the transaction ends. Returns false when no product on sale has this id. */
export async function lockProduct(tx: Tx, id: string): Promise<boolean> {
  if (!validate(id)) return false
  const found = await tx
    .selectFrom('product')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found !== undefined
}

/** Writes a user's only review of a product. A later review replaces the first and keeps its id. */
export async function putReview(
  tx: Tx,
  { id, userId, at, productId, ...review }: PostReview & { id: string; userId: string; at: Date },
): Promise<{ id: string; isNew: boolean }> {
  return await tx
    .insertInto('review')
    .values({ id, user_id: userId, product_id: productId, created_at: at, ...review })
    .onConflict(conflict => conflict.columns(['user_id', 'product_id']).doUpdateSet({ ...review, created_at: at }))
    .returning(['id', sql<boolean>`xmax = 0`.as('isNew')])
    .executeTakeFirstOrThrow()
}

/**
 * Sets a product's rating to the mean of its reviews. The transaction must hold the lock of `lockProduct`, otherwise the mean
 * could miss a concurrent review.
 */
export async function updateRating(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('product')
    .set({ rating: sql`(select coalesce(round(avg(rating), 2), 0) from review where product_id = ${id})` })
    .where('id', '=', id)
    .execute()
}
