import type { Log } from '../lib/log.ts'
import { ProviderUnavailable } from '../payments/provider.ts'
import { settle } from '../payments/settle.ts'
import type { CheckoutContext } from './context.ts'

/**
 * Leaves a visitor's newest payment pages open and closes the older ones at the provider. One that was paid meanwhile stays
 * paid. When the provider does not answer, they stay open until they expire.
 */
export async function closeOldest(
  context: CheckoutContext,
  visitor: string,
  maxOpen: number,
  log: Pick<Log, 'warn'>,
): Promise<void> {
  const surplus = await context.db
    .selectFrom('order')
    .select('payment_session')
    .where('visitor', '=', visitor)
    .where('payment_state', 'is not distinct from', 'awaiting')
    .where('payment_session', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxOpen)
    .execute()
  for (const { payment_session } of surplus) {
    try {
      const session = await context.payments.expireSession(payment_session ?? '')
      if (session) await settle(context, session, { actor: 'checkout' })
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error
      return log.warn({ err: error }, 'an older payment page of a visitor could not be closed')
    }
  }
}
