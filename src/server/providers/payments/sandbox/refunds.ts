import type Stripe from 'stripe'
import type { Clock } from '../../clock.ts'
import { totalOf } from './accepted.ts'
import { findAnswer, hashOf, keepAnswer } from './answers.ts'
import type { Store } from './connect-store.ts'
import type { Form } from './form.ts'
import { missing, Refusal, unknownParameter } from './refusal.ts'
import type { SessionRow } from './session.ts'
import { randomToken } from './token.ts'

/** The part of Stripe's refund that the sandbox knows. */
export type RefundObject = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'payment_intent' | 'reason' | 'status'
>

export type Refunds = ReturnType<typeof createRefunds>

/** Gives back the money of paid sessions: each once, and always all of it. */
export function createRefunds(store: Store, clock: Clock) {
  return {
    /** @throws Refusal for a payment that there is not, or that was given back before */
    async create(form: Form, key: string | undefined): Promise<{ body: RefundObject; replayed: boolean }> {
      const now = clock.now()
      const hash = hashOf(form)
      const paymentIntent = readPaymentIntent(form)
      return await store.inTransaction(async query => {
        const { rows } = await query<SessionRow>('select * from sandbox.session where payment_intent = $1 for update', [
          paymentIntent,
        ])
        const [session] = rows
        if (!session) throw noSuchPayment(paymentIntent)
        const earlier = await findAnswer<RefundObject>(query, key, hash)
        if (earlier) return { body: earlier, replayed: true }
        const id = `re_${randomToken(24)}`
        const given = await query(
          'insert into sandbox.refund (id, payment_intent, created_at) values ($1, $2, $3) on conflict do nothing',
          [id, paymentIntent, now],
        )
        if (given.rowCount === 0) throw givenBackBefore()
        const body: RefundObject = {
          id,
          object: 'refund',
          amount: totalOf(session.params),
          created: Math.floor(+now / 1000),
          currency: 'usd',
          metadata: {},
          payment_intent: paymentIntent,
          reason: null,
          status: 'succeeded',
        }
        await keepAnswer(query, { key, hash, body, now })
        return { body, replayed: false }
      })
    },
  }
}

function readPaymentIntent({ payment_intent, ...others }: Form): string {
  const [other] = Object.keys(others)
  if (other) throw unknownParameter(other)
  if (payment_intent === undefined) throw missing('payment_intent')
  if (typeof payment_intent !== 'string')
    throw new Refusal('Invalid string: payment_intent', { param: 'payment_intent' })
  return payment_intent
}

const noSuchPayment = (id: string) =>
  new Refusal(`No such payment_intent: '${id}'`, { status: 404, code: 'resource_missing', param: 'payment_intent' })

const givenBackBefore = () => new Refusal('This charge has already been refunded.', { code: 'charge_already_refunded' })
