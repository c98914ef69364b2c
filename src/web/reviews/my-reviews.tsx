import { Plus } from 'lucide'
import type { Review } from '#domain/products/review.ts'
import { useCurrentProductsQuery } from '../cart/api.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { Stars } from '../ui/stars.tsx'
import { FitLine } from './fit-line.tsx'
import { ReviewedProduct } from './reviewed-product.tsx'
import { ShopAnswer } from './shop-answer.tsx'

const maxAsked = 50 // the largest number of products in one answer of the shop
const label = 'text-stone text-xs'

/** A customer's own reviews as cards, then a card that leads to the shop. */
export function MyReviews({ reviews }: { reviews: Review[] }) {
  const ids = [...new Set(reviews.map(({ productId }) => productId))].slice(0, maxAsked)
  const { data: products, isLoading } = useCurrentProductsQuery(ids, { skip: ids.length === 0 })
  return (
    <>
      {reviews.length === 0 && (
        <p className="mb-6 max-w-prose text-stone">
          You have not reviewed anything yet. Choose something you own, and tell others how you find it.
        </p>
      )}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {reviews.map(({ _id, rating, comment, productId, createdAt, isHidden, answer, ...fit }) => (
          <li key={_id} className="flex flex-col rounded-card border border-line bg-paper p-5">
            <ReviewedProduct
              product={products?.find(product => product._id === productId)}
              isLoading={isLoading || !ids.includes(productId)}
            />
            {isHidden && (
              <p className="mt-4 text-danger text-sm">
                Not shown: the shop has hidden this review. Only you see it here.
              </p>
            )}
            <dl className="mt-5 flex flex-1 flex-col text-sm">
              <dt className={label}>Rating</dt>
              <dd className="mt-1 mb-4">
                <Stars rating={rating} />
              </dd>
              <dt className={label}>Comment</dt>
              <dd className="mt-1 mb-5 flex-1 whitespace-pre-line text-base leading-relaxed [overflow-wrap:anywhere]">
                {comment}
                <FitLine fit={fit} />
                {answer && <ShopAnswer {...answer} />}
              </dd>
              <dt className={`${label} border-line border-t pt-4`}>Product ID</dt>
              <dd className="min-w-0">
                <Link
                  to={`/shop/${productId}`}
                  title={productId}
                  className="block min-h-11 truncate py-3 text-stone text-xs tabular-nums underline decoration-line underline-offset-4 hover:text-rosewood"
                >
                  {productId}
                </Link>
              </dd>
              <dt className={label}>Created At</dt>
              <dd className="mt-1 text-xs">
                <LocalTime at={createdAt} />
              </dd>
            </dl>
          </li>
        ))}
        <li>
          <Link
            to="/shop"
            className="flex h-full min-h-48 flex-col items-center justify-center gap-3 rounded-card border border-edge border-dashed bg-paper p-5 hover:border-ink hover:text-rosewood"
          >
            <Icon of={Plus} className="size-8 stroke-[1.25]" />
            Add New Review
          </Link>
        </li>
      </ul>
    </>
  )
}
