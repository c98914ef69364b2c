import { type Selectable, sql } from 'kysely'
import { validate } from 'uuid'
import type { FitFields } from '#domain/products/fields/fit-fields.ts'
import type { Review } from '#domain/products/review.ts'
import { labelOf } from '#domain/products/size.ts'
import type { Db, Tx } from '../db/connection.ts'
import { countOf } from '../db/counters.ts'
import type { Tables } from '../db/tables.ts'
import { isUser } from '../http/asked-user.ts'

const maxListed = 1000

/** A row of a review, with the name under which its author is shown. */
export type ReviewRow = Selectable<Tables['review']> & {
  username: string
  /** The code of the size that its author has bought, where the query joins `boughtLines`. */
  bought_size?: string | null
}

/** The SQL for the name of an author, in a query that joins `user`. */
export const shownName = sql<string>`case when "user".deleted_at is null then username else 'Deleted user' end`

/**
 * The SQL for what the authors of some reviews have paid for of the reviewed products: `review_id` for each who has, and `size`, the
 * code of the size. That is the one of the last paid order before the review was written, else of the newest; null for one size,
 * and for an order of a release without sizes. It is one join for all, because a search for each would be slow for a product that
 * is often bought.
 * @param reviews the name of a table or a `with` that has the columns of `review`
 */
export const boughtLines = (reviews: string) => `(
            select distinct on (${reviews}.id) ${reviews}.id as review_id, order_line.size
            from ${reviews}
              join "order" on "order".user_id = ${reviews}.user_id and payment_state = 'paid' and "order".deleted_at is null
              join order_line on order_line.order_id = "order".id and order_line.product_id = ${reviews}.product_id
            order by ${reviews}.id, order_line.size is null, "order".created_at > ${reviews}.created_at, "order".created_at desc,
              position
          )`

/** Converts a row to the review that the API sends. */
export const toReview = (row: ReviewRow): Review => ({
  _id: row.id,
  comment: row.comment,
  rating: row.rating,
  userId: { _id: row.user_id, username: row.username },
  productId: row.product_id,
  createdAt: row.created_at.toISOString(),
  ...(row.fit !== null && { fit: row.fit }),
  ...(row.height_cm !== null && { heightCm: row.height_cm }),
  ...(row.usual_size !== null && { usualSize: sizeOf(row.usual_size) }),
  ...(row.bought_size && { boughtSize: sizeOf(row.bought_size) }),
  ...(row.hidden_at && { isHidden: true }),
  ...(row.answer !== null &&
    row.answered_at && { answer: { text: row.answer, answeredAt: row.answered_at.toISOString() } }),
})

const sizeOf = (code: string) => ({ size: code, label: labelOf(code) })

/** Returns the reviews of a user, hidden ones too, newest first, at most 1,000; none for an unknown user. */
export async function findReviewsBy(db: Db, idOrEmail: string): Promise<Review[]> {
  const rows = await db
    .selectFrom('review')
    .innerJoin('user', 'user.id', 'review.user_id')
    .selectAll('review')
    .select(shownName.as('username'))
    .where(isUser(idOrEmail))
    .orderBy('review.created_at', 'desc')
    .orderBy('review.id')
    .limit(maxListed)
    .execute()
  return rows.map(toReview)
}

/** The number of reviews that visitors see. Few are hidden, so those are counted one by one. */
export async function countReviews(db: Db): Promise<number> {
  const { n } = await db
    .selectNoFrom(sql<number>`${countOf('review')} - (select count(*) from review where hidden_at is not null)`.as('n'))
    .executeTakeFirstOrThrow()
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

interface NewReview extends FitFields {
  id: string
  userId: string
  productId: string
  rating: number
  comment: string
  at: Date
}

/** Writes a user's only review of a product. A later review replaces the first, keeps its id, and stays hidden if that was. */
export async function putReview(
  tx: Tx,
  { id, userId, at, productId, rating, comment, fit, heightCm, usualSize }: NewReview,
): Promise<Selectable<Tables['review']> & { isNew: boolean }> {
  const review = { rating, comment, fit, height_cm: heightCm, usual_size: usualSize }
  return await tx
    .insertInto('review')
    .values({ id, user_id: userId, product_id: productId, created_at: at, ...review })
    .onConflict(conflict => conflict.columns(['user_id', 'product_id']).doUpdateSet({ ...review, created_at: at }))
    .returningAll()
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow()
}

/**
 * Sets a product's rating to the mean of its shown reviews. The transaction must hold the lock of `lockProduct`, otherwise the
 * mean could miss a concurrent review.
 */
export async function updateRating(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('product')
    .set({
      rating: sql`(select coalesce(round(avg(rating), 2), 0) from review where product_id = ${id} and hidden_at is null)`,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Hides a review, or shows it again, and updates its product's rating.
 * @param hiddenAt null to show it
 * @returns false when it was hidden, or shown, before; undefined for an unknown review
 */
export async function setHidden(tx: Tx, id: string, hiddenAt: Date | null): Promise<boolean | undefined> {
  if (!validate(id)) return undefined
  // Locks the product first, as a new review does, so that the two never wait for each other.
  const product = await tx
    .selectFrom('product')
    .select('id')
    .where('id', '=', ({ selectFrom }) => selectFrom('review').select('product_id').where('review.id', '=', id))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!product) return undefined
  const changed = await tx
    .updateTable('review')
    .set({ hidden_at: hiddenAt })
    .where('id', '=', id)
    .where('hidden_at', hiddenAt ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (changed) await updateRating(tx, product.id)
  return changed !== undefined
}

/** The shop's answer to a review; both are null without one. */
export type Answer = Pick<Selectable<Tables['review']>, 'answer' | 'answered_at'>

/** Locks a review and returns the shop's answer to it; undefined for an unknown review. */
export async function lockAnswer(tx: Tx, id: string): Promise<Answer | undefined> {
  if (!validate(id)) return undefined
  return await tx
    .selectFrom('review')
    .select(['answer', 'answered_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Writes, replaces or removes the shop's answer. */
export async function setAnswer(tx: Tx, id: string, answer: Answer): Promise<void> {
  await tx.updateTable('review').set(answer).where('id', '=', id).execute()
}
