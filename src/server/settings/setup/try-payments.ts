import { minChargeCents } from '#domain/currency.ts'
import { currencyCode, formatCents, toCents } from '#domain/money.ts'
import type { TryResult } from '#domain/settings/setup.ts'
import type { Config } from '../../config/settings.ts'
import { notFound } from '../../lib/errors.ts'
import {
  type PaymentProvider,
  type PaymentRefunds,
  type PaymentSession,
  ProviderRefused,
  ProviderUnavailable,
} from '../../payments/provider.ts'
import { failed, incomplete, worked } from './deadline.ts'
import { paymentModeOf } from './services.ts'

/** A dollar, or one of the shop's currency; at least what the provider charges. */
const testCents = () => Math.max(toCents(1), minChargeCents(currencyCode()))
const testAmount = () => (currencyCode() === 'USD' ? 'a dollar' : formatCents(testCents()))

interface PaymentTry {
  config: Pick<Config, 'payments' | 'stripeSecretKey' | 'publicOrigin'>
  payments: PaymentProvider
  /** A UUID. */
  id: string
  /** The admin's own address. */
  email: string
}

/**
 * Opens a payment page for a small test payment. With live keys it only reads at the provider, because the payment would
 * move money.
 * @returns what happened, with the address of the page
 */
export async function tryPayments({ config, payments, id, email }: PaymentTry): Promise<TryResult> {
  const page = `${config.publicOrigin}/dashboard/settings/services`
  return await unlessRefused(async () => {
    if (paymentModeOf(config) === 'live') {
      await payments.highestOrderNumber() // reads the newest sessions and changes nothing
      return incomplete(
        'Stripe accepts the live key. A test payment would move money, so none is made: buy the cheapest piece with your own card, and refund it in Manage Orders.',
      )
    }
    const { url } = await payments.createTestSession({
      id,
      email,
      name: 'Test payment of your own shop',
      cents: testCents(),
      currency: currencyCode().toLowerCase(),
      successUrl: `${page}?payment={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${page}?payment=cancelled`,
    })
    return { ...incomplete('The payment page is open: pay there with a test card.'), url }
  })
}

/**
 * Reports whether a test payment was paid, and refunds it once it was, however often it is called.
 * @throws ShopError 404 for a session that is not a test payment
 */
export async function checkTestPayment(payments: PaymentProvider, sessionId: string): Promise<TryResult> {
  return await unlessRefused(async () => {
    const session = await payments.findSession(sessionId)
    if (!session?.isTest) throw notFound('Test payment')
    if (!session.paid) return unpaid(session)
    return refunded(await payments.refund({ id: `test-${session.id}`, sessionId: session.id }))
  })
}

function unpaid({ status, failed: hasFailed }: PaymentSession): TryResult {
  if (hasFailed) return failed('The bank refused the test payment: nothing was charged.')
  if (status === 'complete')
    return incomplete('The bank has not confirmed the test payment yet: look again in a moment.')
  if (status === 'expired') return incomplete('The test payment was not made in time: nothing was charged.')
  return incomplete('The test payment is not made yet: nothing was charged.')
}

function refunded({ paidCents, refunds }: PaymentRefunds): TryResult {
  const sum = (state: string) => refunds.reduce((cents, each) => cents + (each.state === state ? each.cents : 0), 0)
  if (sum('done') >= paidCents) return worked(`Payments work: ${testAmount()} was paid, and has gone back.`)
  if (sum('done') + sum('asked') >= paidCents)
    return worked(`Payments work: ${testAmount()} was paid, and is on its way back.`)
  const reason = refunds.findLast(({ state }) => state === 'failed')?.reason
  const amount = testAmount().replace(/^a/, 'A')
  return failed(`${amount} was paid, but could not be refunded: ${reason ?? 'refund it at the payment provider.'}`)
}

/** Turns the failures of the provider into sentences, none of which names a key. */
async function unlessRefused(trying: () => Promise<TryResult>): Promise<TryResult> {
  try {
    return await trying()
  } catch (error) {
    if (error instanceof ProviderRefused)
      return failed(`The payment provider refuses the test payment: ${error.message}`)
    if (!(error instanceof ProviderUnavailable)) throw error
    const { statusCode } = (error.cause ?? {}) as { statusCode?: number }
    return failed(
      statusCode === 401 || statusCode === 403
        ? 'The payment provider refuses the key: correct STRIPE_SECRET_KEY.'
        : 'The payment provider does not answer: try again in a moment.',
    )
  }
}
