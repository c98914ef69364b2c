import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Deleted } from '#domain/audit.ts'
import { DraftProduct, ManagedProduct } from '#domain/products/managed-product.ts'
import {
  type CountedBy,
  Product,
  ProductCounts,
  ProductList,
  pageSizes,
  readProductFilters,
} from '#domain/products/product.ts'
import { ProductWithReviews } from '#domain/products/product-with-reviews.ts'
import { shared } from '../cache/cache-plugin.ts'
import { tags } from '../cache/tags.ts'
import type { Db } from '../db/connection.ts'
import type { ReadPublic } from '../db/replica/replica.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import type { CollectionMembers } from './collections/collection-members.ts'
import { countFiltered } from './collections/count-collection.ts'
import type { CatalogueContext } from './context.ts'
import { findProduct, findProductPage } from './find-product.ts'
import { productFilters } from './list/filter-queries.ts'
import { addColor } from './manage/add-color.ts'
import { deleteProduct } from './manage/delete-product.ts'
import { findManagedProduct, listDrafts } from './manage/find-managed.ts'
import { createProduct, updateProduct } from './manage/save-product.ts'
import { findProducts } from './queries.ts'
import { findRelated } from './related.ts'

const text = Type.Optional(Type.String())
const listProducts = {
  summary: 'Products on sale; sort is newest, price-asc, price-desc or rating',
  querystring: Type.Object({ ...productFilters, page: text, limit: text, sort: text, ids: text, q: text }),
  response: { 200: Ok(ProductList) },
}
const getCounts = {
  summary: 'How many products each value of a filter would show',
  querystring: Type.Object(productFilters),
  response: { 200: Ok(ProductCounts) },
}
const getProduct = {
  summary: 'A product and its newest 100 reviews',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(ProductWithReviews) },
}
const getRelated = {
  summary: 'Up to four products that go with this one',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(Type.Array(Product)) },
}

const getManaged = {
  summary: 'A product as its admin edits it, also one that visitors cannot see',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(ManagedProduct) },
}
const getDrafts = {
  summary:
    'The newest 100 products that visitors cannot see: drafts, hidden, scheduled, ended, and colors without a picture',
  response: { 200: Ok(Type.Array(DraftProduct)) },
}

const ById = Type.Object({ id: Type.String() })
const optional = (description: string) => Type.Optional(Type.Unknown({ description }))
/** `readProductFields` and `readVariation` validate each field, so that an error can be a sentence about it. `author` and `id` are ignored. */
const fields = {
  name: Type.Optional(Type.Unknown()),
  category: Type.Optional(Type.Unknown()),
  color: Type.Optional(Type.Unknown()),
  description: Type.Optional(Type.Unknown()),
  price: Type.Optional(
    Type.Unknown({
      description: 'In the shop’s currency, a number or a numeric text; while a sale runs, the price after it',
    }),
  ),
  oldPrice: Type.Optional(
    Type.Unknown({ description: 'In the shop’s currency, above the price; empty or null for none' }),
  ),
  image: Type.Optional(Type.Unknown({ description: 'As the upload answered; empty for none' })),
  sizes: optional('[{ size, sku?, barcode? }], all of one run; empty for one size. They replace the former ones'),
  styleOf: optional('The id of a product of which this is another color; empty to leave its style'),
  shade: optional('What the color is called, at most 40 characters; empty for none'),
  swatch: optional('#rrggbb; empty for none'),
  images: optional('At most 12 pictures in their order, addresses or { url, alt }; the first one is `image`'),
  chartId: optional('A size chart; empty for none'),
  modelCm: optional('The height of the model on the pictures in cm, from 100 to 230; empty for none'),
  modelSize: optional('The code of the size that the model wears; empty for none'),
  isSealed: optional('true for hygiene goods, which cannot be returned once unsealed'),
  seoTitle: optional('The title of its page, at most 70 characters; empty for its name'),
  seoDescription: optional('For search engines, at most 200 characters; empty for its description'),
  related: optional('The ids of at most 4 products that come first among the related ones; null or empty for none'),
  look: optional('The ids of at most 6 products that complete the look; null or empty for none'),
  status: optional('public, draft or hidden; a new product without one is public'),
  visibleFrom: optional('A public product is on sale from this time, ISO 8601 with its zone; empty or null: at once'),
  visibleUntil: optional('And until this time; empty or null: without an end'),
  salePrice: optional('In the shop’s currency, below the price; empty or null ends the sale'),
  saleFrom: optional('When the sale begins; empty or null: at once'),
  saleUntil: optional('When it ends; empty or null: when an admin ends it'),
}
const createSchema = {
  summary: 'Put a product on sale, or prepare one with a status or a schedule',
  body: Type.Object({
    ...fields,
    sizes: optional('[{ size, sku?, barcode?, pieces? }], all of one run; empty for one size. Pieces begin its stock'),
  }),
  response: { 201: Ok(ManagedProduct) },
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
  response: { 200: Ok(ManagedProduct) },
}
const addColorSchema = {
  summary: 'Add a color to the style of a product, a draft until it has a picture',
  params: ById,
  body: Type.Object({ color: fields.color, shade: fields.shade, swatch: fields.swatch }),
  response: { 201: Ok(ManagedProduct) },
}
const deleteSchema = {
  summary: 'Take a product off sale; it can be undone',
  params: ById,
  response: { 200: Ok(Deleted) },
}

interface Options extends CatalogueContext {
  read: ReadPublic
  origin: string
  members: CollectionMembers
}

/** `/api/products`: reads and changes the catalogue. Prices are in major units. */
export const productRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { read, origin, members, ...context }) => {
  const { db } = context
  const sourcesOf = async (db: Db, { collection }: CountedBy) =>
    collection ? { members, settings: await app.collectionSettings(db) } : undefined

  app.get('/', { schema: listProducts, config: shared }, async ({ query }, reply) => {
    const filters = readProductFilters(query)
    const { products, total } = await read(async db => findProducts(db, origin, filters, await sourcesOf(db, filters)))
    // A cart's prices and an admin's search are not cached. The few products of a look are: a page shows them.
    const isUncacheable = (filters.ids && filters.limit > pageSizes.default) || filters.q
    if (!isUncacheable)
      reply.cacheTags = [
        ...tags.list(products, filters.collection ? 'rating' : filters.sort),
        ...(filters.collection ? [tags.settings] : []),
      ]
    return ok({ products, totalProducts: total, totalPages: Math.ceil(total / filters.limit) })
  })

  app.get('/counts', { schema: getCounts, config: shared }, async ({ query }, reply) => {
    reply.cacheTags = [tags.products, tags.settings]
    const filters = readProductFilters(query)
    const choices = await app.latestShopFrame()
    return ok(await read(async db => countFiltered(db, choices, filters, await sourcesOf(db, filters))))
  })

  app.get('/:id', { schema: getProduct, config: shared }, async ({ params }, reply) => {
    const found = await read(db => findProductPage(db, origin, params.id))
    reply.cacheTags = tags.page(found.product, found.reviews)
    return ok(found)
  })

  app.get('/:id/related', { schema: getRelated, config: shared }, async ({ params }, reply) => {
    const related = await read(async db => {
      const found = await findRelated(db, origin, params.id)
      if (found.length === 0) await findProduct(db, origin, params.id) // throws when the product itself is not on sale
      return found
    })
    reply.cacheTags = [tags.product(params.id.toLowerCase()), ...tags.list(related)]
    return ok(related)
  })

  app.get('/manage/:id', { schema: getManaged, config: { access: 'admin' } }, async ({ params }) =>
    ok(await findManagedProduct(context, origin, params.id)),
  )

  app.get('/drafts', { schema: getDrafts, config: { access: 'admin' } }, async () => ok(await listDrafts(db)))

  app.post('/:id/add-color', { schema: addColorSchema, config: { access: 'admin' } }, async (request, reply) => {
    const id = await addColor(context, callerOf(request), request.params.id, request.body)
    reply.status(201)
    return ok(await findManagedProduct(context, origin, id), 'Color added')
  })

  app.post('/create-product', { schema: createSchema, config: { access: 'admin' } }, async (request, reply) => {
    const id = await createProduct(context, callerOf(request), request.body)
    reply.status(201)
    return ok(await findManagedProduct(context, origin, id), 'Product added successfully!')
  })

  app.patch('/update-product/:id', { schema: updateSchema, config: { access: 'admin' } }, async request => {
    const { updatedAt, ...sent } = request.body
    await updateProduct(context, callerOf(request), request.params.id, sent, updatedAt)
    return ok(await findManagedProduct(context, origin, request.params.id), 'Product updated successfully!')
  })

  app.delete('/:id', { schema: deleteSchema, config: { access: 'admin' } }, async request => {
    const auditId = await deleteProduct(context, callerOf(request), request.params.id)
    return ok({ auditId }, 'Product deleted successfully!')
  })
}
