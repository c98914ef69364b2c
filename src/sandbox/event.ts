import type Stripe from 'stripe'
import { randomToken } from './token.ts'

/** A stored event. */
export interface EventRow {
  id: string
  payload: string
  /** When the event will be sent, null for never. */
  due_at: Date | null
  /** How often it has been sent. */
  attempts: number
  created_at: Date
}

/** The version that the shop's Stripe SDK uses: any other one does not compile. */
const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

/** An event about an object of the API, with Stripe's event type. */
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
