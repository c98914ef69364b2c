import type { Generated, JSONColumnType } from 'kysely'

/** E-mails to send. Their content is read when they are sent, so no text and no secret is stored here. */
export interface MailTable {
  id: string
  kind:
    | 'order-confirmation'
    | 'order-shipped'
    | 'order-refunded'
    | 'password-reset'
    | 'house-news'
    | 'dispute-opened'
    | 'verify-email'
    | 'low-stock'
    | 'archive-failing'
    | 'alert-confirmation'
    | 'back-in-stock'
    | 'invitation'
    | 'message-answer'
    | 'part-refunded'
    | 'return-asked'
    | 'return-arrived'
    | 'return-settled'
    | 'return-refused'
    | 'return-cancelled'
    | 'swap-ended'
    | 'withdrawal-received'
    | 'withdrawal-notice'
    | 'parcel-sent'
    | 'address-changed'
    | 'order-cancelled'
  /** The e-mail of an admin or of a new account, or the one typed in a forgotten-password request, whether it has an account or not. */
  address: string | null
  order_id: string | null
  alert_id: Generated<string | null>
  invitation_id: Generated<string | null>
  answer_id: Generated<string | null>
  created_at: Date
  attempts: Generated<number>
  /** Null once it is sent or abandoned. */
  next_try_at: Date | null
  /**
   * The next attempt for the kinds that release 0.1.0 does not know: that release would take rows with a next_try_at, and
   * close them unsent.
   */
  due_at: Generated<Date | null>
  sent_at: Generated<Date | null>
  /** When it was abandoned, and why, in the mail server's words. */
  failed_at: Generated<Date | null>
  failure: Generated<string | null>
  /** The content of a digest for an admin. */
  news: JSONColumnType<AdminDigest | null, string | undefined>
  /** The dispute that this e-mail to an admin is about. */
  dispute_id: Generated<string | null>
  /** The refund of a part of an order that this e-mail is about. */
  refund_id: Generated<string | null>
  return_id: Generated<string | null>
  shipment_id: Generated<string | null>
}

export interface AdminDigest {
  /** The ids of the orders that the e-mail names. */
  orders: string[]
  /** The number of further orders. */
  more: number
  messages: number
  /** Missing in those of a release before 0.17. */
  returns?: number
  withdrawals?: number
}

/** One row: the position up to which the admins have been notified. */
export interface AdminDigestTable {
  only_row: Generated<true>
  /** The last entry in the history of orders. */
  last_event: number
  messages_until: Date
  /** The earliest time of the next digest. */
  next_at: Date
}

/** Somebody who wants to be told when a size is back. */
export interface StockAlertTable {
  id: string
  variant_id: string
  email: string
  asked_at: Date
  /** Null until the address has confirmed it. */
  confirmed_at: Date | null
  told_at: Date | null
}

export interface StockAlertLinkTable {
  token_hash: Buffer
  alert_id: string
  purpose: 'confirm' | 'end'
}
