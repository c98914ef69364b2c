import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Product, ProductList, readProductFilters } from '#domain/product.ts'
import { Review } from '#domain/review.ts'
import type { Db } from '../db/connection.ts'
import { Ok, ok } from '../http/answer.ts'
import { notFound } from '../http/errors.ts'
import { findProduct, findProducts, findReviewsOf } from './queries.ts'

const text = Type.Optional(Type.String())
const listProducts = {
  summary: 'Products on sale, newest first',
  querystring: Type.Object({
    category: text,
    color: text,
    minPrice: text,
    maxPrice: text,
    page: text,
    limit: text,
    ids: text,
  }),
  response: { 200: Ok(ProductList) },
}
const getProduct = {
  summary: 'A product and its reviews',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(Type.Object({ product: Product, reviews: Type.Array(Review) })) },
}

/** `/api/products`: reading the catalogue. Prices in dollars. */
export const productRoutes: FastifyPluginAsyncTypebox<{ db: Db; origin: string }> = async (app, { db, origin }) => {
  app.get('/', { schema: listProducts, config: { access: 'anyone' } }, async ({ query }) => {
    const filters = readProductFilters(query)
    const { products, total } = await findProducts(db, origin, filters)
    return ok({ products, totalProducts: total, totalPages: Math.ceil(total / filters.limit) })
  })

  app.get('/:id', { schema: getProduct, config: { access: 'anyone' } }, async ({ params }) => {
    const product = await findProduct(db, origin, params.id)
    if (!product) throw notFound('Product')
    return ok({ product, reviews: await findReviewsOf(db, product._id) })
  })
}
