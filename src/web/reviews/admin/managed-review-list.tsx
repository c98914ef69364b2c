import { useState } from 'react'
import type { ManagedReview } from '#domain/products/managed-review.ts'
import { imageIdOf, imagePath, productPath } from '#domain/products/product.ts'
import { Badge } from '../../ui/feedback/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { Stars } from '../../ui/stars.tsx'
import { FitLine } from '../fit-line.tsx'
import { ShopAnswer } from '../shop-answer.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { ReviewActions } from './review-actions.tsx'

/** All reviews as cards, each with the actions open to an admin. */
export function ManagedReviewList({ reviews }: { reviews: readonly ManagedReview[] }) {
  const [answered, setAnswered] = useState<ManagedReview>()
  return (
    <>
      <ul className="flex flex-col gap-4">
        {reviews.map(review => (
          <li key={review._id} className="flex gap-4 rounded-card border border-line bg-paper p-5">
            <ProductImage product={review.product} />
            <div className="min-w-0 flex-1">
              <Head review={review} />
              <p dir="auto" className="mt-2 max-w-prose whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]">
                {review.comment}
              </p>
              <FitLine fit={review} />
              <Note review={review} />
              {review.answer && <ShopAnswer {...review.answer} />}
              <ReviewActions review={review} onAnswer={() => setAnswered(review)} />
            </div>
          </li>
        ))}
      </ul>
      <AnswerDialog review={answered} onClose={() => setAnswered(undefined)} />
    </>
  )
}

function ProductImage({ product }: Pick<ManagedReview, 'product'>) {
  const id = imageIdOf(product.image)
  return (
    <img
      src={id ? imagePath(id, 320, 'webp') : product.image}
      alt=""
      width={320}
      height={400}
      loading="lazy"
      className="aspect-4/5 w-14 shrink-0 self-start rounded-control border border-line object-cover sm:w-16"
    />
  )
}

function Head({ review: { rating, userId, productId, product, createdAt, isHidden } }: { review: ManagedReview }) {
  const { name, isOnSale } = product
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="min-w-0 text-lg leading-snug [overflow-wrap:anywhere]">
          {isOnSale ? (
            <Link
              to={productPath({ _id: productId, name })}
              className="inline-flex min-h-11 items-center hover:text-rosewood pointer-fine:min-h-0"
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="text-stone text-xs tabular-nums">
          <LocalTime at={createdAt} />
        </p>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Stars rating={rating} />
        <bdi className="[overflow-wrap:anywhere]">{userId.username}</bdi>
        {isHidden && <Badge tone="red">hidden</Badge>}
        {!isOnSale && <Badge tone="light">no longer for sale</Badge>}
      </p>
    </>
  )
}

/** Says when the author has rewritten what an admin had hidden or answered. */
function Note({ review: { createdAt, hiddenAt, answer } }: { review: ManagedReview }) {
  const written = new Date(createdAt)
  const notes = [
    ...(hiddenAt && new Date(hiddenAt) < written
      ? ['Its author has rewritten it since you hid it. It stays hidden until you show it again.']
      : []),
    ...(answer && new Date(answer.answeredAt) < written ? ['Its author has rewritten it since you answered.'] : []),
  ]
  return notes.map(note => (
    <p key={note} className="mt-2 text-rosewood text-sm">
      {note}
    </p>
  ))
}
