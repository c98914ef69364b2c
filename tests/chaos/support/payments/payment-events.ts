import { once } from 'node:events'
import http from 'node:http'
import Stripe from 'stripe'
import { one, query, url } from '../shop-in-hand.ts'

/** An event of the payment provider about an order of the shop under test. */
export interface PaymentEvent {
  orderId: string
  type: string
  payload: string
}

/** The outcome of a provider's request: an answer, or one of the ways to get none. */
export const mishaps = ['torn off while it was sent', 'cut off before the answer', 'answer lost'] as const
export type Mishap = (typeof mishaps)[number]

const maxAnswerMs = 20_000

/** @returns a function that sends an event, signed like the sandbox of this shop; it resolves to 0 without an answer */
export async function openSender(): Promise<(payload: string, mishap?: Mishap) => Promise<number>> {
  const secret = await one<string>('select webhook_secret from sandbox.secret')

  return async (payload, mishap) => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(payload),
      'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
    }
    const request = http.request(`${url}/api/payments/webhook`, { method: 'POST', headers })
    request.setTimeout(maxAnswerMs, () => request.destroy(new Error('The shop did not answer an event')))
    if (mishap === 'torn off while it was sent') return await breakOff(request, payload.slice(0, payload.length / 2))
    if (mishap === 'cut off before the answer') return await breakOff(request, payload)
    request.end(payload)
    const [response] = await once(request, 'response')
    await once(response.resume(), 'end')
    return mishap ? 0 : response.statusCode
  }
}

function breakOff(request: http.ClientRequest, sent: string): Promise<0> {
  return new Promise(resolve => {
    request.on('error', () => undefined) // this test breaks the connection itself
    request.on('close', () => resolve(0))
    request.write(sent, () => request.destroy())
  })
}

/** The sandbox's events about each payment, including those that it was made to drop. */
export async function eventsOf(orders: readonly string[]): Promise<PaymentEvent[]> {
  const rows = await query<{ payload: string }>(
    `select payload from sandbox.event where payload::jsonb #>> '{data,object,metadata,orderId}' = any($1)`,
    [orders],
  )
  return rows.map(({ payload }) => {
    const { type, data } = JSON.parse(payload)
    return { orderId: data.object.metadata.orderId, type, payload }
  })
}

/** An event that the sandbox never sends, in the same format. */
export function eventAbout(
  { orderId, session, cents }: { orderId: string; session: string; cents: number },
  type: string,
  changes: Partial<Stripe.Checkout.Session> = {},
): PaymentEvent {
  const object = {
    id: session,
    object: 'checkout.session',
    metadata: { orderId },
    status: 'complete',
    payment_status: 'paid',
    amount_total: cents,
    currency: 'usd',
    ...changes,
  }
  const id = `evt_${orderId}_${type}`.replaceAll('.', '_')
  return { orderId, type, payload: JSON.stringify({ id, object: 'event', type, created: 1, data: { object } }) }
}
