import { validate } from 'uuid'
import type { Product } from '#domain/products/product.ts'
import type { ProductWithReviews } from '#domain/products/product-with-reviews.ts'
import { type Review, shownReviews } from '#domain/products/review.ts'
import type { Db } from '../db/connection.ts'
import { run } from '../db/raw-query.ts'
import { gone, notFound } from '../lib/errors.ts'
import { type ProductRow, toProduct } from './to-product.ts'

interface FoundReview {
  id: string
  rating: number
  comment: string
  user_id: string
  username: string
  is_deleted: boolean
  created_at: string
}

type FoundProduct = ProductRow & { reviews: FoundReview[]; total_reviews: number }

const productById = `
  select product.id, name, category, color, description, price_cents, old_price_cents, image_id, rating, author, created_at,
    updated_at, deleted_at, (select placeholder from image where image.id = image_id) as placeholder`

const withoutReviews = `${productById} from product where product.id = $1`

const withReviews = `${productById},
    (
      select coalesce(json_agg(newest), '[]')
      from (
        select review.id, rating, comment, user_id, username, deleted_at is not null as is_deleted, review.created_at
        from review join "user" on "user".id = user_id
        where product_id = product.id order by review.created_at desc, review.id limit ${shownReviews}
      ) newest
    ) as reviews,
    (select count(*) from review where product_id = product.id) as total_reviews
  from product where product.id = $1`

/**
 * Returns a product on sale.
 * @throws ShopError 404 for an unknown product, 410 for one that was taken off sale
 */
export const findProduct = async (db: Db, origin: string, id: string): Promise<Product> =>
  toProduct(await findRow(db, id, withoutReviews), origin)

/**
 * Returns a product on sale with its newest reviews, newest first, in one statement.
 * @throws ShopError as `findProduct`
 */
export async function findProductPage(db: Db, origin: string, id: string): Promise<ProductWithReviews> {
  const row = await findRow(db, id, withReviews)
  const reviews: Review[] = row.reviews.map(review => ({
    _id: review.id,
    comment: review.comment,
    rating: review.rating,
    userId: { _id: review.user_id, username: review.is_deleted ? 'Deleted user' : review.username },
    productId: id,
    createdAt: new Date(review.created_at).toISOString(),
  }))
  const hasMoreReviews = row.total_reviews > reviews.length
  return { product: toProduct(row, origin), reviews, ...(hasMoreReviews && { totalReviews: row.total_reviews }) }
}

async function findRow(db: Db, id: string, text: string): Promise<FoundProduct> {
  if (!validate(id)) throw notFound('Product')
  const [row] = await run<FoundProduct>(db, text, [id])
  if (!row) throw notFound('Product')
  if (row.deleted_at) throw gone('Product')
  return row
}
