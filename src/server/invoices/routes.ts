import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Invoice } from '#domain/costs/invoice.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { Ok, ok } from '../http/envelope.ts'
import type { Sessions } from '../http/sessions.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { notFound } from '../lib/errors.ts'
import { findInvoicesOf } from './find-invoices.ts'

/** Opens an order without an account; any other text opens nothing. */
const headers = Type.Object(
  { 'order-key': Type.Optional(Type.String({ maxLength: 255 })) },
  { patternProperties: { '': {} } },
)
const listInvoices = {
  summary: 'The invoice and the credit notes of an order, oldest first: for its buyer, with a key of it, and for staff',
  headers,
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(Type.Array(Invoice)) },
}
const getFile = {
  summary: 'One of them as a PDF',
  headers,
  params: Type.Object({ id: Type.String(), number: Type.String() }),
  produces: ['application/pdf'],
}

interface Options {
  context: Pick<CheckoutContext, 'db' | 'clock' | 'origin'>
  sessions: Pick<Sessions, 'find'>
}

/** `/api/orders/order/:id/invoices`: a viewer who may not see the order gets 404, the same as when it does not exist. */
export const invoiceRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { context, sessions }) => {
  const inTurn = limitConcurrency(1, 20)

  async function find(id: string, request: FastifyRequest, reply: FastifyReply): Promise<Invoice[]> {
    const { 'order-key': key } = request.headers as { 'order-key'?: string }
    const invoices = await findInvoicesOf(context, id, { caller: await sessions.find(request, reply), key })
    if (!invoices) throw notFound('Order')
    return invoices
  }

  app.get('/order/:id/invoices', { schema: listInvoices, config: { access: 'anyone' } }, async (request, reply) =>
    ok(await find(request.params.id, request, reply)),
  )

  app.get(
    '/order/:id/invoices/:number.pdf',
    { schema: getFile, exposeHeadRoute: false, config: { access: 'anyone' } },
    async (request, reply) => {
      const { id, number } = request.params
      const invoice = (await find(id, request, reply)).find(each => each.number === number)
      if (!invoice) throw notFound('Invoice')
      const bytes = await inTurn(async () => (await pdf()).writePdf(invoice, context.origin))
      return reply
        .type('application/pdf')
        .header('Content-Disposition', `attachment; filename="${number}.pdf"`)
        .header('Cache-Control', 'no-store')
        .send(bytes)
    },
  )
}

/** Loads the library only when somebody wants a file. */
const pdf = () => import('./pdf.ts')
