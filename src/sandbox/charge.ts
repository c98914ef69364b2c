import type Stripe from 'stripe'
import { currencyOf, totalOf } from './accepted.ts'
import type { SessionRow } from './session.ts'
import type { Query } from './store/connect-store.ts'

/** The part of Stripe's charge that the sandbox implements. */
export type ChargeObject = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'amount_refunded' | 'currency' | 'disputed' | 'payment_intent' | 'refunded'
>

/** The charge of a session that was paid, with its refunds and disputes. */
export async function chargeOf(query: Query, { payment_intent, params }: SessionRow): Promise<ChargeObject> {
  const amount = totalOf(params)
  const { rows } = await query<{ refunded: number; disputed: boolean }>(
    `select coalesce(sum(coalesce(amount, $2)) filter (where status <> 'failed'), 0)::int8::int as refunded,
       exists (select from sandbox.dispute where payment_intent = $1) as disputed
     from sandbox.refund where payment_intent = $1`,
    [payment_intent, amount],
  )
  const { refunded = 0, disputed = false } = rows[0] ?? {}
  return {
    id: (payment_intent ?? '').replace('pi_', 'ch_'),
    object: 'charge',
    amount,
    amount_refunded: refunded,
    currency: currencyOf(params),
    disputed,
    payment_intent,
    refunded: refunded === amount,
  }
}
