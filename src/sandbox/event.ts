import type Stripe from 'stripe'
import { randomToken } from './token.ts'

/** An event as the store keeps it. */
export interface EventRow {
  id: string
  payload: string
  /** When it is to be sent, null when it never is. */
  due_at: Date | null
  /** How often it was sent. */
  attempts: number
  created_at: Date
}

/** Of the API that the shop's SDK speaks: another one does not compile. */
const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

/** What has happened to an object of the API, in Stripe's words. */
export function newEvent(
  type: Stripe.Event.Type,
  object: object,
  now: Date,
): Pick<EventRow, 'id' | 'payload' | 'created_at'> {
  const id = `evt_${randomToken(24)}`
  const event = {
    id,
    object: 'event',
    api_version: apiVersion,
    created: Math.floor(+now / 1000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
  return { id, payload: JSON.stringify(event), created_at: now }
}
