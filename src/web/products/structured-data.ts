import { currencyCode, plainAmount, toCents } from '#domain/money.ts'
import { productPath } from '#domain/products/product.ts'
import type { ProductWithReviews } from '#domain/products/product-with-reviews.ts'
import { type Review, reviewLimits } from '#domain/products/review.ts'
import { isSellable, type ShownStock } from '#domain/products/stock.ts'
import { sizesOf } from '../cart/sizes-of.ts'

const newestShown = 5
const scale = { bestRating: reviewLimits.rating.max, worstRating: reviewLimits.rating.min }

type PageData = Omit<ProductWithReviews, 'ratingCounts'>

/**
 * A product as schema.org data, limited to what its page shows: a group of products when it has sizes or other colors.
 * `origin` is the shop's address without a path.
 */
export function productData({ product, reviews, totalReviews = reviews.length }: PageData, origin: string) {
  const { _id, name, description, category, color, rating, shade = color } = product
  const sizes = sizesOf(product)
  const colors = product.colors ?? []
  const common = { name, description, image: product.images.map(({ url }) => url) }
  const offers = toOffer(product, origin, product.sizes[0])
  const rated = totalReviews > 0 && {
    aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: totalReviews, ...scale },
    review: reviews.slice(0, newestShown).map(toReview),
  }
  if (sizes.length === 0 && colors.length === 0)
    return { '@type': 'Product', ...common, sku: _id, category, color: shade, offers, ...rated }

  const { description: _, ...ofVariant } = common
  const variant = { '@type': 'Product', ...ofVariant, color: shade, offers }
  const others = colors.filter(each => each._id !== _id)
  return {
    '@type': 'ProductGroup',
    ...common,
    productGroupID: product.style ?? _id,
    category,
    variesBy: [
      ...(sizes.length > 0 ? ['https://schema.org/size'] : []),
      ...(colors.length > 0 ? ['https://schema.org/color'] : []),
    ],
    hasVariant: [
      ...(sizes.length > 0
        ? sizes.map(size => ({
            ...variant,
            ...{ name: `${name}, ${size.label}`, sku: size.sku ?? size._id, size: size.label },
            offers: toOffer(product, origin, size),
          }))
        : [{ ...variant, sku: _id }]),
      ...others.map(({ path }) => ({ '@type': 'Product', url: origin + path })),
    ],
    ...rated,
  }
}

const toOffer = (product: PageData['product'], origin: string, stock: Partial<ShownStock> = {}) => ({
  '@type': 'Offer',
  price: plainAmount(toCents(product.price)),
  priceCurrency: currencyCode(),
  availability: `https://schema.org/${availabilityOf(stock)}`,
  itemCondition: 'https://schema.org/NewCondition',
  url: origin + productPath(product),
})

function availabilityOf(stock: Partial<ShownStock>) {
  if (!isSellable(stock)) return 'OutOfStock'
  return stock.state === 'low' ? 'LimitedAvailability' : 'InStock'
}

const toReview = ({ rating, comment, userId, createdAt }: Review) => ({
  '@type': 'Review',
  reviewRating: { '@type': 'Rating', ratingValue: rating, ...scale },
  author: { '@type': 'Person', name: userId.username },
  datePublished: createdAt,
  reviewBody: comment,
})
