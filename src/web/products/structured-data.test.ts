import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import type { ProductDetails } from '#domain/products/product.ts'
import type { Review } from '#domain/products/review.ts'
import { productData } from './structured-data.ts'

const strict = { additionalProperties: false }
const text = Type.String({ minLength: 1 })
const address = Type.String({ pattern: '^https://vitrine\\.example/\\S+$' })
const stars = { bestRating: Type.Literal(5), worstRating: Type.Literal(1) }

const Offer = Type.Object(
  {
    '@type': Type.Literal('Offer'),
    price: Type.String({ pattern: '^\\d+\\.\\d{2}$' }),
    priceCurrency: Type.Literal('USD'),
    availability: Type.Literal('https://schema.org/InStock'),
    itemCondition: Type.Literal('https://schema.org/NewCondition'),
    url: address,
  },
  strict,
)
const rated = {
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
}

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
    offers: Offer,
    ...rated,
  },
  strict,
)

/** The fields that search engines require of a product that comes in sizes or colors. */
const ProductGroupData = Type.Object(
  {
    '@type': Type.Literal('ProductGroup'),
    name: text,
    description: text,
    image: Type.Array(address, { minItems: 1 }),
    productGroupID: text,
    category: text,
    variesBy: Type.Array(Type.Enum(['https://schema.org/size', 'https://schema.org/color']), { minItems: 1 }),
    hasVariant: Type.Array(
      Type.Union([
        Type.Object(
          {
            '@type': Type.Literal('Product'),
            name: text,
            image: Type.Array(address, { minItems: 1 }),
            sku: text,
            size: Type.Optional(text),
            color: text,
            offers: Offer,
          },
          strict,
        ),
        Type.Object({ '@type': Type.Literal('Product'), url: address }, strict),
      ]),
    ),
    ...rated,
  },
  strict,
)

const origin = 'https://vitrine.example'
const product: ProductDetails = {
  _id: '0196a000-0000-7000-8000-000000000001',
  name: 'Aurelia Slip',
  category: 'dress',
  description: 'Silk, cut on the bias.',
  price: 120.5,
  oldPrice: 150,
  image: `${origin}/images/abc/1280.webp`,
  color: 'gold',
  rating: 4.67,
  sizes: [{ _id: '0196a000-0000-7000-8000-000000000001', size: 'one', label: 'One size' }],
  images: [{ url: `${origin}/images/abc/1280.webp`, alt: '' }],
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
function readAs<Schema extends TSchema>(schema: Schema, product: ProductDetails, reviews: Review[]): Static<Schema> {
  const data: unknown = JSON.parse(JSON.stringify(productData({ product, reviews }, origin)))
  expect([...Value.Errors(schema, data)]).toEqual([])
  return data as Static<Schema>
}
const read = (product: ProductDetails, reviews: Review[]) => readAs(ProductData, product, reviews)
const readGroup = (product: ProductDetails) => readAs(ProductGroupData, product, [review(1)])

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

const sizes = [
  { _id: 'variant-s', size: 'alpha-S', label: 'S', sku: 'AU-S' },
  { _id: 'variant-m', size: 'alpha-M', label: 'M' },
]
const colors = [
  { _id: 'green', name: 'green', path: '/shop/green/aurelia-slip', color: 'red', swatch: '#3f6b4f' },
  { _id: product._id, name: 'ripe cherry', path: '/shop/this', color: 'red', swatch: '#a6283a' },
]

test('a product in sizes is a group with an offer for each, under its SKU if it has one', () => {
  const group = readGroup({ ...product, sizes })
  expect(group).toMatchObject({
    productGroupID: product._id,
    variesBy: ['https://schema.org/size'],
    aggregateRating: { reviewCount: 1 },
  })
  expect(group.hasVariant).toMatchObject([
    { name: 'Aurelia Slip, S', size: 'S', sku: 'AU-S', color: 'gold', offers: { price: '120.50' } },
    { name: 'Aurelia Slip, M', size: 'M', sku: 'variant-m', color: 'gold', offers: { price: '120.50' } },
  ])
})

test('the colors of a style are one group on each of their pages; the others are named by their address', () => {
  const group = readGroup({ ...product, sizes, colors, style: 'style-1', shade: 'ripe cherry' })
  expect(group).toMatchObject({
    productGroupID: 'style-1',
    variesBy: ['https://schema.org/size', 'https://schema.org/color'],
  })
  expect(group.hasVariant).toMatchObject([
    { size: 'S', color: 'ripe cherry' },
    { size: 'M', color: 'ripe cherry' },
    { url: `${origin}/shop/green/aurelia-slip` },
  ])
  const inOneSize = readGroup({ ...product, colors, style: 'style-1' })
  expect(inOneSize.hasVariant).toHaveLength(2)
  expect(inOneSize.hasVariant[0]).toMatchObject({ name: 'Aurelia Slip', sku: product._id, color: 'gold' })
})
