import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { CheckoutContext } from '../../checkout/context.ts'
import { sendCsv } from '../../csv/send.ts'
import { exportOrders } from './export-orders.ts'

const exportSchema = { summary: 'The orders for which money has arrived as CSV, oldest first', produces: ['text/csv'] }

/** `/api/orders/export`: the orders for accounting. */
export const exportOrderRoutes: FastifyPluginAsyncTypebox<Pick<CheckoutContext, 'db' | 'clock'>> = async (
  app,
  { db, clock },
) => {
  app.get(
    '/export',
    { schema: exportSchema, exposeHeadRoute: false, config: { access: 'admin' } },
    async (_request, reply) =>
      sendCsv(reply, `orders-${clock.now().toISOString().slice(0, 10)}.csv`, () => exportOrders(db)),
  )
}
