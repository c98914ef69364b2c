import { toCents, toDollars } from '#domain/money.ts'
import { productPath } from '#domain/products/product.ts'
import type { ProductWithReviews } from '#domain/products/product-with-reviews.ts'
import { type Review, reviewLimits } from '#domain/products/review.ts'

const newestShown = 5
const scale = { bestRating: reviewLimits.rating.max, worstRating: reviewLimits.rating.min }

/** A product as schema.org data, limited to what its page shows. `origin` is the shop's address without a path. */
export function productData(
  { product, reviews, totalReviews = reviews.length }: Omit<ProductWithReviews, 'ratingCounts'>,
  origin: string,
) {
  const { _id, name, description, image, category, color, price, rating } = product
  return {
    '@type': 'Product',
    name,
    description,
    image: [image],
    sku: _id,
    category,
    color,
    offers: {
      '@type': 'Offer',
      price: toDollars(toCents(price)).toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      itemCondition: 'https://schema.org/NewCondition',
      url: origin + productPath(product),
    },
    ...(totalReviews > 0 && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: totalReviews, ...scale },
      review: reviews.slice(0, newestShown).map(toReview),
    }),
  }
}

const toReview = ({ rating, comment, userId, createdAt }: Review) => ({
  '@type': 'Review',
  reviewRating: { '@type': 'Rating', ratingValue: rating, ...scale },
  author: { '@type': 'Person', name: userId.username },
  datePublished: createdAt,
  reviewBody: comment,
})
