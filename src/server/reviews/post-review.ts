import { readFit } from '#domain/products/fields/fit-fields.ts'
import type { PostReview, Review } from '#domain/products/review.ts'
import { hasSomethingToSee } from '#domain/text.ts'
import type { Db } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import type { Clock, Ids } from '../lib/clock.ts'
import { badRequest, notFound } from '../lib/errors.ts'
import { lockProduct, putReview, toReview, updateRating } from './queries.ts'

interface ReviewContext {
  db: Db
  clock: Clock
  ids: Ids
}

/**
 * Writes a user's review of a product, which replaces their earlier one, and updates the product's rating.
 * @throws ShopError 400 for a comment without visible characters or a fit that is not valid, 404 for a product that is not on sale
 */
export async function postReview(
  { db, clock, ids }: ReviewContext,
  { id: userId, username }: SignedIn,
  { comment, rating, productId, ...sent }: PostReview,
): Promise<{ review: Review; isNew: boolean }> {
  if (!hasSomethingToSee(comment)) throw badRequest('The comment is empty')
  const fit = readFit(sent)
  if (fit.error !== undefined) throw badRequest(fit.error)
  return await db.transaction().execute(async tx => {
    if (!(await lockProduct(tx, productId))) throw notFound('Product')
    const { isNew, ...row } = await putReview(tx, {
      id: ids.uuid(),
      userId,
      comment,
      rating,
      productId,
      ...fit.fields,
      at: clock.now(),
    })
    await updateRating(tx, productId)
    return { review: toReview({ ...row, username }), isNew }
  })
}
