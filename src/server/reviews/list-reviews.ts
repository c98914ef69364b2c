import { type ExpressionBuilder, sql } from 'kysely'
import { validate } from 'uuid'
import { type ManagedReview, type ReviewState, reviewStates } from '#domain/products/managed-review.ts'
import type { Db } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import { countFound } from '../db/count-found.ts'
import { countOf } from '../db/counters.ts'
import type { Tables } from '../db/tables.ts'
import type { Page } from '../http/paging.ts'
import { boughtLines, shownName, toReview } from './queries.ts'

interface ReviewFilters extends Page {
  state?: ReviewState
}

/** Reads the filter of the list; an unknown value counts as unset. */
export const readReviewState = (state: string | undefined): ReviewState | undefined =>
  reviewStates.find(known => known === state)

/**
 * Loads one page of all reviews, newest first, and the number of all that match, of a search or a filter at most 10,000. It
 * searches comments, the names of products and of authors, or finds one review by its id.
 * @param origin the shop's public origin, for the URLs of pictures
 */
export async function listReviews(db: Db, origin: string, { page, limit, q, state }: ReviewFilters) {
  let matching = db.selectFrom('review')
  if (state === 'hidden') matching = matching.where('hidden_at', 'is not', null)
  if (state === 'shown') matching = matching.where('hidden_at', 'is', null)
  if (state === 'unanswered') matching = matching.where('answer', 'is', null)
  if (q) matching = matching.where(validate(q) ? eb => eb('review.id', '=', q) : eb => isFoundBy(eb, q))
  const total = q || state ? await countFound(db, matching) : await countAll(db)
  if (total === 0) return { reviews: [], total }

  const rows = await db
    .with('listed', () =>
      matching
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom('listed')
    .innerJoin('user', 'user.id', 'listed.user_id')
    .innerJoin('product', 'product.id', 'listed.product_id')
    .leftJoin(
      sql<{ review_id: string; size: string | null }>`${sql.raw(boughtLines('listed'))}`.as('bought'),
      'bought.review_id',
      'listed.id',
    )
    .selectAll('listed')
    .select([shownName.as('username'), 'product.name', 'image_id', 'product.deleted_at as off_sale_at'])
    .select('bought.size as bought_size')
    .orderBy('listed.created_at', 'desc')
    .orderBy('listed.id', 'desc')
    .execute()
  const reviews = rows.map(
    (row): ManagedReview => ({
      ...toReview(row),
      ...(row.hidden_at && { hiddenAt: row.hidden_at.toISOString() }),
      product: {
        name: row.name,
        image: `${origin}/images/${row.image_id ?? 'placeholder'}/1280.webp`,
        isOnSale: row.off_sale_at === null,
      },
    }),
  )
  return { reviews, total }
}

/** Each part has an index of its own. The name of a deleted author is not searched, because it is not shown. */
const isFoundBy = ({ selectFrom, eb }: ExpressionBuilder<Tables, 'review'>, q: string) =>
  eb(
    'review.id',
    'in',
    selectFrom('review as said')
      .select('said.id')
      .where(contains('said.comment', q))
      .union(
        selectFrom('product')
          .innerJoin('review as given', 'given.product_id', 'product.id')
          .select('given.id')
          .where(contains('product.name', q)),
      )
      .union(
        selectFrom('user')
          .innerJoin('review as written', 'written.user_id', 'user.id')
          .select('written.id')
          .where(contains('user.username', q))
          .where('user.deleted_at', 'is', null),
      ),
  )

async function countAll(db: Db): Promise<number> {
  const { total } = await db.selectNoFrom(countOf('review').as('total')).executeTakeFirstOrThrow()
  return total
}
