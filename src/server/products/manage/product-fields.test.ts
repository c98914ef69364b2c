import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createReview, createUser } from '../../../../tests/support/builders.ts'

const { app, db } = await testApp()

test('a product and its review carry every field of the specification, and nothing else', async () => {
  const author = await createUser(db, { username: 'Owner', role: 'admin' })
  const product = await createProduct(db, { author: author.id, old_price_cents: 15_000, rating: 5 })
  const review = await createReview(db, { user_id: author.id, product_id: product.id, rating: 5, comment: 'Lovely.' })

  const { data } = (await app.inject(`/api/products/${product.id}`)).json()
  expect(data).toEqual({
    product: {
      _id: product.id,
      name: 'Silk dress',
      category: 'dress',
      description: 'A dress of silk.',
      price: 120,
      oldPrice: 150,
      image: 'http://localhost:3000/images/placeholder/1280.webp',
      color: 'black',
      rating: 5,
      author: author.id,
      createdAt: product.created_at.toISOString(),
      updatedAt: product.updated_at.toISOString(),
      sizes: [{ _id: product.id, size: 'one', label: 'One size', state: 'in' }],
      images: [{ url: 'http://localhost:3000/images/placeholder/1280.webp', alt: '' }],
    },
    reviews: [
      {
        _id: review.id,
        comment: 'Lovely.',
        rating: 5,
        userId: { _id: author.id, username: 'Owner' },
        productId: product.id,
        createdAt: review.created_at.toISOString(),
      },
    ],
    ratingCounts: [5, 4, 3, 2, 1].map(rating => ({ rating, count: rating === 5 ? 1 : 0 })),
  })
})
