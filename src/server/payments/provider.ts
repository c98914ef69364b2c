import type { RefundState } from '#domain/orders/order.ts'

/** The external service that takes the payments. All amounts are integer cents, all times are `Date`s. */
export interface PaymentProvider {
  /**
   * Opens a hosted payment page for an order. Repeating it with the same order and attempt returns the same session.
   * @throws ProviderUnavailable when no response came in time: the request may be repeated
   * @throws ProviderRefused when the provider will never accept this order as it is
   * @throws ClockRefused when the provider refuses the order's times, because the shop's clock is wrong
   */
  createSession(order: NewPayment): Promise<{ id: string; url: string }>

  /**
   * Opens a hosted payment page for a test payment, which belongs to no order. Repeating it with the same id returns the same session.
   * @throws ProviderUnavailable
   * @throws ProviderRefused
   */
  createTestSession(test: TestPayment): Promise<{ id: string; url: string }>

  /** Returns the provider's current time, as far as its responses have shown it. */
  now(): Date

  /**
   * Returns the session as the provider knows it now, undefined when it knows none with this id.
   * @throws ProviderUnavailable
   */
  findSession(id: string): Promise<PaymentSession | undefined>

  /**
   * Closes an open session, so that it can no longer be paid, and returns its state afterwards: a session that was paid
   * in the meantime stays paid. Returns undefined when the provider knows none with this id.
   * @throws ProviderUnavailable
   */
  expireSession(id: string): Promise<PaymentSession | undefined>

  /**
   * Refunds money of a paid session that was not refunded before. Repeating it with the same id changes nothing: there is one refund
   * for an id.
   * @returns all refunds of the session, with this one among them unless so much is not left of the payment
   * @throws ProviderUnavailable when no response came in time: repeating the request with the same id is safe
   * @throws ProviderRefused when the session was never paid, or the provider refuses the refund; a new attempt needs another id
   */
  refund(asked: NewRefund): Promise<PaymentRefunds>

  /**
   * Returns all refunds of a session, including those that the shop did not request; undefined when it was never paid.
   * @throws ProviderUnavailable
   */
  refundsOf(sessionId: string): Promise<PaymentRefunds | undefined>

  /**
   * Returns the session of a payment, undefined when it has none.
   * @param paymentId as in `PaymentEvent`
   * @throws ProviderUnavailable
   */
  sessionOf(paymentId: string): Promise<PaymentSession | undefined>

  /**
   * Lists every paid session that was opened at `since` or later; newest first.
   * @throws ProviderUnavailable
   */
  paidSessions(since: Date): AsyncIterable<PaidSession>

  /**
   * Returns the highest order number among the hundred newest sessions, paid or not; undefined when none has one.
   * @throws ProviderUnavailable
   */
  highestOrderNumber(): Promise<number | undefined>

  /**
   * Returns what was bought in a session.
   * @throws ProviderUnavailable
   */
  linesOf(sessionId: string): Promise<BoughtLine[]>

  /**
   * Verifies and reads a webhook request.
   * @param rawBody the bytes exactly as they arrived
   * @param signature the header `stripe-signature`
   * @throws BadEvent when it is not an event, was not signed by the provider, or more than five minutes ago (`LateEvent`)
   */
  readEvent(rawBody: Buffer | string, signature: string | undefined): Promise<PaymentEvent>
}

export interface NewPayment {
  /** The order's public id. The provider returns it in every session and event. */
  orderId: string
  /** The order's number, which a restored shop takes back from the provider. */
  orderNumber: number
  /** Counts the sessions requested for one order, from 1. */
  attempt: number
  email?: string
  /** The id of the account that orders. */
  userId?: string
  lines: { productId?: string; variantId?: string; name: string; unitCents: number; quantity: number; image?: string }[]
  /** The lines and the delivery. */
  totalCents: number
  /** Undefined: the buyer chooses the country at the provider. */
  delivery?: PaymentDelivery
  /** The rate of the tax in the sum, which a restored shop takes back from the provider. */
  taxBp?: number
  /** ISO code in lower case; `unitCents` and `totalCents` are its smallest unit. */
  currency: string
  /** May contain {CHECKOUT_SESSION_ID}, which the provider replaces. */
  successUrl: string
  cancelUrl: string
  /** At least 30 minutes ahead, by the provider's clock. */
  expiresAt: Date
}

/** The delivery as it was chosen in the cart. */
export interface PaymentDelivery {
  /** The only country to which it may go. */
  country: string
  /** Null: delivery is free, and has no name. */
  method: string | null
  deliveryCents: number
  /** The provider asks for no address. */
  isPickup: boolean
  /** Working days until it arrives. */
  minDays: number | null
  maxDays: number | null
}

/** A payment with which the owner tries whether payments work. */
export interface TestPayment {
  /** A UUID. The provider returns in every session and event that it is a test. */
  id: string
  /** What the payment page says is bought. */
  name: string
  cents: number
  /** ISO code in lower case. */
  currency: string
  email: string
  /** May contain {CHECKOUT_SESSION_ID}, which the provider replaces. */
  successUrl: string
  cancelUrl: string
}

export interface NewRefund {
  /** The idempotency key; the provider stores it with the refund. */
  id: string
  sessionId: string
  /** Undefined for a test payment. */
  orderId?: string
  /** Undefined: all that was not refunded before. */
  cents?: number
}

/** The refunds of a payment, pending ones included. */
export interface PaymentRefunds {
  /** The sum that was paid. */
  paidCents: number
  refunds: ProviderRefund[]
}

export interface ProviderRefund {
  id: string
  /** The id of the `NewRefund`, undefined for a refund that was made at the provider itself. */
  requestId?: string
  cents: number
  /** `asked`: the refund is pending, which can take days. `done` can still become `failed`. */
  state: RefundState
  /** Why it failed, in one sentence. */
  reason?: string
  at: Date
}

/** A payment that the buyer's bank disputes. */
export interface ProviderDispute {
  id: string
  paymentId: string
  cents: number
  /** The provider's term, such as `fraudulent`. */
  reason: string
  /** The provider's term, such as `needs_response`. */
  status: string
  /** The deadline for the shop's response. */
  dueBy?: Date
  at: Date
}

export interface PaymentSession {
  id: string
  /** Undefined for a session that this shop did not open. */
  orderId?: string
  /** Set for a `TestPayment`, which belongs to no order. */
  isTest?: true
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** The customer has completed the checkout, but the money will not arrive. */
  failed?: boolean
  amountCents: number
  /** ISO code in lower case. */
  currency: string
  email?: string
  name?: string
  phone?: string
  address?: PaymentAddress
}

export interface PaidSession extends PaymentSession {
  openedAt: Date
  /** Undefined when the session was opened by an older release. */
  orderNumber?: number
  /** The id of the account that ordered, undefined for a guest. */
  userId?: string
  /** What of the sum was for the delivery. */
  deliveryCents: number
  /** The rate of the tax in it, in hundredths of a percent; undefined without tax. */
  taxBp?: number
  /** All the money was refunded. */
  refunded: boolean
  /** The sum of the refunds, pending ones included. */
  refundedCents: number
}

export interface BoughtLine {
  /** Undefined when the session was opened by an older release. */
  productId?: string
  /** For a product with several sizes. */
  variantId?: string
  name: string
  unitCents: number
  quantity: number
}

export interface PaymentAddress {
  line1: string | null
  line2: string | null
  city: string | null
  state: string | null
  postalCode: string | null
  /** Two letters, ISO 3166-1. */
  country: string | null
}

export interface PaymentEvent {
  /** The same for every delivery of this event. */
  id: string
  /** The provider's term, such as `checkout.session.completed`. */
  type: string
  createdAt: Date
  /** The session it is about, undefined for an event about something else. */
  session?: PaymentSession
  /** The payment whose refunds have changed. */
  refundedPaymentId?: string
  dispute?: ProviderDispute
}

/** The provider could not be reached, was too slow or failed. A later retry may succeed. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider refused, and would refuse again. The message may be shown to the customer. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** The provider refused because the shop's clock is wrong. A new order may succeed, because the difference is known now. */
export class ClockRefused extends ProviderRefused {
  override name = 'ClockRefused'
}

/** A webhook request that the provider did not sign, or that is not an event. */
export class BadEvent extends Error {
  override name = 'BadEvent'
}

/** An event that the provider signed too long ago. */
export class LateEvent extends BadEvent {
  override name = 'LateEvent'
}
