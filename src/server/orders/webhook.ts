import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { Ok, ok } from '../http/answer.ts'
import { badRequest } from '../http/errors.ts'
import { BadEvent, type PaymentEvent } from '../providers/payments/provider.ts'
import { settle } from './settle.ts'
import type { Till } from './till.ts'

const mostBytes = 256 * 1024
const receiveEvent = {
  summary: 'Events of the payment provider, signed by it',
  response: { 200: Ok(Type.Object({ received: Type.Literal(true) })) },
}

/** `/api/payments/webhook`: where the payment provider tells what happened. It repeats itself until it gets a 200. */
export const paymentRoutes: FastifyPluginAsyncTypebox<{ till: Till }> = async (app, { till }) => {
  // The signature covers the bytes as they came, so nothing here may parse them first.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: mostBytes }, async (_: unknown, body: Buffer) => body)

  app.post('/webhook', { schema: receiveEvent, config: { access: 'anyone' } }, async ({ body, headers, log }) => {
    const event = await readEvent(till, body, headers['stripe-signature'])
    if (event.session) {
      const orderId = await settle(till, event.session, { actor: 'webhook', event })
      if (!orderId) log.warn({ event: event.id, type: event.type }, 'a payment event about no order of ours')
    }
    return ok({ received: true as const })
  })
}

async function readEvent(
  { payments }: Till,
  body: unknown,
  signature: string | string[] | undefined,
): Promise<PaymentEvent> {
  try {
    const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    return await payments.readEvent(rawBody, typeof signature === 'string' ? signature : undefined)
  } catch (error) {
    throw error instanceof BadEvent ? badRequest(error.message) : error
  }
}
