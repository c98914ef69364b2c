import type Stripe from 'stripe'
import { deliveryCountries } from '#domain/checkout.ts'
import { readEmail } from '#domain/user.ts'
import { certificateFault } from '../certificates.ts'
import type { Clock } from '../clock.ts'
import { type ClockWatch, isWrong } from '../clock-watch.ts'
import {
  BadEvent,
  type BoughtLine,
  ClockRefused,
  LateEvent,
  type NewPayment,
  type PaidSession,
  type PaymentAddress,
  type PaymentProvider,
  type PaymentSession,
  ProviderRefused,
  ProviderUnavailable,
} from './provider.ts'

const deadlineMs = 8_000
export const stripeHost = 'api.stripe.com'

export interface StripeOptions {
  secretKey: string
  webhookSecret: string
  /** Where the API is, when it is not Stripe itself. */
  server?: { host: string; port: number; protocol: 'http' | 'https' }
  clock: Clock
  /** Is told the time of its answers. */
  clockWatch?: ClockWatch
}

let loaded: Promise<typeof Stripe> | undefined

/** Stripe's SDK: a tenth of a second and ten megabytes, which a sandbox does not need before its first purchase. */
export function loadStripe(): Promise<typeof Stripe> {
  loaded ??= import('stripe').then(module => module.default)
  return loaded
}

/** Stripe's hosted Checkout, or anything that speaks its API. */
export function stripePayments({
  secretKey,
  webhookSecret,
  server,
  clock,
  clockWatch,
}: StripeOptions): PaymentProvider {
  let client: Promise<Stripe> | undefined
  const host = server?.host ?? stripeHost

  const open = async () =>
    new (await loadStripe())(secretKey, { timeout: deadlineMs, maxNetworkRetries: 1, telemetry: false, ...server })

  const ask = <T>(question: (stripe: Stripe) => Promise<T>): Promise<T> =>
    inTime(host, async () => {
      client ??= open()
      try {
        const answer = await question(await client)
        clockWatch?.note(dateOf((answer as Partial<Stripe.Response<T>>).lastResponse))
        return answer
      } catch (error) {
        clockWatch?.note(dateOf(error as { headers?: Record<string, string> }))
        throw error
      }
    })

  async function findSession(id: string) {
    if (!isSessionId(id)) return undefined
    const session = await unlessMissing(ask(({ checkout }) => checkout.sessions.retrieve(id)))
    return session && toSession(session)
  }

  return {
    findSession,

    now: () => new Date(+clock.now() + (clockWatch?.behindMs() ?? 0)),

    async createSession(order) {
      const idempotencyKey = `${order.orderId}-${order.attempt}`
      const asking = ask(({ checkout }) => checkout.sessions.create(toParams(order), { idempotencyKey }))
      const session = await asking.catch(error => {
        if (isAbout(error, 'expires_at') && isWrong(clockWatch?.behindMs()))
          throw new ClockRefused('The clock of this machine is wrong', { cause: error })
        throw error
      })
      if (!session.url) throw new ProviderUnavailable('The payment provider gave no page to pay on')
      return { id: session.id, url: session.url }
    },

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

    async refund(id) {
      const session = isSessionId(id)
        ? await unlessMissing(ask(({ checkout }) => checkout.sessions.retrieve(id)))
        : undefined
      const payment = session?.payment_intent
      if (session?.payment_status !== 'paid' || !payment)
        throw new ProviderRefused('Nothing was paid, so nothing can be given back.')
      const payment_intent = typeof payment === 'string' ? payment : payment.id
      try {
        await ask(({ refunds }) => refunds.create({ payment_intent }, { idempotencyKey: `refund-${id}` }))
      } catch (error) {
        if (!isCode(error, 'charge_already_refunded')) throw error
      }
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

    async linesOf(id) {
      const lines = await ask(({ checkout }) =>
        checkout.sessions.listLineItems(id, { limit: 100, expand: ['data.price.product'] }),
      )
      return lines.data.map(toBoughtLine)
    },

    async readEvent(rawBody, signature) {
      const { webhooks } = await loadStripe()
      const event = readSigned(() =>
        webhooks.constructEvent(rawBody, signature ?? '', webhookSecret, undefined, undefined, +clock.now()),
      )
      const { id, type, created } = event
      const about = type.startsWith('checkout.session.') ? (event.data.object as Stripe.Checkout.Session) : undefined
      return { id, type, createdAt: new Date(created * 1000), session: about && toSession(about) }
    },
  }
}

/** What cannot be a session's id is not worth a question. */
const isSessionId = (id: string) => /^cs_\w{1,250}$/.test(id)

function toParams(order: NewPayment): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    client_reference_id: order.orderId,
    metadata: { orderId: order.orderId, ...(order.userId && { userId: order.userId }) },
    customer_email: order.email,
    line_items: order.lines.map(({ productId, name, unitCents, quantity, image }) => ({
      quantity,
      price_data: {
        currency: 'usd',
        unit_amount: unitCents,
        product_data: { name, images: image ? [image] : undefined, metadata: productId ? { productId } : undefined },
      },
    })),
    // The shop compares the sum with its own: no other currency may come in between.
    adaptive_pricing: { enabled: false },
    shipping_address_collection: { allowed_countries: [...deliveryCountries] },
    phone_number_collection: { enabled: true },
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    expires_at: Math.floor(+order.expiresAt / 1000),
  }
}

function toSession(session: Stripe.Checkout.Session): PaymentSession {
  const shipping = session.collected_information?.shipping_details
  const customer = session.customer_details
  return {
    id: session.id,
    orderId: session.metadata?.orderId,
    status: statusOf(session),
    paid: session.payment_status === 'paid',
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
    email: readEmail(customer?.email ?? ''),
    name: shipping?.name ?? customer?.name ?? undefined,
    phone: customer?.phone ?? undefined,
    address: shipping?.address ? toAddress(shipping.address) : undefined,
  }
}

function toPaidSession(session: Stripe.Checkout.Session): PaidSession {
  const payment = session.payment_intent
  const charge = payment && typeof payment === 'object' ? payment.latest_charge : null
  return {
    ...toSession(session),
    openedAt: new Date(session.created * 1000),
    userId: session.metadata?.userId,
    refunded: charge !== null && typeof charge === 'object' && charge.refunded,
  }
}

function toBoughtLine({ description, price, quantity, amount_total }: Stripe.LineItem): BoughtLine {
  const product = price?.product
  const metadata = product && typeof product === 'object' && 'metadata' in product ? product.metadata : {}
  return {
    productId: metadata.productId,
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

/** One question to the provider, with a limit over all its retries and with our words for what can go wrong. */
async function inTime<T>(host: string, question: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ProviderUnavailable(`No answer within ${deadlineMs / 1000} s`)), deadlineMs)
  })
  try {
    return await Promise.race([question(), tooLate])
  } catch (error) {
    throw await inOurWords(host, error)
  } finally {
    clearTimeout(timer)
  }
}

async function inOurWords(host: string, error: unknown): Promise<unknown> {
  const { errors } = await loadStripe()
  if (!(error instanceof errors.StripeError)) return error
  if (error instanceof errors.StripeInvalidRequestError && error.statusCode !== 401)
    return new ProviderRefused(refusals[error.code ?? ''] ?? 'The payment provider does not accept this order.', {
      cause: error,
    })
  const fault = certificateFault(error, host)
  return new ProviderUnavailable(fault ?? `The payment provider answered: ${error.message}`, { cause: error })
}

const refusals: Record<string, string> = {
  amount_too_small: 'A card payment must come to at least $0.50.',
  amount_too_large: 'A card payment can come to at most $999,999.99. Please split this order into smaller ones.',
  email_invalid: 'The payment provider does not accept this e-mail address.',
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

/** Of an answer, also of one that refuses. */
const dateOf = (answer: { headers?: Record<string, string> } | undefined) => answer?.headers?.date

const isAbout = (error: unknown, param: string) =>
  error instanceof ProviderRefused && (error.cause as Stripe.errors.StripeError | undefined)?.param === param

function readSigned(read: () => Stripe.Event): Stripe.Event {
  const event = trusted(read) as Partial<Stripe.Event> | null
  const isEvent =
    typeof event?.id === 'string' && typeof event.type === 'string' && typeof event.data?.object === 'object'
  if (!isEvent) throw new BadEvent('This call is not an event of the payment provider')
  return event as Stripe.Event
}

function trusted<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (/outside the tolerance/.test((error as Error).message))
      throw new LateEvent('This call was signed too long ago', { cause: error })
    throw new BadEvent('This call was not signed by the payment provider', { cause: error })
  }
}
