import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import type { Product } from '#domain/products/product.ts'
import type { Review } from '#domain/products/review.ts'
import { productData } from './structured-data.ts'

const strict = { additionalProperties: false }
const text = Type.String({ minLength: 1 })
const address = Type.String({ pattern: '^https://vitrine\\.example/\\S+$' })
const stars = { bestRating: Type.Literal(5), worstRating: Type.Literal(1) }

/** The fields that search engines require of a product. */
const ProductData = Type.Object(
  {
    '@type': Type.Literal('Product'),
    name: text,
    description: text,
    image: Type.Array(address, { minItems: 1 }),
    sku: Type.String({ pattern: '^[0-9a-f-]{36}$' }),
    category: text,
    color: text,
    offers: Type.Object(
      {
        '@type': Type.Literal('Offer'),
        price: Type.String({ pattern: '^\\d+\\.\\d{2}$' }),
        priceCurrency: Type.Literal('USD'),
        availability: Type.Literal('https://schema.org/InStock'),
        itemCondition: Type.Literal('https://schema.org/NewCondition'),
        url: address,
      },
      strict,
    ),
    aggregateRating: Type.Optional(
      Type.Object(
        {
          '@type': Type.Literal('AggregateRating'),
          ratingValue: Type.Number({ minimum: 1, maximum: 5 }),
          reviewCount: Type.Integer({ minimum: 1 }),
          ...stars,
        },
        strict,
      ),
    ),
    review: Type.Optional(
      Type.Array(
        Type.Object(
          {
            '@type': Type.Literal('Review'),
            reviewRating: Type.Object(
              { '@type': Type.Literal('Rating'), ratingValue: Type.Integer({ minimum: 1, maximum: 5 }), ...stars },
              strict,
            ),
            author: Type.Object({ '@type': Type.Literal('Person'), name: text }, strict),
            datePublished: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' }),
            reviewBody: text,
          },
          strict,
        ),
        { minItems: 1, maxItems: 5 },
      ),
    ),
  },
  strict,
)

const origin = 'https://vitrine.example'
const product: Product = {
  _id: '0196a000-0000-7000-8000-000000000001',
  name: 'Aurelia Slip',
  category: 'dress',
  description: 'Silk, cut on the bias.',
  price: 120.5,
  oldPrice: 150,
  image: `${origin}/images/abc/1280.webp`,
  color: 'gold',
  rating: 4.67,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const review = (n: number): Review => ({
  _id: String(n),
  comment: `No. ${n}`,
  rating: 5,
  userId: { _id: 'u', username: 'Ada' },
  productId: product._id,
  createdAt: '2026-02-01T00:00:00.000Z',
})

/** The data as search engines read it: JSON drops undefined values. */
function read(...[product, reviews]: [Product, Review[]]): Static<typeof ProductData> {
  const data: unknown = JSON.parse(JSON.stringify(productData({ product, reviews }, origin)))
  expect([...Value.Errors(ProductData, data)]).toEqual([])
  return data as Static<typeof ProductData>
}

test.each([
  [120.5, '120.50'],
  [0.1, '0.10'],
  [19.99, '19.99'],
  [100_000, '100000.00'],
])('a price of %d is offered as %s dollars, whatever the old price was', (price, expected) => {
  const { offers } = read({ ...product, price }, [])
  expect(offers).toMatchObject({
    price: expected,
    priceCurrency: 'USD',
    url: `${origin}/shop/${product._id}/aurelia-slip`,
  })
})

test('a product without reviews has no rating', () => {
  const data = read({ ...product, rating: 0 }, [])
  expect(data).not.toHaveProperty('aggregateRating')
  expect(data).not.toHaveProperty('review')
})

test('a rating counts all reviews and shows the five newest', () => {
  const reviews = Array.from({ length: 7 }, (_, n) => review(n))
  const data = read(product, reviews)
  expect(data.aggregateRating).toMatchObject({ ratingValue: 4.67, reviewCount: 7 })
  expect(data.review?.map(({ reviewBody }) => reviewBody)).toEqual(['No. 0', 'No. 1', 'No. 2', 'No. 3', 'No. 4'])
})
