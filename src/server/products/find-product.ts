import { validate } from 'uuid'
import type { ProductDetails } from '#domain/products/product.ts'
import type { ProductWithReviews } from '#domain/products/product-with-reviews.ts'
import { listRatingCounts, type Review, shownReviews } from '#domain/products/review.ts'
import { listFitCounts } from '#domain/products/review-fit.ts'
import { labelOf } from '#domain/products/size.ts'
import type { ChartTable } from '#domain/products/size-chart.ts'
import type { Db } from '../db/connection.ts'
import { run } from '../db/raw-query.ts'
import type { StyleColors } from '../db/tables/products.ts'
import { gone, notFound } from '../lib/errors.ts'
import { boughtLines, type ReviewRow, toReview } from '../reviews/queries.ts'
import {
  type ProductRow,
  pictureAddress,
  type SizeRow,
  shownSizes,
  toColorSibling,
  toPlainProduct,
  toSize,
} from './to-product.ts'

/** A review as JSON carries it. */
type FoundReview = Omit<ReviewRow, 'created_at' | 'hidden_at' | 'answered_at'> & {
  created_at: string
  answered_at: string | null
  is_verified_buyer: boolean
}

export interface DetailsRow extends Omit<ProductRow, 'card' | 'style_colors'> {
  deleted_at: Date | null
  style_id: string | null
  shade: string | null
  swatch: string | null
  model_cm: number | null
  model_size: string | null
  image_alt: string
  is_sealed: boolean
  is_draft: boolean
  sizes: SizeRow[]
  /** Null for none. */
  more_images: { image_id: string; alt: string }[] | null
  colors: (StyleColors['shown'][number] & { image_id: string | null; sold_out: boolean })[] | null
  seo_title: string | null
  seo_description: string | null
  /** The ids of those on sale; null for none. */
  look: string[] | null
  chart: { id: string; name: string; is_garment: boolean; chart: ChartTable } | null
}

type FoundProduct = DetailsRow & {
  reviews: FoundReview[]
  /** The number of reviews by rating. */
  rating_counts: Record<number, number>
  /** The number of reviews by what they say about the fit; null when none says it. */
  fit_counts: Record<number, number> | null
}

export const productById = `
  select product.id, name, category, color, description, price_cents, old_price_cents, image_id, rating, author, created_at,
    updated_at, deleted_at, sold_out, (select placeholder from image where image.id = image_id) as placeholder,
    style_id, shade, swatch, model_cm, model_size, image_alt, is_sealed, is_draft, seo_title, seo_description,
    (
      select json_agg(linked.id order by place) from product_link join product linked on linked.id = linked_id
      where product_id = product.id and kind = 'look' and linked.deleted_at is null
    ) as look,
    ${shownSizes} as sizes,
    case when card ? 'second' then (
      select json_agg(json_build_object('image_id', image_id, 'alt', alt) order by place)
      from product_image where product_id = product.id
    ) end as more_images,
    case when style_id is not null then (
      select json_agg(json_build_object('id', id, 'name', name, 'shade', coalesce(shade, color), 'color', color,
        'swatch', swatch, 'image_id', image_id, 'sold_out', sold_out) order by style_place, created_at desc, id)
      from product sibling where sibling.style_id = product.style_id and sibling.deleted_at is null
      having count(*) > 1 or product.is_draft
    ) end as colors,
    case when chart_id is not null then (
      select json_build_object('id', id, 'name', name, 'is_garment', is_garment, 'chart', chart)
      from size_chart where id = chart_id and size_chart.deleted_at is null
    ) end as chart`

const withoutReviews = `${productById} from product where product.id = $1`

/** A piece that came back because of its size is a vote, unless its buyer's review has one. */
const fitOfReturns = `
          select case reason when 'too small' then -1 else 1 end
          from variant join return_line on return_line.variant_id = variant.id and arrived > 0 and reason in ('too small', 'too large')
          where variant.product_id = product.id and not exists (
            select from return join "order" on "order".id = return.order_id join review on review.user_id = "order".user_id
            where return.id = return_line.return_id and review.product_id = product.id and fit is not null and hidden_at is null
          )`

const withReviews = `${productById},
    (
      select coalesce(json_agg(shown), '[]')
      from (
        with newest as (
          select id, user_id, product_id, rating, comment, fit, height_cm, usual_size, created_at, answer, answered_at
          from review where product_id = product.id and hidden_at is null order by created_at desc, id limit ${shownReviews}
        )
        select newest.*, case when "user".deleted_at is null then username else 'Deleted user' end as username,
          bought.review_id is not null as is_verified_buyer, bought.size as bought_size
        from newest join "user" on "user".id = newest.user_id
          left join ${boughtLines('newest')} bought on bought.review_id = newest.id
        order by newest.created_at desc, newest.id
      ) shown
    ) as reviews,
    (
      select coalesce(json_object_agg(rating, n), '{}') from (
        select rating, count(*) as n from review where product_id = product.id and hidden_at is null group by rating
      ) counted
    ) as rating_counts,
    (
      select json_object_agg(fit, n) from (
        select fit, count(*) as n from (
          select fit from review where product_id = product.id and hidden_at is null and fit is not null
          union all ${fitOfReturns}
        ) votes group by fit
      ) counted
    ) as fit_counts
  from product where product.id = $1`

/**
 * Returns a product on sale.
 * @throws ShopError 404 for an unknown product and one that visitors cannot see, 410 for a deleted one
 */
export const findProduct = async (db: Db, origin: string, id: string): Promise<ProductDetails> =>
  toDetails(await findRow(db, id, withoutReviews), origin)

export function toDetails(row: DetailsRow, origin: string): ProductDetails {
  const { style_id, shade, swatch, model_cm, model_size, chart } = row
  return {
    ...toPlainProduct(row, origin),
    sizes: row.sizes.map(size => ({
      ...toSize(size),
      ...(size.sku && { sku: size.sku }),
      ...(size.barcode && { barcode: size.barcode }),
    })),
    images: [{ image_id: row.image_id, alt: row.image_alt }, ...(row.more_images ?? [])].map(({ image_id, alt }) => ({
      url: pictureAddress(image_id, origin),
      alt,
    })),
    ...(row.colors && {
      colors: row.colors.map(({ image_id, sold_out, ...color }) => ({
        ...toColorSibling(color),
        image: pictureAddress(image_id, origin),
        ...(sold_out && { soldOut: true }),
      })),
    }),
    ...(style_id && { style: style_id }),
    ...(shade && { shade }),
    ...(swatch && { swatch }),
    ...(model_cm && {
      model: { heightCm: model_cm, ...(model_size && { size: labelOf(model_size), sizeCode: model_size }) },
    }),
    ...(chart && { chart: { _id: chart.id, name: chart.name, isGarment: chart.is_garment, ...chart.chart } }),
    ...(row.is_sealed && { isSealed: true }),
    ...(row.seo_title && { seoTitle: row.seo_title }),
    ...(row.seo_description && { seoDescription: row.seo_description }),
    ...(row.look && { look: row.look }),
  }
}

/**
 * Returns a product on sale with its newest shown reviews, newest first, and the numbers of all by rating and by fit, in one statement.
 * @throws ShopError as `findProduct`
 */
export async function findProductPage(db: Db, origin: string, id: string): Promise<ProductWithReviews> {
  const row = await findRow(db, id, withReviews)
  const ratingCounts = listRatingCounts(row.rating_counts)
  const totalReviews = ratingCounts.reduce((sum, { count }) => sum + count, 0)
  return {
    product: toDetails(row, origin),
    reviews: row.reviews.map(toShownReview),
    ...(totalReviews > row.reviews.length && { totalReviews }),
    ratingCounts,
    ...(row.fit_counts && { fitCounts: listFitCounts(row.fit_counts) }),
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

/** @throws ShopError as `findProduct`; with `withDrafts` also a product that only its admins see is found */
export async function findRow<Row extends DetailsRow = FoundProduct>(
  db: Db,
  id: string,
  text: string,
  { withDrafts = false, values = [] as unknown[] } = {},
): Promise<Row> {
  if (!validate(id)) throw notFound('Product')
  const [row] = await run<Row>(db, text, [id, ...values])
  if (!row) throw notFound('Product')
  if (row.is_draft && !withDrafts) throw notFound('Product')
  if (row.deleted_at && !row.is_draft) throw gone('Product')
  return row
}
