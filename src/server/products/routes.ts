import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Deleted } from '#domain/audit.ts'
import { Product, ProductCounts, ProductList, readProductFilters } from '#domain/product.ts'
import { Review } from '#domain/review.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/answer.ts'
import { gone, notFound } from '../http/errors.ts'
import { countProducts } from './count-products.ts'
import { deleteProduct } from './delete-product.ts'
import type { Desk } from './desk.ts'
import { findProduct, findProducts, findReviewsOf, wasProduct } from './queries.ts'
import { findRelated } from './related.ts'
import { createProduct, updateProduct } from './save-product.ts'

const text = Type.Optional(Type.String())
const filters = { category: text, color: text, minPrice: text, maxPrice: text }
const listProducts = {
  summary: 'Products on sale; sort is newest, price-asc, price-desc or rating',
  querystring: Type.Object({ ...filters, page: text, limit: text, sort: text, ids: text, q: text }),
  response: { 200: Ok(ProductList) },
}
const getCounts = {
  summary: 'How many products each value of a filter would show',
  querystring: Type.Object(filters),
  response: { 200: Ok(ProductCounts) },
}
const getProduct = {
  summary: 'A product and its reviews',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(Type.Object({ product: Product, reviews: Type.Array(Review) })) },
}
const getRelated = {
  summary: 'Up to four products that go with this one',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(Type.Array(Product)) },
}

const ById = Type.Object({ id: Type.String() })
/** Each field is judged by `readProductFields`, so that a refusal can be a sentence about it. `author` and `id` are ignored. */
const fields = {
  name: Type.Optional(Type.Unknown()),
  category: Type.Optional(Type.Unknown()),
  color: Type.Optional(Type.Unknown()),
  description: Type.Optional(Type.Unknown()),
  price: Type.Optional(Type.Unknown({ description: 'In dollars, a number or a numeric text' })),
  oldPrice: Type.Optional(Type.Unknown({ description: 'In dollars, above the price; empty or null for none' })),
  image: Type.Optional(Type.Unknown({ description: 'As the upload answered; empty for none' })),
}
const createSchema = {
  summary: 'Put a product on sale',
  body: Type.Object(fields),
  response: { 201: Ok(Product) },
}
const updateSchema = {
  summary: 'Change the fields of a product that are sent',
  params: ById,
  body: Type.Object({
    ...fields,
    updatedAt: Type.Optional(
      Type.String({ description: 'The version that was changed; 409 when it is no longer the newest' }),
    ),
  }),
  response: { 200: Ok(Product) },
}
const deleteSchema = {
  summary: 'Take a product off sale; it can be undone',
  params: ById,
  response: { 200: Ok(Deleted) },
}

/** `/api/products`: reading and keeping the catalogue. Prices in dollars. */
export const productRoutes: FastifyPluginAsyncTypebox<Desk & { origin: string }> = async (app, { origin, ...desk }) => {
  const { db } = desk

  app.get('/', { schema: listProducts, config: { access: 'anyone' } }, async ({ query }) => {
    const filters = readProductFilters(query)
    const { products, total } = await findProducts(db, origin, filters)
    return ok({ products, totalProducts: total, totalPages: Math.ceil(total / filters.limit) })
  })

  app.get('/counts', { schema: getCounts, config: { access: 'anyone' } }, async ({ query }) =>
    ok(await countProducts(db, readProductFilters(query))),
  )

  app.get('/:id', { schema: getProduct, config: { access: 'anyone' } }, async ({ params }) => {
    const product = await show(params.id)
    return ok({ product, reviews: await findReviewsOf(db, product._id) })
  })

  app.get('/:id/related', { schema: getRelated, config: { access: 'anyone' } }, async ({ params }) =>
    ok(await findRelated(db, origin, await show(params.id))),
  )

  app.post('/create-product', { schema: createSchema, config: { access: 'admin' } }, async (request, reply) => {
    const id = await createProduct(desk, callerOf(request), request.body)
    reply.status(201)
    return ok(await show(id), 'Product added successfully!')
  })

  app.patch('/update-product/:id', { schema: updateSchema, config: { access: 'admin' } }, async request => {
    const { updatedAt, ...sent } = request.body
    await updateProduct(desk, callerOf(request), request.params.id, sent, updatedAt)
    return ok(await show(request.params.id), 'Product updated successfully!')
  })

  app.delete('/:id', { schema: deleteSchema, config: { access: 'admin' } }, async request => {
    const auditId = await deleteProduct(desk, callerOf(request), request.params.id)
    return ok({ auditId }, 'Product deleted successfully!')
  })

  async function show(id: string) {
    const product = await findProduct(db, origin, id)
    if (!product) throw (await wasProduct(db, id)) ? gone('Product') : notFound('Product')
    return product
  }
}
