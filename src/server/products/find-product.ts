import { validate } from 'uuid'
import type { Product } from '#domain/products/product.ts'
import type { ProductWithReviews } from '#domain/products/product-with-reviews.ts'
import { listRatingCounts, type Review, shownReviews } from '#domain/products/review.ts'
import type { Db } from '../db/connection.ts'
import { run } from '../db/raw-query.ts'
import { gone, notFound } from '../lib/errors.ts'
import { type ReviewRow, toReview } from '../reviews/queries.ts'
import { type ProductRow, toProduct } from './to-product.ts'

/** A review as JSON carries it. */
type FoundReview = Omit<ReviewRow, 'created_at' | 'hidden_at' | 'answered_at'> & {
  created_at: string
  answered_at: string | null
  is_verified_buyer: boolean
}

type FoundProduct = ProductRow & {
  reviews: FoundReview[]
  /** The number of reviews by rating. */
  rating_counts: Record<number, number>
}

const productById = `
  select product.id, name, category, color, description, price_cents, old_price_cents, image_id, rating, author, created_at,
    updated_at, deleted_at, (select placeholder from image where image.id = image_id) as placeholder`

const withoutReviews = `${productById} from product where product.id = $1`

const withReviews = `${productById},
    (
      select coalesce(json_agg(shown), '[]')
      from (
        select newest.*, case when "user".deleted_at is null then username else 'Deleted user' end as username,
          exists (
            select from "order" join order_line on order_line.order_id = "order".id
            where "order".user_id = newest.user_id and payment_state = 'paid' and "order".deleted_at is null
              and order_line.product_id = newest.product_id
          ) as is_verified_buyer
        from (
          select id, user_id, product_id, rating, comment, created_at, answer, answered_at from review
          where product_id = product.id and hidden_at is null order by created_at desc, id limit ${shownReviews}
        ) newest join "user" on "user".id = newest.user_id
        order by newest.created_at desc, newest.id
      ) shown
    ) as reviews,
    (
      select coalesce(json_object_agg(rating, n), '{}') from (
        select rating, count(*) as n from review where product_id = product.id and hidden_at is null group by rating
      ) counted
    ) as rating_counts
  from product where product.id = $1`

/**
 * Returns a product on sale.
 * @throws ShopError 404 for an unknown product, 410 for one that was taken off sale
 */
export const findProduct = async (db: Db, origin: string, id: string): Promise<Product> =>
  toProduct(await findRow(db, id, withoutReviews), origin)

/**
 * Returns a product on sale with its newest shown reviews, newest first, and the number of all by rating, in one statement.
 * @throws ShopError as `findProduct`
 */
export async function findProductPage(db: Db, origin: string, id: string): Promise<ProductWithReviews> {
  const row = await findRow(db, id, withReviews)
  const ratingCounts = listRatingCounts(row.rating_counts)
  const totalReviews = ratingCounts.reduce((sum, { count }) => sum + count, 0)
  return {
    product: toProduct(row, origin),
    reviews: row.reviews.map(toShownReview),
    ...(totalReviews > row.reviews.length && { totalReviews }),
    ratingCounts,
  }
}

const toShownReview = ({ created_at, answered_at, is_verified_buyer, ...row }: FoundReview): Review => ({
  ...toReview({
    ...row,
    created_at: new Date(created_at),
    hidden_at: null,
    answered_at: answered_at === null ? null : new Date(answered_at),
  }),
  ...(is_verified_buyer && { isVerifiedBuyer: true }),
})

async function findRow(db: Db, id: string, text: string): Promise<FoundProduct> {
  if (!validate(id)) throw notFound('Product')
  const [row] = await run<FoundProduct>(db, text, [id])
  if (!row) throw notFound('Product')
  if (row.deleted_at) throw gone('Product')
  return row
}
