import type { RefundState } from '#domain/orders/order.ts'

/** The outside party that takes the money. All amounts are integer cents, all times are `Date`s. */
export interface PaymentProvider {
  /**
   * Opens a hosted payment page for an order. Asking twice with the same order and attempt gives the same session.
   * @throws ProviderUnavailable when no answer came in time: the order may be tried again
   * @throws ProviderRefused when the provider will never accept this order as it is
   * @throws ClockRefused when the order's times are of no use to it, for our clock is wrong
   */
  createSession(order: NewPayment): Promise<{ id: string; url: string }>

  /** Its time now, as far as its answers have told it. */
  now(): Date

  /**
   * The session as the provider knows it now, undefined when it knows none with this id.
   * @throws ProviderUnavailable
   */
  findSession(id: string): Promise<PaymentSession | undefined>

  /**
   * Closes an open session, so that it can no longer be paid. Returns how it stands afterwards: a session that was paid
   * in the meantime stays paid. Undefined when the provider knows none with this id.
   * @throws ProviderUnavailable
   */
  expireSession(id: string): Promise<PaymentSession | undefined>

  /**
   * Gives back the money of a paid session, as far as it has not gone back before. Asking again with the same id changes
   * nothing: there is one refund for an id.
   * @returns all refunds of the session, this one among them unless its money had gone back before
   * @throws ProviderUnavailable when no answer came in time: asking again with the same id is safe
   * @throws ProviderRefused when the session was never paid, or the provider does not give it back; it takes another id to ask again
   */
  refund(asked: NewRefund): Promise<PaymentRefunds>

  /**
   * All refunds of a session, also those that were not asked for by the shop; undefined when it was never paid.
   * @throws ProviderUnavailable
   */
  refundsOf(sessionId: string): Promise<PaymentRefunds | undefined>

  /**
   * The session of a payment, undefined when it has none.
   * @param paymentId as in `PaymentEvent`
   * @throws ProviderUnavailable
   */
  sessionOf(paymentId: string): Promise<PaymentSession | undefined>

  /**
   * Every session that has been paid, of those that were opened at `since` or later; newest first.
   * @throws ProviderUnavailable
   */
  paidSessions(since: Date): AsyncIterable<PaidSession>

  /**
   * What was bought in a session.
   * @throws ProviderUnavailable
   */
  linesOf(sessionId: string): Promise<BoughtLine[]>

  /**
   * Reads a webhook call.
   * @param rawBody the bytes exactly as they arrived
   * @param signature the header `stripe-signature`
   * @throws BadEvent when the call is no event, was not signed by the provider, or longer than five minutes ago (`LateEvent`)
   */
  readEvent(rawBody: Buffer | string, signature: string | undefined): Promise<PaymentEvent>
}

export interface NewPayment {
  /** The order's public id. Comes back in every session and event. */
  orderId: string
  /** Counts the sessions asked for one order, from 1. */
  attempt: number
  email?: string
  /** The account that orders. */
  userId?: string
  lines: { productId?: string; name: string; unitCents: number; quantity: number; image?: string }[]
  totalCents: number
  /** May hold {CHECKOUT_SESSION_ID}, which the provider replaces. */
  successUrl: string
  cancelUrl: string
  /** At least 30 minutes ahead, counted on the provider's clock. */
  expiresAt: Date
}

export interface NewRefund {
  /** The idempotency key; the provider stores it with the refund. */
  id: string
  sessionId: string
  orderId: string
}

/** What went back of a payment, or is to go. */
export interface PaymentRefunds {
  /** What was paid. */
  paidCents: number
  refunds: ProviderRefund[]
}

export interface ProviderRefund {
  id: string
  /** The id of the request, undefined for a refund that was made at the provider itself. */
  askedAs?: string
  cents: number
  /** `asked`: the money is on its way, which can take days. `done` can still become `failed`. */
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
  /** In the provider's words, such as `fraudulent`. */
  reason: string
  /** In the provider's words, such as `needs_response`. */
  status: string
  /** Until when the shop can answer. */
  dueBy?: Date
  at: Date
}

export interface PaymentSession {
  id: string
  /** Undefined for a session that this shop did not open. */
  orderId?: string
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  /** The shopper has finished, but the money will not come. */
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
  /** The account that ordered, unknown for a guest. */
  userId?: string
  /** All the money has been given back. */
  refunded: boolean
  /** What has been given back, or is on its way. */
  refundedCents: number
}

export interface BoughtLine {
  /** Unknown when the session was opened by an older Vitrine. */
  productId?: string
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
  /** The same for every repetition of this event. */
  id: string
  /** In the provider's words, such as `checkout.session.completed`. */
  type: string
  createdAt: Date
  /** The session it is about, undefined for an event about something else. */
  session?: PaymentSession
  /** The payment whose refunds have changed. */
  refundedPaymentId?: string
  dispute?: ProviderDispute
}

/** The provider could not be reached, was too slow or failed. Asking again later may help. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** The provider refused, and would again. The message may be shown to the shopper. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
}

/** It refused because our clock is wrong. Ordering again may help: now it is known how wrong. */
export class ClockRefused extends ProviderRefused {
  override name = 'ClockRefused'
}

/** A webhook call that the provider did not sign, or that is no event. */
export class BadEvent extends Error {
  override name = 'BadEvent'
}

/** One that it did sign, but longer ago than counts. */
export class LateEvent extends BadEvent {
  override name = 'LateEvent'
}
