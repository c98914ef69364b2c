import type Stripe from 'stripe'
import { firstCountries } from '#domain/costs/countries.ts'
import { maxTaxBp } from '#domain/costs/delivery.ts'
import { tooCheapSentence, tooDearSentence } from '#domain/currency.ts'
import { readEmail } from '#domain/users/user.ts'
import { certificateError } from '../../lib/certificates.ts'
import type { Clock } from '../../lib/clock.ts'
import { type ClockWatch, isWrong } from '../../lib/clock-watch.ts'
import {
  BadEvent,
  type BoughtLine,
  ClockRefused,
  LateEvent,
  type NewPayment,
  type NewRefund,
  type PaidSession,
  type PaymentAddress,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentRefunds,
  type PaymentSession,
  ProviderRefused,
  ProviderUnavailable,
  type TestPayment,
} from '../provider.ts'
import { idOf, requestIdKey, toDispute, toRefund } from './stripe-refunds.ts'

const deadlineMs = 8_000
export const stripeHost = 'api.stripe.com'

export interface StripeOptions {
  secretKey: string
  /** An event signed with any of them counts: while a secret is rotated there are two. */
  webhookSecrets: readonly string[]
  /** The address of the API, when it is not Stripe's own. */
  server?: { host: string; port: number; protocol: 'http' | 'https' }
  clock: Clock
  /** Receives the time of every response. */
  clockWatch?: ClockWatch
}

let loaded: Promise<typeof Stripe> | undefined

/** Loads Stripe's SDK: a tenth of a second and ten megabytes, which a sandbox does not need before its first purchase. */
export function loadStripe(): Promise<typeof Stripe> {
  loaded ??= import('stripe').then(module => module.default)
  return loaded
}

/** Returns the provider for Stripe's hosted Checkout, or for any server with the same API. */
export function stripePayments({
  secretKey,
  webhookSecrets,
  server,
  clock,
  clockWatch,
}: StripeOptions): PaymentProvider {
  let client: Promise<Stripe> | undefined
  const host = server?.host ?? stripeHost

  const open = async () =>
    new (await loadStripe())(secretKey, { timeout: deadlineMs, maxNetworkRetries: 1, telemetry: false, ...server })

  const ask = <T>(send: (stripe: Stripe) => Promise<T>): Promise<T> =>
    withDeadline(host, async () => {
      client ??= open()
      try {
        const answer = await send(await client)
        clockWatch?.note(dateOf((answer as Partial<Stripe.Response<T>>).lastResponse))
        return answer
      } catch (error) {
        clockWatch?.note(dateOf(error as { headers?: Record<string, string> }))
        throw error
      }
    })

  async function retrieve(id: string) {
    const expand = ['payment_intent'] // its status tells whether a delayed payment will succeed
    return isSessionId(id)
      ? await unlessMissing(ask(({ checkout }) => checkout.sessions.retrieve(id, { expand })))
      : undefined
  }

  async function findSession(id: string) {
    const session = await retrieve(id)
    return session && toSession(session)
  }

  /** Returns the payment of a session, undefined when nothing was paid. */
  async function findPayment(id: string) {
    const session = await retrieve(id)
    const paymentId = idOf(session?.payment_intent)
    return session?.payment_status === 'paid' && paymentId !== undefined
      ? { paymentId, paidCents: session.amount_total ?? 0 }
      : undefined
  }

  async function openPage(params: Stripe.Checkout.SessionCreateParams, idempotencyKey: string) {
    const { id, url } = await ask(({ checkout }) => checkout.sessions.create(params, { idempotencyKey }))
    if (!url) throw new ProviderUnavailable('The payment provider gave no page to pay on')
    return { id, url }
  }

  async function listRefunds(payment_intent: string) {
    const all: Stripe.Refund[] = []
    for (let starting_after: string | undefined; ; starting_after = all.at(-1)?.id) {
      const page = await ask(({ refunds }) => refunds.list({ payment_intent, limit: 100, starting_after }))
      all.push(...page.data)
      if (!page.has_more || page.data.length === 0) return all.map(toRefund)
    }
  }

  /**
   * Refunds some cents of a payment, or all that is left. Stripe repeats its first response for a day under the same key, errors
   * included.
   * @returns undefined when so much is not left
   */
  async function createRefund(payment_intent: string, { id, orderId, cents: amount }: NewRefund) {
    const metadata = { ...(orderId && { orderId }), [requestIdKey]: id }
    const params = { payment_intent, ...(amount !== undefined && { amount }), metadata }
    try {
      return toRefund(await ask(({ refunds }) => refunds.create(params, { idempotencyKey: id })))
    } catch (error) {
      if (isCode(error, 'charge_already_refunded') || isAbout(error, 'amount')) return undefined
      throw toRefundError(error)
    }
  }

  return {
    findSession,

    now: () => new Date(+clock.now() + (clockWatch?.behindMs() ?? 0)),

    async createSession(order) {
      return await openPage(toParams(order), `${order.orderId}-${order.attempt}`).catch(error => {
        if (isAbout(error, 'expires_at') && isWrong(clockWatch?.behindMs()))
          throw new ClockRefused('The clock of this machine is wrong', { cause: error })
        throw error
      })
    },

    createTestSession: test => openPage(toTestParams(test), `test-${test.id}`),

    async expireSession(id) {
      if (!isSessionId(id)) return undefined
      try {
        const session = await unlessMissing(ask(({ checkout }) => checkout.sessions.expire(id)))
        return session && toSession(session)
      } catch (error) {
        if (error instanceof ProviderRefused) return findSession(id) // it was no longer open
        throw error
      }
    },

    async refund(asked): Promise<PaymentRefunds> {
      const payment = await findPayment(asked.sessionId)
      if (!payment) throw new ProviderRefused('Nothing was paid, so nothing can be given back.')
      const { paymentId, paidCents } = payment
      // The response of an earlier attempt may have been lost, and Stripe forgets the key after a day: then the refund is listed.
      const known = await listRefunds(paymentId)
      if (known.some(refund => refund.requestId === asked.id)) return { paidCents, refunds: known }
      const made = await createRefund(paymentId, asked)
      return { paidCents, refunds: made ? [...known, made] : await listRefunds(paymentId) }
    },

    async refundsOf(sessionId) {
      const payment = await findPayment(sessionId)
      return payment && { paidCents: payment.paidCents, refunds: await listRefunds(payment.paymentId) }
    },

    async sessionOf(payment_intent) {
      const list = await ask(({ checkout }) => checkout.sessions.list({ payment_intent, limit: 1 }))
      return list.data[0] && toSession(list.data[0])
    },

    async *paidSessions(since) {
      const created = { gte: Math.floor(+since / 1000) }
      const expand = ['data.payment_intent.latest_charge']
      for (let starting_after: string | undefined; ; ) {
        const page = await ask(({ checkout }) =>
          checkout.sessions.list({ created, status: 'complete', limit: 100, starting_after, expand }),
        )
        for (const session of page.data) if (session.payment_status === 'paid') yield toPaidSession(session)
        starting_after = page.data.at(-1)?.id
        if (!page.has_more || !starting_after) return
      }
    },

    async highestOrderNumber() {
      const newest = await ask(({ checkout }) => checkout.sessions.list({ limit: 100 }))
      const numbers = newest.data.flatMap(session => orderNumberOf(session) ?? [])
      return numbers.length > 0 ? Math.max(...numbers) : undefined
    },

    async linesOf(id) {
      const lines = await ask(({ checkout }) =>
        checkout.sessions.listLineItems(id, { limit: 100, expand: ['data.price.product'] }),
      )
      return lines.data.map(toBoughtLine)
    },

    async readEvent(rawBody, signature) {
      const { webhooks } = await loadStripe()
      const read = (secret: string) =>
        webhooks.constructEvent(rawBody, signature ?? '', secret, undefined, undefined, +clock.now())
      return toEvent(readSigned(read, webhookSecrets))
    },
  }
}

function toEvent(event: Stripe.Event): PaymentEvent {
  const { id, type, created, data } = event
  const known = { id, type, createdAt: new Date(created * 1000) }
  if (type.startsWith('checkout.session.')) {
    const failed = type === 'checkout.session.async_payment_failed'
    return { ...known, session: { ...toSession(data.object as Stripe.Checkout.Session), ...(failed && { failed }) } }
  }
  if (type.startsWith('charge.dispute.')) return { ...known, dispute: toDispute(data.object as Stripe.Dispute) }
  if (type === 'charge.refunded' || type.startsWith('refund.'))
    return { ...known, refundedPaymentId: idOf((data.object as Stripe.Refund | Stripe.Charge).payment_intent) }
  return known
}

/** The database stores numbers in 32 bits; the second half is left for new ones. */
const maxOrderNumber = 2 ** 30

/** Whether this can be a session's id; for any other text the shop sends no request. */
const isSessionId = (id: string) => /^cs_\w{1,250}$/.test(id)

function toParams(order: NewPayment): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    client_reference_id: order.orderId,
    metadata: {
      orderId: order.orderId,
      orderNumber: String(order.orderNumber),
      ...(order.userId && { userId: order.userId }),
      ...(order.taxBp !== undefined && { taxBp: String(order.taxBp) }),
    },
    customer_email: order.email,
    line_items: order.lines.map(({ productId, variantId, name, unitCents, quantity, image }) => ({
      quantity,
      price_data: {
        currency: order.currency,
        unit_amount: unitCents,
        product_data: {
          name,
          images: image ? [image] : undefined,
          metadata: productId ? { productId, ...(variantId && { variantId }) } : undefined,
        },
      },
    })),
    // The shop compares the sum with its own, so Stripe must not convert the currency.
    adaptive_pricing: { enabled: false },
    ...deliveryParams(order),
    phone_number_collection: { enabled: true },
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.floor(+order.expiresAt / 1000),
  }
}

type Country = Stripe.Checkout.SessionCreateParams.ShippingAddressCollection.AllowedCountry

/** The chosen country is the only one, and the chosen method the only one: the hosted page cannot price another. */
function deliveryParams({
  delivery,
  currency,
}: Pick<NewPayment, 'delivery' | 'currency'>): Partial<Stripe.Checkout.SessionCreateParams> {
  if (!delivery) return { shipping_address_collection: { allowed_countries: firstCountries as Country[] } }
  const { country, method, deliveryCents, isPickup, minDays, maxDays } = delivery
  if (isPickup) return {}
  const shipping_address_collection = { allowed_countries: [country as Country] }
  if (method === null) return { shipping_address_collection }
  const days = (value: number | null) => (value ? { unit: 'business_day' as const, value } : undefined) // Stripe has no day 0
  const shipping_rate_data = {
    display_name: method,
    type: 'fixed_amount' as const,
    fixed_amount: { amount: deliveryCents, currency },
    ...(maxDays && { delivery_estimate: { minimum: days(minDays), maximum: days(maxDays) } }),
  }
  return { shipping_address_collection, shipping_options: [{ shipping_rate_data }] }
}

/** The metadata key that marks a session as a test payment. */
const testPaymentKey = 'testPayment'

const toTestParams = ({ id, name, cents, currency, email, successUrl, cancelUrl }: TestPayment) =>
  ({
    mode: 'payment',
    metadata: { [testPaymentKey]: id },
    customer_email: email,
    line_items: [{ quantity: 1, price_data: { currency, unit_amount: cents, product_data: { name } } }],
    adaptive_pricing: { enabled: false },
    success_url: successUrl,
    cancel_url: cancelUrl,
  }) satisfies Stripe.Checkout.SessionCreateParams

function toSession(session: Stripe.Checkout.Session): PaymentSession {
  const shipping = session.collected_information?.shipping_details
  const customer = session.customer_details
  return {
    id: session.id,
    orderId: session.metadata?.orderId,
    ...(session.metadata?.[testPaymentKey] !== undefined && { isTest: true as const }),
    status: statusOf(session),
    paid: session.payment_status === 'paid',
    failed: hasFailed(session),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    email: readEmail(customer?.email ?? ''),
    name: shipping?.name ?? customer?.name ?? undefined,
    phone: customer?.phone ?? undefined,
    address: shipping?.address ? toAddress(shipping.address) : undefined,
  }
}

/** The customer has completed the checkout, but the bank refused later. https://docs.stripe.com/payments/paymentintents/lifecycle */
function hasFailed({ status, payment_status, payment_intent }: Stripe.Checkout.Session): boolean {
  if (status !== 'complete' || payment_status !== 'unpaid' || typeof payment_intent !== 'object') return false
  return payment_intent?.status === 'requires_payment_method' || payment_intent?.status === 'canceled'
}

/** Whoever can write at Stripe could have put anything there. */
function orderNumberOf({ metadata }: Stripe.Checkout.Session): number | undefined {
  const number = Number(metadata?.orderNumber)
  return Number.isInteger(number) && number > 0 && number < maxOrderNumber ? number : undefined
}

function taxRateOf({ metadata }: Stripe.Checkout.Session): number | undefined {
  const bp = Number(metadata?.taxBp)
  return metadata?.taxBp && Number.isInteger(bp) && bp >= 0 && bp <= maxTaxBp ? bp : undefined
}

function toPaidSession(session: Stripe.Checkout.Session): PaidSession {
  const payment = session.payment_intent
  const charge = payment && typeof payment === 'object' ? payment.latest_charge : null
  const { refunded = false, amount_refunded = 0 } = charge !== null && typeof charge === 'object' ? charge : {}
  return {
    ...toSession(session),
    openedAt: new Date(session.created * 1000),
    orderNumber: orderNumberOf(session),
    userId: session.metadata?.userId,
    deliveryCents: session.shipping_cost?.amount_total ?? 0,
    taxBp: taxRateOf(session),
    refunded,
    refundedCents: amount_refunded,
  }
}

function toBoughtLine({ description, price, quantity, amount_total }: Stripe.LineItem): BoughtLine {
  const product = price?.product
  const metadata = product && typeof product === 'object' && 'metadata' in product ? product.metadata : {}
  return {
    productId: metadata.productId,
    variantId: metadata.variantId,
    name: description ?? '',
    unitCents: price?.unit_amount ?? amount_total,
    quantity: quantity ?? 1,
  }
}

function statusOf({ status }: Stripe.Checkout.Session): PaymentSession['status'] {
  if (status === 'complete') return 'complete'
  return status === 'expired' ? 'expired' : 'open'
}

function toAddress({ line1, line2, city, state, postal_code, country }: Stripe.Address): PaymentAddress {
  return { line1, line2, city, state, postalCode: postal_code, country }
}

/** Sends a request to the provider, with a deadline over all its retries, and translates its errors. */
async function withDeadline<T>(host: string, send: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderUnavailable(`No answer within ${deadlineMs / 1000} s`)), deadlineMs)
  })
  try {
    return await Promise.race([send(), tooLate])
  } catch (error) {
    throw await toProviderError(host, error)
  } finally {
    clearTimeout(timer)
  }
}

async function toProviderError(host: string, error: unknown): Promise<unknown> {
  const { errors } = await loadStripe()
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeInvalidRequestError && error.statusCode !== 401)
    return new ProviderRefused(refusalOf(error.code) ?? 'The payment provider does not accept this order.', {
      cause: error,
    })
  const reason = certificateError(error, host)
  return new ProviderUnavailable(reason ?? `The payment provider answered: ${error.message}`, { cause: error })
}

function refusalOf(code = ''): string | undefined {
  if (code === 'amount_too_small') return tooCheapSentence()
  if (code === 'amount_too_large') return tooDearSentence()
  return refusals[code]
}

const refusals: Record<string, string> = {
  email_invalid: 'The payment provider does not accept this e-mail address.',
  balance_insufficient:
    'The balance at the payment provider is too low for this refund. Add money to it there, or wait for the next sales, and refund again.',
  charge_disputed: 'The buyer disputes this payment: its money goes back through the dispute, not through a refund.',
}

/** Translates the refusal of a refund. A replayed error counts as one too: only another key gets another response. */
function toRefundError(error: unknown): unknown {
  const cause = (error as Error).cause as Partial<Stripe.errors.StripeError> | undefined
  const isRepeated = error instanceof ProviderUnavailable && cause?.headers?.['idempotent-replayed'] === 'true'
  if (!isRepeated && !(error instanceof ProviderRefused)) return error
  const sentence = refusals[cause?.code ?? ''] ?? `The payment provider does not make this refund: ${cause?.message}`
  return new ProviderRefused(sentence, { cause })
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isCode(error, 'resource_missing')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string) =>
  error instanceof ProviderRefused && (error.cause as Stripe.errors.StripeError | undefined)?.code === code

/** The time of a response, also of an error response. */
const dateOf = (answer: { headers?: Record<string, string> } | undefined) => answer?.headers?.date

const isAbout = (error: unknown, param: string) =>
  error instanceof ProviderRefused && (error.cause as Stripe.errors.StripeError | undefined)?.param === param

function readSigned(read: (secret: string) => Stripe.Event, secrets: readonly string[]): Stripe.Event {
  const event = readWithAnySecret(read, secrets) as Partial<Stripe.Event> | null
  const isEvent =
    typeof event?.id === 'string' && typeof event.type === 'string' && typeof event.data?.object === 'object'
  if (!isEvent) throw new BadEvent('This call is not an event of the payment provider')
  return event as Stripe.Event
}

/** Reads an event with the secret that signed it; only with that one can Stripe tell that it was signed too long ago. */
function readWithAnySecret<T>(read: (secret: string) => T, secrets: readonly string[]): T {
  let cause: unknown
  for (const secret of secrets) {
    try {
      return read(secret)
    } catch (error) {
      if (/outside the tolerance/.test((error as Error).message))
        throw new LateEvent('This call was signed too long ago', { cause: error })
      cause = error
    }
  }
  throw new BadEvent('This call was not signed by the payment provider', { cause })
}
