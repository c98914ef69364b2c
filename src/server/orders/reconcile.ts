import { giveUp, settle } from './settle.ts'
import type { Till } from './till.ts'

const atOnce = 100
/** Long after any session of an order has ended. */
const hopelessAfterMs = 60 * 60_000

/**
 * Asks the provider about the orders that have waited longest for their payment and settles each, so that a payment is
 * found even when neither the browser nor an event came back. An order without a session whose time is long over is given up.
 * @returns how many were looked at
 * @throws ProviderUnavailable
 */
export async function reconcile(till: Till): Promise<number> {
  const waiting = await till.db
    .selectFrom('order')
    .select(['id', 'payment_session', 'created_at'])
    .where('payment_state', '=', 'awaiting')
    .orderBy('created_at')
    .limit(atOnce)
    .execute()
  for (const { id, payment_session, created_at } of waiting) {
    const session = payment_session === null ? undefined : await till.payments.findSession(payment_session)
    if (session) await settle(till, session, { actor: 'reconcile' })
    else if (+till.clock.now() - +created_at > hopelessAfterMs) await giveUp(till, id, 'expired', 'reconcile')
  }
  return waiting.length
}
