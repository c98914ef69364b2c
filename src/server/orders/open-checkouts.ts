import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { ProviderUnavailable } from '../providers/payments/provider.ts'
import { settle } from './settle.ts'
import type { Till } from './till.ts'

/** The same cart from the same visitor within this time is a double click: nobody fills in two payment pages so fast. */
const doubleClickMs = 10_000

/** An order that one visitor makes at this moment, and its payment page as soon as there is one. */
export interface Twin {
  id: string
  orderId: string
  userId: string | null
  email: string | null
  expiresAt: Date
  session?: { id: string; url: string }
}

/**
 * The order that this very cart has just become. Checkouts of one visitor wait for each other here until the
 * transaction ends, so that of two at once the second finds the first.
 */
export async function findTwin(tx: Tx, visitor: string, cartHash: string, now: Date): Promise<Twin | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`checkout of ${visitor}`}, 0))`.execute(tx)
  const order = await tx
    .selectFrom('order')
    .select(['id', 'order_id', 'user_id', 'email', 'expires_at', 'payment_session', 'payment_url'])
    .where('visitor', '=', visitor)
    .where('cart_hash', '=', cartHash)
    .where('payment_state', '=', 'awaiting')
    .where('created_at', '>', new Date(+now - doubleClickMs))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!order?.expires_at) return undefined
  const { id, order_id: orderId, user_id: userId, email, expires_at: expiresAt, payment_session, payment_url } = order
  const session = payment_session && payment_url ? { id: payment_session, url: payment_url } : undefined
  return { id, orderId, userId, email, expiresAt, session }
}

interface Log {
  warn(about: object, message: string): void
}

/**
 * Leaves a visitor's newest payment pages open and closes the older ones at the provider. One that was paid meanwhile
 * stays paid. When the provider does not answer, they stay open until their time is over.
 */
export async function closeOldest(till: Till, visitor: string, keep: number, log: Log): Promise<void> {
  const surplus = await till.db
    .selectFrom('order')
    .select('payment_session')
    .where('visitor', '=', visitor)
    .where('payment_state', '=', 'awaiting')
    .where('payment_session', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(keep)
    .execute()
  for (const { payment_session } of surplus) {
    try {
      const session = await till.payments.expireSession(payment_session ?? '')
      if (session) await settle(till, session, { actor: 'checkout' })
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      return log.warn({ err: error }, 'an older payment page of a visitor could not be closed')
    }
  }
}
