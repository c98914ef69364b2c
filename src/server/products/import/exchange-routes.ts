import path from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  FailedPicture,
  ImportChange,
  ImportCount,
  ImportFault,
  maxImportBytes,
  maxStoredErrors,
  ProductImport,
} from '#domain/products/product-import.ts'
import { sendCsv } from '../../csv/send.ts'
import { callerOf } from '../../http/access.ts'
import { Ok, ok } from '../../http/envelope.ts'
import { readLongBody } from '../../http/limits/body-timeout.ts'
import { PageQuery, readPage, totalHeader } from '../../http/paging.ts'
import { notFound } from '../../lib/errors.ts'
import type { CatalogueContext } from '../context.ts'
import { findFailedPictures } from '../downloads/download-queries.ts'
import { retryDownloads } from '../downloads/retry-downloads.ts'
import { applyImport } from './apply-import.ts'
import { exportProducts } from './export-products.ts'
import { findCounts } from './import-counts.ts'
import { findChanges, findFaults, findImport } from './import-queries.ts'
import { oneFileAtATime } from './import-turn.ts'
import { readImport } from './read-import.ts'

const admin = { access: 'admin' } as const
const ById = Type.Object({ id: Type.String() })

const exportSchema = {
  summary: 'The products on sale as CSV with a row per size, which can be imported again',
  produces: ['text/csv'],
}
const readSchema = {
  summary: 'Read a file of products and report what it would change, without changing anything',
  description: 'The body is the file itself, CSV in UTF-8.',
  querystring: Type.Object({ file: Type.Optional(Type.String({ description: 'Its name' })) }),
  response: { 201: Ok(ProductImport) },
}
const showSchema = { summary: 'An import and its progress', params: ById, response: { 200: Ok(ProductImport) } }
const { q: _, ...OnePage } = PageQuery
const faultsSchema = {
  summary: `The faults of an import, in the order of the file: the first ${maxStoredErrors}`,
  params: ById,
  querystring: Type.Object(OnePage),
  response: { 200: Ok(Type.Array(ImportFault)) },
}
const changesSchema = {
  summary: 'What an import does to each product, in the order of the file',
  params: ById,
  querystring: Type.Object(OnePage),
  response: { 200: Ok(Type.Array(ImportChange)) },
}
const countsSchema = {
  summary: 'The counts of an import in the order of the file, those that were refused first',
  params: ById,
  querystring: Type.Object(OnePage),
  response: { 200: Ok(Type.Array(ImportCount)) },
}
const picturesSchema = {
  summary: 'The pictures of an import that could not be fetched, in the order of the file',
  params: ById,
  querystring: Type.Object(OnePage),
  response: { 200: Ok(Type.Array(FailedPicture)) },
}
const retrySchema = {
  summary: 'Fetch one picture that could not be fetched again, or all of them',
  params: ById,
  body: Type.Object({ one: Type.Optional(Type.Pick(FailedPicture, ['productId', 'place'])) }),
  response: { 200: Ok(ProductImport) },
}
const applySchema = {
  summary: 'Apply an import, whole or not at all, and then its counts, each on its own; its products can be undone',
  params: ById,
  response: { 200: Ok(ProductImport) },
}

/** `/api/products`: exports the catalogue to a CSV file and imports it from one. */
export const exchangeRoutes: FastifyPluginAsyncTypebox<CatalogueContext & { origin: string }> = async (
  app,
  { origin, ...context },
) => {
  const readOneAtATime = oneFileAtATime()

  app.get('/export', { schema: exportSchema, exposeHeadRoute: false, config: admin }, async (_request, reply) =>
    sendCsv(reply, `products-${context.clock.now().toISOString().slice(0, 10)}.csv`, () =>
      exportProducts(context.db, origin),
    ),
  )

  const readRoute: FastifyPluginAsyncTypebox = async plain => {
    // No parser reads the body: `readImport` reads it at its own pace and reports what is wrong with it.
    plain.removeAllContentTypeParsers()
    plain.addContentTypeParser('*', (_request, _body, done) => done(null))
    plain.post('/imports', { schema: readSchema, config: { ...admin, hasLongBody: true } }, async (request, reply) => {
      const file = path.basename(request.query.file ?? '').slice(0, 200) || 'products.csv'
      const sent = { file, actor: callerOf(request).id, origin, bytes: readLongBody(request.raw, maxImportBytes) }
      const id = await readOneAtATime(() => readImport(context, sent))
      reply.status(201)
      return ok(await show(id))
    })
  }
  await app.register(readRoute)

  app.get('/imports/:id', { schema: showSchema, config: admin }, async ({ params }) => ok(await show(params.id)))

  app.get('/imports/:id/faults', { schema: faultsSchema, config: admin }, async ({ params, query }, reply) => {
    const { faults } = await show(params.id)
    reply.header(totalHeader, Math.min(faults, maxStoredErrors))
    return ok(await findFaults(context.db, params.id, readPage(query)))
  })

  app.get('/imports/:id/changes', { schema: changesSchema, config: admin }, async ({ params, query }, reply) => {
    const { added, changed } = await show(params.id)
    reply.header(totalHeader, added + changed)
    return ok(await findChanges(context.db, origin, params.id, readPage(query)))
  })

  app.get('/imports/:id/counts', { schema: countsSchema, config: admin }, async ({ params, query }, reply) => {
    const { counts } = await show(params.id)
    reply.header(totalHeader, counts)
    return ok(await findCounts(context.db, params.id, readPage(query)))
  })

  app.post('/imports/:id/apply', { schema: applySchema, config: admin }, async request => {
    const { id } = request.params
    await applyImport(context, callerOf(request).id, id)
    return ok(await show(id), 'Products imported successfully!')
  })

  app.get('/imports/:id/pictures', { schema: picturesSchema, config: admin }, async ({ params, query }, reply) => {
    const { pictures } = await show(params.id)
    reply.header(totalHeader, pictures.failed)
    return ok(await findFailedPictures(context.db, params.id, readPage(query)))
  })

  app.post('/imports/:id/pictures/retry', { schema: retrySchema, config: admin }, async request => {
    const { id } = request.params
    await retryDownloads(context, callerOf(request), id, request.body.one)
    return ok(await show(id), 'The shop tries again.')
  })

  async function show(id: string): Promise<ProductImport> {
    const found = await findImport(context.db, id)
    if (!found) throw notFound('Import')
    return found
  }
}
