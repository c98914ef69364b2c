import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Deleted } from '#domain/audit.ts'
import { ManagedChart } from '#domain/products/size-chart.ts'
import { callerOf } from '../../http/access.ts'
import { Ok, ok } from '../../http/envelope.ts'
import type { CatalogueContext } from '../context.ts'
import { listCharts } from './queries.ts'
import { createChart, deleteChart, updateChart } from './save-chart.ts'

const ById = Type.Object({ id: Type.String() })
/** `readSizeChart` validates each field, so that an error can be a sentence about it. */
const fields = {
  name: Type.Optional(Type.Unknown({ description: 'At most 80 characters' })),
  isGarment: Type.Optional(Type.Unknown({ description: 'true when measured on the garment, not on the body' })),
  measures: Type.Optional(Type.Unknown({ description: 'Up to 8 names, such as Bust' })),
  rows: Type.Optional(
    Type.Unknown({
      description: 'Up to 30 of { size, mm }: a code, and [from, to] in whole mm for each measure, from 1 to 3000',
    }),
  ),
}
const listSchema = { summary: 'The size charts by name', response: { 200: Ok(Type.Array(ManagedChart)) } }
const createSchema = { summary: 'Add a size chart', body: Type.Object(fields), response: { 201: Ok(ManagedChart) } }
const updateSchema = {
  summary: 'Replace a size chart',
  params: ById,
  body: Type.Object({
    ...fields,
    updatedAt: Type.Optional(
      Type.String({ description: 'The version that was changed; 409 when it is no longer the newest' }),
    ),
  }),
  response: { 200: Ok(ManagedChart) },
}
const deleteSchema = {
  summary: 'Delete a size chart that no product uses; it can be undone',
  params: ById,
  response: { 200: Ok(Deleted) },
}
const config = { access: 'admin' } as const

/** `/api/size-charts`: the measures that sizes fit, which products refer to by `chartId`. */
export const sizeChartRoutes: FastifyPluginAsyncTypebox<CatalogueContext> = async (app, context) => {
  app.get('/', { schema: listSchema, config }, async () => ok(await listCharts(context.db)))

  app.post('/', { schema: createSchema, config }, async (request, reply) => {
    reply.status(201)
    return ok(await createChart(context, callerOf(request), request.body))
  })

  app.patch('/:id', { schema: updateSchema, config }, async request => {
    const { updatedAt, ...sent } = request.body
    return ok(await updateChart(context, callerOf(request), request.params.id, sent, updatedAt))
  })

  app.delete('/:id', { schema: deleteSchema, config }, async request => {
    const auditId = await deleteChart(context, callerOf(request), request.params.id)
    return ok({ auditId }, 'Size chart deleted')
  })
}
