import type { Generated, JSONColumnType } from 'kysely'
import type { OrderStatus, PaymentState, RefundState } from '#domain/orders/order.ts'
import type { RefundedLine } from '#domain/orders/refund.ts'

export interface OrderTable {
  id: string
  /** Public, 128 random bits. */
  order_id: string
  /** What people call the order: from a sequence, with gaps. It opens nothing. */
  number: Generated<number>
  user_id: string | null
  /** The e-mail of the account for a signed-in buyer, the typed one for a guest. */
  email: string | null
  contact_email: string | null
  status: Generated<OrderStatus>
  payment_state: Generated<PaymentState>
  /** Why a payment waits for the owner's review. */
  review_reason: Generated<string | null>
  /** What is paid: goods - discount + delivery. The tax is a part of it. */
  amount_cents: number
  /** What has gone back: the sum of its refunds that are done, at most its amount. A trigger maintains it. */
  refunded_cents: Generated<number>
  /** The lines at their prices; null for orders of a release before 0.14, whose amount they are. */
  goods_cents: Generated<number | null>
  discount_cents: Generated<number>
  delivery_cents: Generated<number>
  tax_cents: Generated<number>
  /** The rate of the tax in hundredths of a percent; null without tax. */
  tax_bp: Generated<number | null>
  /** What it was called, such as VAT. */
  tax_label: Generated<string | null>
  /** Where it goes, ISO 3166-1, as chosen in the cart; null when the cart does not ask. */
  country: Generated<string | null>
  /** What the chosen method of delivery was called, and within how many working days it arrives. */
  delivery_method: Generated<string | null>
  is_pickup: Generated<boolean>
  min_days: Generated<number | null>
  max_days: Generated<number | null>
  discount_code_id: Generated<string | null>
  discount_code: Generated<string | null>
  currency: Generated<string>
  /** Always 1: an order is offered for payment once. Part of the provider's idempotency key. */
  attempt: Generated<number>
  payment_session: Generated<string | null>
  payment_url: Generated<string | null>
  expires_at: Generated<Date | null>
  /** While the payment is awaited: the time of the next query to the provider. */
  check_at: Generated<Date>
  /** The buyer, stored only while the payment is awaited: the limits count by it. */
  visitor: Generated<string | null>
  /** The request that began the order had no visitor cookie. */
  was_new_visitor: Generated<boolean>
  /** The key that the browser generated for this cart, stored only while the payment is awaited. */
  idempotency_key: Generated<string | null>
  /** A hash of the network of the request, stored only while the payment is awaited: the limits against floods count by it. */
  address: Generated<Buffer | null>
  /** The front end on another origin that the order came from, and to which the buyer returns. */
  return_origin: Generated<string | null>
  /** A hash of the cart, to recognise the same cart again. */
  cart_hash: Generated<string | null>
  created_at: Date
  updated_at: Date
  deleted_at: Generated<Date | null>
  /** When the buyer cancelled it after paying; its counted pieces came back then. */
  cancelled_at: Generated<Date | null>
  /** Since when an admin has put it out of sight; its figures still count. */
  archived_at: Generated<Date | null>
  /** When a restore brought it back; it may have changed since, so somebody must check it before it is shipped. */
  check_since: Generated<Date | null>
}

/** A code that a buyer types for a discount: at most one an order. */
export interface DiscountCodeTable {
  id: string
  /** In capitals. */
  code: string
  kind: 'percent' | 'fixed' | 'delivery'
  /** Hundredths of a percent, cents, or 0. */
  value: number
  /** The only category whose goods it makes cheaper. */
  category: string | null
  /** The least sum of goods. */
  min_cents: Generated<number>
  starts_at: Date | null
  ends_at: Date | null
  max_uses: number | null
  /** Once for each account. */
  is_once: Generated<boolean>
  is_active: Generated<boolean>
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

/** A code that went from one category to another with a change of the settings. */
export interface MovedDiscountCodeTable {
  audit_id: string
  discount_code_id: string
  before: string
  after: string
}

/** Opens an order without an account. Only hashes are stored. */
export interface OrderKeyTable {
  token_hash: Buffer
  order_id: string
  expires_at: Date
}

/**
 * Orders that have been paid and not deleted, by the month (UTC) of their creation, and what was not refunded of them; a trigger
 * maintains it. A figure is the sum of its rows.
 */
export interface OrderTallyTable {
  id: Generated<number>
  month: Date
  payment_state: PaymentState
  status: OrderStatus
  n: number
  cents: number
}

/** The number of failed and expired orders, in which nobody paid: the sum of the rows. A trigger maintains it. */
export interface EndedOrderTallyTable {
  id: Generated<number>
  payment_state: PaymentState
  n: number
}

/** A snapshot of the product, at the price of the order. */
export interface OrderLineTable {
  order_id: string
  position: number
  /** Null for a product that the backup did not have, in an order recovered from the provider. */
  product_id: string | null
  name: string
  image_id: string | null
  unit_cents: number
  quantity: number
  /** The part of the order's discount that is on this line, all its pieces together. */
  discount_cents: Generated<number>
  /** Null for orders of a release without sizes. */
  variant_id: Generated<string | null>
  /** A code of `domain/products/size.ts`; null for those orders and for one size. */
  size: Generated<string | null>
  /** What the color is called, for a product with sizes or of a style. */
  color: Generated<string | null>
  sku: Generated<string | null>
  /** The variant is counted: its pieces are held while the order awaits payment, and gone from the shelf when it is paid. */
  takes_stock: Generated<boolean>
  /** Pieces that were paid but not there; the next ones that come are theirs. */
  owed: Generated<number>
  /** Pieces that were refunded before the order was sent, and are for sale again. */
  put_back: Generated<number>
}

export interface AddressTable {
  order_id: string
  name: string | null
  line1: string | null
  line2: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country: string | null
  phone: string | null
}

export interface OrderEventTable {
  id: Generated<number>
  order_id: string
  kind: 'status' | 'payment'
  value: string
  actor: string
  at: Date
}

/** For admins only; erased with the buyer. */
export interface OrderNoteTable {
  /** Made by the browser, so that a double click writes one note. */
  id: string
  order_id: string
  text: string
  /** The admin's user id. */
  author: string
  at: Date
}

export interface PaymentEventTable {
  /** The provider's event id. */
  id: string
  type: string
  order_id: string | null
  received_at: Date
}

/** A refund. Its row is committed before the request to the provider. */
export interface RefundTable {
  /** Also the provider's idempotency key. */
  id: string
  order_id: string
  /** The amount that the shop expects, until the provider has answered. */
  cents: number
  state: RefundState
  /** Null until the provider has answered. */
  provider_id: string | null
  /** Why it failed, in one sentence. */
  reason: string | null
  /** An admin's e-mail; `buyer` for one who has cancelled, `provider` for a refund made at the provider itself, `reconcile` for one found after a restore. */
  actor: string
  /** The admin's account. */
  actor_id: string | null
  /** Whether the actor was staff: such refunds have a limit. */
  by_staff: Generated<boolean>
  /** It returns all that the provider has left of the payment, whatever `cents` expects. */
  is_rest: Generated<boolean>
  /** Why the shop gave it back; for admins only, erased with the buyer. */
  note: Generated<string | null>
  /** The pieces that were chosen. */
  lines: JSONColumnType<RefundedLine[], string | undefined>
  /** With what was paid for the delivery. */
  delivery: Generated<boolean>
  at: Date
  updated_at: Date
  /** While the refund is pending: the time of the next query to the provider. Never for a part, which the release before must not finish. */
  check_at: Date
  /** The same for a part. */
  due_at: Generated<Date | null>
  /** The return that it settles. */
  return_id: Generated<string | null>
}

/** A payment that the buyer's bank disputes, in the state of the provider's last event. */
export interface DisputeTable {
  /** The provider's id. */
  id: string
  order_id: string
  cents: number
  /** In the provider's words, such as `fraudulent`. */
  reason: string
  /** In the provider's words, such as `needs_response`. */
  status: string
  /** The deadline for the shop's answer. */
  due_by: Date | null
  at: Date
  /** The provider's time of the last event. */
  updated_at: Date
}

/** A buyer who waits for a checkout. The rows are read and written by `take_turn` alone. */
export interface CheckoutLineTable {
  /** Grows with each buyer who joins. */
  place: Generated<number>
  /** The account's id, `key ` and the hash of the browser's key, or the text of the cookie `visitor`. */
  who: string
  /** A hash of the network. */
  address: Buffer
  /** The variants in the cart. */
  wants: string[]
  /** When the buyer last asked. */
  seen_at: Date
}
