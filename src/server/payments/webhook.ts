import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { CheckoutContext } from '../checkout/context.ts'
import { Ok, ok } from '../http/envelope.ts'
import { badRequest } from '../lib/errors.ts'
import { throttle } from '../lib/throttle.ts'
import type { WebhookCounts } from '../telemetry/webhook-counts.ts'
import { handleEvent } from './handle-event.ts'
import { BadEvent, LateEvent, type PaymentEvent } from './provider.ts'

const maxBytes = 256 * 1024
const receiveEvent = {
  summary: 'Events of the payment provider, signed by it',
  response: { 200: Ok(Type.Object({ received: Type.Literal(true) })) },
}

interface Options {
  context: CheckoutContext
  counts: WebhookCounts
}

/** `/api/payments/webhook`: receives the events of the payment provider, which repeats an event until it gets a 200. */
export const paymentRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { context, counts }) => {
  const warnLate = throttle<object>((about, times) =>
    app.log.warn(
      { ...about, times },
      'an event of the payment provider was refused for its time: most likely the clock of this machine is wrong. Set it; until then the shop asks about payments by itself',
    ),
  )

  // The signature covers the bytes as they arrived, so no parser may change them first.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, async (_: unknown, body: Buffer) => body)

  app.post('/webhook', { schema: receiveEvent, config: { access: 'anyone' } }, async ({ body, headers, log }) => {
    let result: keyof WebhookCounts = 'failed'
    try {
      const event = await readEvent(context, body, headers['stripe-signature'])
      const subject = await handleEvent(context, event)
      if (isAboutPayment(event) && subject === 'nothing of ours')
        log.warn({ event: event.id, type: event.type }, 'a payment event about no order of ours')
      result = subject === 'an order' ? 'settled' : 'about-no-order'
      return ok({ received: true as const })
    } catch (error) {
      if (!(error instanceof BadEvent)) throw error
      result = error instanceof LateEvent ? 'too-late' : 'refused'
      if (error instanceof LateEvent) warnLate({ now: context.clock.now() })
      throw badRequest(error.message)
    } finally {
      counts[result] += 1
    }
  })
}

const isAboutPayment = ({ session, dispute, refundedPaymentId }: PaymentEvent) =>
  Boolean(session ?? dispute ?? refundedPaymentId)

async function readEvent(
  { payments }: CheckoutContext,
  body: unknown,
  signature: string | string[] | undefined,
): Promise<PaymentEvent> {
  const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  return await payments.readEvent(rawBody, typeof signature === 'string' ? signature : undefined)
}
