import { type Static, Type } from 'typebox'
import { InvoiceLink } from '../costs/invoice.ts'
import { OrderCosts } from '../costs/order-costs.ts'
import { currencyCode, formatCents } from '../money.ts'
import { literals } from '../schema.ts'

export const orderStatuses = ['pending', 'processing', 'shipped', 'completed'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const paymentStates = ['awaiting', 'paid', 'failed', 'expired', 'review', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/** A payment provider's report about an order's payment. Money in integer cents. */
export interface PaymentReport {
  paid: boolean
  /** Set when the payment can no longer be made. */
  ended?: 'expired' | 'failed'
  amountCents: number
  currency: string
}

/**
 * The payment state that follows from a report, undefined if nothing changes. A decided state never changes, even if a
 * report is repeated or late. A wrong amount, or money for an order that has ended, never counts as paid: the order
 * goes to review, and the owner decides.
 */
export function nextPaymentState(
  order: { paymentState: PaymentState; amountCents: number; currency: string },
  report: PaymentReport,
): { to: PaymentState; reason?: string } | undefined {
  const { paymentState } = order
  if (report.paid && paymentState === 'awaiting') {
    const matches = report.amountCents === order.amountCents && report.currency === order.currency
    return matches ? { to: 'paid' } : { to: 'review', reason: mismatch(order, report) }
  }
  if (report.paid && (paymentState === 'expired' || paymentState === 'failed')) {
    return { to: 'review', reason: `The payment came after the order was ${paymentState}.` }
  }
  if (!report.paid && report.ended && paymentState === 'awaiting') return { to: report.ended }
  return undefined
}

const mismatch = (order: { amountCents: number; currency: string }, paid: PaymentReport) =>
  `Paid ${money(paid)}, the order says ${money(order)}.`

const money = ({ amountCents, currency }: { amountCents: number; currency: string }) =>
  currency.toUpperCase() === currencyCode()
    ? formatCents(amountCents)
    : `${amountCents} ${currency.toUpperCase()} in its smallest unit`

/** The states in which money has arrived; only these orders are shown to admins. */
export const arrivedStates = ['paid', 'review', 'refunded'] as const satisfies PaymentState[]

/** The timeline, in order. A step is reached when the order's status is that step or a later one. */
export const orderSteps = [
  { status: 'pending', label: 'Pending', description: 'Your order has been created and is awaiting processing.' },
  { status: 'processing', label: 'Processing', description: 'Your order is being processed.' },
  { status: 'shipped', label: 'Shipped', description: 'Your order has been shipped.' },
  { status: 'completed', label: 'Completed', description: 'Your order has been successfully completed.' },
] as const satisfies { status: OrderStatus; label: string; description: string }[]

export type StepState = 'completed' | 'current' | 'ahead'

/** Whether the step is completed, current or ahead in an order with this status. */
export function stepState(step: OrderStatus, status: OrderStatus): StepState {
  const distance = orderStatuses.indexOf(step) - orderStatuses.indexOf(status)
  if (distance === 0) return 'current'
  return distance < 0 ? 'completed' : 'ahead'
}

/** When the order reached a status, oldest first. `at` is an ISO time. */
const OrderEvent = Type.Object({ status: literals(orderStatuses), at: Type.String() })

/** The part of an order that anybody with its id may see. Times are ISO. */
export const PublicOrder = Type.Object({
  orderId: Type.String(),
  number: Type.Integer({ description: 'What people call the order; it opens nothing' }),
  status: literals(orderStatuses),
  paymentState: literals(paymentStates),
  createdAt: Type.String(),
  updatedAt: Type.String(),
  events: Type.Array(OrderEvent),
})
export type PublicOrder = Static<typeof PublicOrder>

const text = Type.Union([Type.String(), Type.Null()])

/** The delivery address that the buyer typed at the payment provider. */
const Address = Type.Object({
  name: text,
  line1: text,
  line2: text,
  city: text,
  state: text,
  postalCode: text,
  country: Type.Union([Type.String(), Type.Null()], { description: 'Two letters, ISO 3166-1' }),
  phone: text,
})
export type Address = Static<typeof Address>

/** A product of the order at the price that was paid, in major units. `_id` is the product's, `image` an absolute URL. */
const OrderLine = Type.Object({
  _id: Type.String(),
  position: Type.Integer({ description: 'Names the line in a refund' }),
  name: Type.String(),
  image: Type.String(),
  price: Type.Number(),
  quantity: Type.Integer(),
  size: Type.Optional(Type.String({ description: 'As shoppers read it; missing for one size' })),
  color: Type.Optional(
    Type.String({ description: 'What the color is called, of a product with sizes or in several colors' }),
  ),
  sku: Type.Optional(Type.String()),
  variantId: Type.Optional(Type.String({ description: 'With `size`' })),
  owed: Type.Optional(Type.Integer({ description: 'Of these paid and missing; the next pieces that come are for it' })),
  refunded: Type.Optional(Type.Integer({ description: 'Pieces of these whose money went back, or is on its way' })),
  toPutBack: Type.Optional(
    Type.Integer({ description: 'For staff and admins: of the refunded ones those that are not for sale again' }),
  ),
})

const lifeOfOrder = {
  cancelledAt: Type.Optional(
    Type.String({
      description: 'When the buyer cancelled it after paying, or its pieces went back on the shelf unsent',
    }),
  ),
}
const archivedAt = Type.Optional(Type.String({ description: 'Since when it is out of sight in the list of orders' }))
const checkSince = Type.Optional(
  Type.String({ description: 'For staff and admins: when a restore brought it back; check it before it is shipped' }),
)

/** A parcel of an order. Times are ISO. */
export const Shipment = Type.Object({
  _id: Type.String(),
  carrier: Type.String(),
  number: Type.String({ description: 'The tracking number' }),
  url: Type.Union([Type.String(), Type.Null()], { description: 'Where the carrier says where it is: https' }),
  sentAt: Type.String(),
  deliveredAt: Type.Union([Type.String(), Type.Null()], { description: 'When the shop marked it as delivered' }),
})
export type Shipment = Static<typeof Shipment>

/** What the buyer wrote to the shop about an order. */
export const OrderMessage = Type.Object({
  _id: Type.String(),
  message: Type.String(),
  at: Type.String(),
})
export type OrderMessage = Static<typeof OrderMessage>

const orderDetails = {
  _id: Type.String(),
  email: text,
  contactEmail: text,
  amount: Type.Number({ description: 'In the shop’s currency: what was charged' }),
  refunded: Type.Number({ description: 'In the shop’s currency: what of it has gone back' }),
  products: Type.Array(OrderLine),
  costs: OrderCosts,
}

/** An order in a list, for its owner and for admins. */
export const Order = Type.Object({ ...PublicOrder.properties, ...orderDetails })
export type Order = Static<typeof Order>

export const refundStates = ['asked', 'done', 'failed'] as const
export type RefundState = (typeof refundStates)[number]

/** A refund that is pending, done or failed. Times are ISO. */
const Refund = Type.Object({
  _id: Type.String(),
  amount: Type.Number({ description: 'In the shop’s currency' }),
  state: literals(refundStates),
  isRest: Type.Boolean({ description: 'It returns all that was left' }),
  lines: Type.Array(
    Type.Object({
      position: Type.Integer(),
      quantity: Type.Integer(),
      amount: Type.Number({ description: 'In dollars' }),
    }),
    { description: 'The pieces that were chosen, and what came back for them' },
  ),
  delivery: Type.Boolean({ description: 'With what was paid for the delivery' }),
  note: Type.Union([Type.String(), Type.Null()], { description: 'Why the shop gave it back' }),
  reason: Type.Union([Type.String(), Type.Null()], { description: 'Why it failed' }),
  actor: Type.String(),
  at: Type.String(),
})

/** A payment that the buyer's bank disputes: `reason` and `status` are the provider's identifiers. Times are ISO. */
const Dispute = Type.Object({
  _id: Type.String(),
  amount: Type.Number({ description: 'In the shop’s currency' }),
  reason: Type.String(),
  status: Type.String(),
  isOpen: Type.Boolean(),
  dueBy: Type.Union([Type.String(), Type.Null()], { description: 'Until when the shop can answer' }),
  at: Type.String(),
})
export type Dispute = Static<typeof Dispute>

/** Disputes in these states are closed. https://docs.stripe.com/api/disputes/object */
export const closedDisputeStatuses = ['won', 'lost', 'warning_closed', 'prevented'] as const

const withdrawn = Type.Optional(
  Type.Literal(true, {
    description: 'For staff and admins: its buyer has withdrawn from it, and nobody has settled that',
  }),
)
const refunding = Type.Boolean({ description: 'All its money is on the way back' })

/** What can still be refunded, in dollars. */
const Refundable = Type.Object({
  amount: Type.Number({ description: 'In all' }),
  max: Type.Number({ description: 'At most by the caller: staff have a limit' }),
  delivery: Type.Number({ description: 'Of it for the delivery' }),
  lines: Type.Array(
    Type.Object({
      position: Type.Integer(),
      pieces: Type.Array(Type.Number(), { description: 'What 1, 2, … of the pieces that are left return' }),
    }),
  ),
})
export type Refundable = Static<typeof Refundable>

/** An order in the admins' list. */
export const AdminOrder = Type.Object({
  ...Order.properties,
  address: Type.Optional(Address),
  reviewReason: Type.Union([Type.String(), Type.Null()], { description: "Why it is in 'review'" }),
  refunding,
  withdrawn,
  disputes: Type.Array(Dispute),
  ...lifeOfOrder,
  archivedAt,
  checkSince,
})
export type AdminOrder = Static<typeof AdminOrder>

/** One change of an order's status or payment. `actor` is an admin's e-mail or a system actor. */
const HistoryEntry = Type.Object({
  kind: literals(['status', 'payment']),
  value: Type.String(),
  actor: Type.String(),
  at: Type.String(),
})

/** A return on the page of its order. */
export const OrderReturn = Type.Object({
  reference: Type.String({ description: "The order's number, and which return of it this is" }),
  kind: literals(['return', 'withdrawal']),
  askedAt: Type.String(),
  headline: Type.String({ description: 'What has become of it, in a sentence' }),
})
export type OrderReturn = Static<typeof OrderReturn>

/**
 * One order: all fields for its owner, for staff and admins also its history, and only the public fields for anybody else with
 * its id.
 */
export const ShownOrder = Type.Object({
  ...PublicOrder.properties,
  ...Type.Partial(Type.Object({ ...orderDetails, address: Address })).properties,
  ...Type.Partial(
    Type.Object({
      refunding,
      withdrawn,
      shipments: Type.Array(Shipment, { description: 'Its parcels, oldest first' }),
      invoices: Type.Array(InvoiceLink, { description: 'The invoice, moments after the payment, and credit notes' }),
      reviewReason: text,
      history: Type.Array(HistoryEntry),
      refunds: Type.Array(Refund),
      refundable: Refundable,
      refundRefusal: Type.String({ description: 'For staff: why they may not refund any of it' }),
      disputes: Type.Array(Dispute),
      returns: Type.Array(OrderReturn, { description: 'Its returns and withdrawals, oldest first' }),
      messages: Type.Array(OrderMessage, { description: 'What the buyer wrote about it, oldest first' }),
      cancelUntil: Type.String({ description: 'For the buyer of a paid order who can cancel it: until when' }),
    }),
  ).properties,
  ...lifeOfOrder,
  archivedAt,
  checkSince,
})
export type ShownOrder = Static<typeof ShownOrder>
