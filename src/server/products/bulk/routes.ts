import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Deleted } from '#domain/audit.ts'
import { bulkLimits, bulkNames, ListedProduct, PlannedEdit } from '#domain/products/bulk-edit.ts'
import { callerOf } from '../../http/access.ts'
import { Ok, ok } from '../../http/envelope.ts'
import type { CatalogueContext } from '../context.ts'
import { applyBulkEdit, previewBulkEdit, type SentChange } from './apply-bulk-edit.ts'
import { listManaged, ManagedQuery, readManagedFilters } from './list-managed.ts'

const admin = { access: 'admin' } as const
/** `readBulkChange` validates each, so that an error can be a sentence about it. */
const change = {
  category: Type.Optional(Type.Unknown({ description: 'The address or name of a category; empty leaves it' })),
  color: Type.Optional(Type.Unknown({ description: 'Empty leaves it' })),
  percent: Type.Optional(
    Type.Unknown({
      description: `By how much the price rises or falls, from ${bulkLimits.minPercent} to ${bulkLimits.maxPercent}; while a sale runs, the price after it`,
    }),
  ),
  status: Type.Optional(Type.Unknown({ description: 'public, draft or hidden; empty leaves it' })),
  salePercent: Type.Optional(
    Type.Unknown({
      description: `A sale takes so many percent off the price, from ${bulkLimits.minOff} to ${bulkLimits.maxOff}; it replaces the sale that each product has`,
    }),
  ),
  saleFrom: Type.Optional(Type.Unknown({ description: 'When the sale begins, ISO 8601; empty: at once' })),
  saleUntil: Type.Optional(Type.Unknown({ description: 'When it ends; empty: when an admin ends it' })),
  endsSale: Type.Optional(Type.Unknown({ description: 'true ends the sale that each product has, or is to have' })),
}
const some = { minItems: 1, maxItems: bulkLimits.products }
const listSchema = {
  summary: 'The products as an admin lists them, also those that visitors cannot see',
  querystring: ManagedQuery,
  response: { 200: Ok(Type.Object({ products: Type.Array(ListedProduct), totalProducts: Type.Integer() })) },
}
const previewSchema = {
  summary: 'What an edit would do to each of these products, without changing anything',
  description: 'Products that it would leave as they are, and those that are gone, are missing in the answer.',
  body: Type.Object({ ...change, ids: Type.Array(Type.String(), some) }),
  response: { 200: Ok(Type.Array(PlannedEdit)) },
}
const applySchema = {
  summary: 'Change many products at once: all or none; it can be undone',
  body: Type.Object({
    ...change,
    id: Type.String({ description: 'A UUID of the caller: what is sent twice with it is done once' }),
    products: Type.Array(
      Type.Object({
        _id: Type.String(),
        updatedAt: Type.String({ description: 'As the preview said; 409 when it has another by now' }),
      }),
      some,
    ),
  }),
  response: { 200: Ok(Deleted) },
}

/** `/api/products/manage` and `/api/products/bulk-edit`: the list of the dashboard, and changes of many products at once. */
export const bulkRoutes: FastifyPluginAsyncTypebox<CatalogueContext & { origin: string }> = async (
  app,
  { origin, ...context },
) => {
  app.get('/manage', { schema: listSchema, config: admin }, async ({ query }) =>
    ok(await listManaged(context.db, origin, readManagedFilters(query))),
  )

  app.post('/bulk-edit/preview', { schema: previewSchema, config: admin }, async ({ body: { ids, ...sent } }) =>
    ok(await previewBulkEdit(context, ids, changeOf(sent))),
  )

  app.post('/bulk-edit', { schema: applySchema, config: admin }, async request => {
    const { id, products, ...sent } = request.body
    const auditId = await applyBulkEdit(context, callerOf(request), { id, products, sent: changeOf(sent) })
    const changed = new Set(products.map(({ _id }) => _id.toLowerCase())).size
    return ok({ auditId }, changed === 1 ? '1 product changed' : `${changed} products changed`)
  })
}

const changeOf = (sent: SentChange): SentChange => Object.fromEntries(bulkNames.map(name => [name, sent[name]]))
