import { type ExpressionBuilder, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { validate } from 'uuid'
import { type costColumns, toOrderCosts } from '#domain/costs/order-costs.ts'
import { toDollars } from '#domain/money.ts'
import { cancelRefusal, cancelUntil } from '#domain/orders/cancel.ts'
import {
  arrivedStates,
  type Dispute,
  type Order,
  type OrderReturn,
  type OrderStatus,
  type PublicOrder,
  type RefundState,
  type ShownOrder,
} from '#domain/orders/order.ts'
import type { RefundedLine } from '#domain/orders/refund.ts'
import { labelOf } from '#domain/products/size.ts'
import type { ShownReturn } from '#domain/returns/return.ts'
import { returnHeadline } from '#domain/returns/words.ts'
import { hasStaffRights, type Role } from '#domain/users/user.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Db } from '../db/connection.ts'
import { run } from '../db/raw-query.ts'
import type { Tables } from '../db/tables.ts'
import { isUser } from '../http/asked-user.ts'
import type { SignedIn } from '../http/sessions.ts'
import { invoiceLinks, toInvoiceLink } from '../invoices/queries.ts'
import { isOpenDispute } from '../payments/disputes/queries.ts'
import { isGoingBack, refundedPieces } from '../payments/refund-queries.ts'
import { findReturnsOf, hasReturns, isWithdrawn } from '../returns/queries.ts'
import { shipments, toShipment } from '../shipments/queries.ts'
import { piecesToPutBack } from '../stock/put-back-refunded.ts'
import { orderAddress } from './address-queries.ts'
import { isOpenedBy } from './key-queries.ts'
import { messages, toMessage } from './message-queries.ts'
import { findRefundable } from './refundable.ts'

const maxOrders = 1000

/**
 * Returns the orders for which money has arrived, newest first. By id these are only the orders of that account: an e-mail that a guest typed
 * makes no order theirs. By e-mail, which only an admin may use, they include the orders of guests who typed it.
 * @returns at most 1,000 orders, and how many there are
 */
export async function findOrdersOf({ db, origin }: Pick<CheckoutContext, 'db' | 'origin'>, idOrEmail: string) {
  const isTheirs = validate(idOrEmail) ? sql<SqlBool>`user_id = ${idOrEmail}` : wasBoughtWith(idOrEmail)
  const rows = await db
    .with('order', selected =>
      selected
        .selectFrom('order')
        .selectAll()
        .select(({ fn }) => fn.countAll<number>().over().as('total'))
        .where(isTheirs)
        .where('payment_state', 'in', arrivedStates)
        .where('deleted_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(maxOrders),
    )
    .selectFrom('order')
    .selectAll()
    .select(lines)
    .select(events)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { orders: rows.map(row => toOrder(row, origin)), total: rows[0]?.total ?? 0 }
}

const wasBoughtWith = (email: string) => sql<SqlBool>`(
  lower(email) = lower(${email}) or lower(contact_email) = lower(${email})
  or user_id = (select id from "user" where ${isUser(email)})
)`

/** Who asks for an order: the signed-in user, and the key that the request carries. */
export interface Viewer {
  caller?: SignedIn
  key?: string
}

/**
 * Returns one order: everything for its buyer, for whoever has a key of it, for staff and admins, the public part for anybody else who
 * has one of its ids.
 */
export async function findShownOrder(
  context: Pick<CheckoutContext, 'db' | 'origin' | 'clock'>,
  idOrOrderId: string,
  { caller, key }: Viewer,
): Promise<ShownOrder | undefined> {
  const { db, clock } = context
  const buyer = { userId: caller?.id, isOpened: key ? isOpenedBy(key, clock.now()) : undefined }
  const whole = caller || key ? await findWhole(context, idOrOrderId, viewerOf(caller) ?? buyer) : undefined
  return whole ?? (await findPublicOrder(db, validate(idOrOrderId) ? 'id' : 'orderId', idOrOrderId))
}

type StaffViewer = Exclude<Role, 'user'>

const viewerOf = (caller: SignedIn | undefined): StaffViewer | undefined =>
  caller && caller.role !== 'user' && hasStaffRights(caller.role) ? caller.role : undefined

/** Returns the part of an order that anybody with one of its ids may see. */
export async function findPublicOrder(
  db: Db,
  by: keyof typeof publicOrders,
  name: string,
): Promise<PublicOrder | undefined> {
  const [row] = await run<Parameters<typeof toPublicOrder>[0]>(db, publicOrders[by], [name])
  return row && toPublicOrder(row)
}

const publicOrderBy = (column: string) => `
  select order_id, number, status, payment_state, created_at, updated_at, (
    select coalesce(json_agg(json_build_object('value', value, 'at', at) order by id), '[]')
    from order_event where order_event.order_id = "order".id and kind = 'status'
  ) as events
  from "order" where ${column} = $1 and deleted_at is null`

const publicOrders = {
  id: publicOrderBy('id'),
  orderId: publicOrderBy('order_id'),
  paymentSession: publicOrderBy('payment_session'),
}

/** Returns an order that an admin has just changed, even if it was deleted since. */
export const findChangedOrder = (context: Pick<CheckoutContext, 'db' | 'origin' | 'clock'>, id: string) =>
  findWhole(context, id, 'admin', { evenDeleted: true })

interface Buyer {
  userId: string | undefined
  /** The SQL condition for an order whose key the request carries. */
  isOpened: RawBuilder<SqlBool> | undefined
}

async function findWhole(
  { db, origin, clock }: Pick<CheckoutContext, 'db' | 'origin' | 'clock'>,
  idOrOrderId: string,
  viewer: StaffViewer | Buyer,
  { evenDeleted = false } = {},
): Promise<ShownOrder | undefined> {
  let query = db
    .selectFrom('order')
    .selectAll('order')
    .select(lines)
    .select(events)
    .select(orderAddress)
    .select(history)
    .select([refunding, withdrawn])
    .select(refunds)
    .select(disputes)
    .select(invoiceLinks)
    .select([shipments, messages, paidAt, hasReturns])
    .where(validate(idOrOrderId) ? 'id' : 'order_id', '=', idOrOrderId)
  if (!evenDeleted) query = query.where('deleted_at', 'is', null)
  const buyer = typeof viewer === 'string' ? undefined : viewer
  if (buyer) query = query.where(sql<SqlBool>`(user_id = ${buyer.userId ?? null} or ${buyer.isOpened ?? sql`false`})`)
  const row = await query.executeTakeFirst()
  return (
    row && {
      ...(buyer ? toOrder(row, origin) : toStaffOrder(row, origin)),
      // A key opens the order, and says nothing about the account.
      ...(buyer && row.user_id !== buyer.userId && { email: undefined }),
      refunding: row.refunding,
      invoices: row.invoices.map(toInvoiceLink),
      shipments: row.shipments.map(toShipment),
      messages: row.messages.map(toMessage),
      ...(row.hasReturns && { returns: (await findReturnsOf(db, row.id, origin)).map(toOrderReturn) }),
      ...(buyer && cancellable(row, clock.now())),
      ...lifeOf(row),
      ...(row.address && { address: row.address }),
      ...(typeof viewer === 'string' && hasMoney(row) && (await findRefundable(db, row, viewer))),
      ...(!buyer && {
        ...(row.withdrawn && { withdrawn: true as const }),
        reviewReason: row.review_reason,
        history: row.history.map(toEntry),
        refunds: row.refunds.map(toRefund),
        disputes: row.disputes.map(toDispute),
      }),
    }
  )
}

const toOrderReturn = (shown: ShownReturn): OrderReturn => {
  const { reference, kind, askedAt } = shown
  return { reference, kind, askedAt, headline: returnHeadline(shown) }
}

/** Until when the buyer can cancel; nothing when they cannot. */
function cancellable(row: CancellableRow, now: Date): Pick<ShownOrder, 'cancelUntil'> {
  const paidAt = row.paidAt ?? undefined
  const order = { status: row.status, paymentState: row.payment_state, paidAt }
  const hasRefund = row.cancelled_at !== null || row.refunds.some(({ state }) => state !== 'failed')
  const hasParcel = row.shipments.length > 0
  const until = cancelRefusal({ ...order, hasRefund, hasParcel }, now) ? undefined : cancelUntil(paidAt)
  return until ? { cancelUntil: until.toISOString() } : {}
}

type CancellableRow = Pick<Selectable<Tables['order']>, 'status' | 'payment_state' | 'cancelled_at'> & {
  paidAt: Date | null
  refunds: { state: RefundState }[]
  shipments: unknown[]
}

export const lifeOf = ({
  cancelled_at,
  archived_at,
  check_since,
}: Pick<Selectable<Tables['order']>, 'cancelled_at' | 'archived_at' | 'check_since'>) => ({
  ...(cancelled_at && { cancelledAt: cancelled_at.toISOString() }),
  ...(archived_at && { archivedAt: archived_at.toISOString() }),
  ...(check_since && { checkSince: check_since.toISOString() }),
})

const hasMoney = ({ payment_state }: Pick<Row, 'payment_state'>) =>
  payment_state === 'paid' || payment_state === 'review'

const toEntry = ({
  at,
  ...entry
}: {
  kind: 'status' | 'payment'
  value: string
  actor: string
  at: Date | string
}) => ({
  ...entry,
  at: new Date(at).toISOString(),
})

export type OrderExpressions = ExpressionBuilder<Tables, 'order'>

export const lines = ({ selectFrom }: OrderExpressions) =>
  jsonArrayFrom(
    selectFrom('order_line')
      .select([
        'position',
        'product_id',
        'name',
        'image_id',
        'unit_cents',
        'quantity',
        'variant_id',
        'size',
        'color',
        'sku',
        'owed',
        'discount_cents',
      ])
      .select([refundedPieces.as('refunded'), piecesToPutBack.as('to_put_back')])
      .whereRef('order_line.order_id', '=', 'order.id')
      .orderBy('position'),
  ).as('lines')

export const events = ({ selectFrom }: OrderExpressions) =>
  jsonArrayFrom(
    selectFrom('order_event')
      .select(['value', 'at'])
      .whereRef('order_event.order_id', '=', 'order.id')
      .where('kind', '=', 'status')
      .orderBy('order_event.id'),
  ).as('events')

/** When the order was paid first; null when it was not. */
export const paidAt = ({ selectFrom }: OrderExpressions) =>
  selectFrom('order_event')
    .select(({ fn }) => fn.min('at').as('at'))
    .whereRef('order_event.order_id', '=', 'order.id')
    .where('kind', '=', 'payment')
    .where('value', '=', 'paid')
    .as('paidAt')

const history = ({ selectFrom }: OrderExpressions) =>
  jsonArrayFrom(
    selectFrom('order_event')
      .select(['kind', 'value', 'actor', 'at'])
      .whereRef('order_event.order_id', '=', 'order.id')
      .orderBy('order_event.id'),
  ).as('history')

export const withdrawn = isWithdrawn.as('withdrawn')

export const refunding = isGoingBack.as('refunding')

const refunds = ({ selectFrom }: OrderExpressions) =>
  jsonArrayFrom(
    selectFrom('refund')
      .select([
        'id as _id',
        'cents',
        'state',
        'reason',
        'actor',
        'at',
        'by_staff',
        'is_rest',
        'lines',
        'delivery',
        'note',
      ])
      .whereRef('refund.order_id', '=', 'order.id')
      .orderBy('refund.at')
      .orderBy('refund.id'),
  ).as('refunds')

export const disputes = ({ selectFrom }: OrderExpressions) =>
  jsonArrayFrom(
    selectFrom('dispute')
      .select(['dispute.id as _id', 'cents', 'reason', 'dispute.status', 'due_by', 'at'])
      .select(isOpenDispute.as('isOpen'))
      .whereRef('dispute.order_id', '=', 'order.id')
      .orderBy('at')
      .orderBy('dispute.id'),
  ).as('disputes')

interface RefundRow {
  _id: string
  cents: number
  state: RefundState
  reason: string | null
  actor: string
  is_rest: boolean
  lines: RefundedLine[]
  delivery: boolean
  note: string | null
  /** A string when it comes from JSON. */
  at: Date | string
}

const toRefund = ({ _id, cents, state, reason, actor, is_rest, lines, delivery, note, at }: RefundRow) => ({
  ...{ _id, state, reason, actor, delivery, note },
  amount: toDollars(cents),
  isRest: is_rest,
  lines: lines.map(({ position, quantity, cents: each }) => ({ position, quantity, amount: toDollars(each) })),
  at: new Date(at).toISOString(),
})

interface DisputeRow {
  _id: string
  cents: number
  reason: string
  status: string
  isOpen: boolean
  due_by: Date | string | null
  at: Date | string
}

export const toDispute = ({ cents, due_by, at, ...dispute }: DisputeRow): Dispute => ({
  ...dispute,
  amount: toDollars(cents),
  dueBy: due_by && new Date(due_by).toISOString(),
  at: new Date(at).toISOString(),
})

type Row = Pick<
  Selectable<Tables['order']>,
  | 'id'
  | 'order_id'
  | 'number'
  | 'email'
  | 'contact_email'
  | 'status'
  | 'payment_state'
  | (typeof costColumns)[number]
  | 'refunded_cents'
  | 'created_at'
  | 'updated_at'
> & {
  lines: (Pick<
    Selectable<Tables['order_line']>,
    | 'position'
    | 'product_id'
    | 'name'
    | 'image_id'
    | 'unit_cents'
    | 'quantity'
    | 'variant_id'
    | 'size'
    | 'color'
    | 'sku'
    | 'owed'
  > & { refunded: number; to_put_back: number })[]
  /** A string when it comes from JSON. */
  events: { value: string; at: Date | string }[]
}

const toPublicOrder = (
  row: Pick<Row, 'order_id' | 'number' | 'status' | 'payment_state' | 'created_at' | 'updated_at' | 'events'>,
): PublicOrder => ({
  orderId: row.order_id,
  number: row.number,
  status: row.status,
  paymentState: row.payment_state,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  events: row.events.map(({ value, at }) => ({ status: value as OrderStatus, at: new Date(at).toISOString() })),
})

const toOrder = (row: Row, origin: string): Order => ({
  ...toPublicOrder(row),
  _id: row.id,
  email: row.email,
  contactEmail: row.contact_email,
  amount: toDollars(row.amount_cents),
  refunded: toDollars(refundedCents(row)),
  products: row.lines.map(line => ({
    _id: line.product_id ?? '',
    position: line.position,
    name: line.name,
    image: `${origin}/images/${line.image_id ?? 'placeholder'}/1280.webp`,
    price: toDollars(line.unit_cents),
    quantity: line.quantity,
    ...(line.owed > line.refunded && { owed: line.owed - line.refunded }),
    ...(line.refunded > 0 && { refunded: line.refunded }),
    ...(line.size && { size: labelOf(line.size) }),
    ...(line.color && { color: line.color }),
    ...(line.sku && { sku: line.sku }),
    ...(line.size && line.variant_id && { variantId: line.variant_id }),
  })),
  costs: toOrderCosts(row),
})

/** An order as staff and admins see it: with the pieces that they can put back on the shelf. */
export function toStaffOrder(row: Row, origin: string): Order {
  const order = toOrder(row, origin)
  const products = order.products.map((product, index) => {
    const toPutBack = row.lines[index]?.to_put_back ?? 0
    return toPutBack > 0 ? { ...product, toPutBack } : product
  })
  return { ...order, products }
}

/** What of an order has gone back. Orders that early releases refunded have no refund. */
export const refundedCents = ({
  payment_state,
  amount_cents,
  refunded_cents,
}: Pick<Row, 'payment_state' | 'amount_cents' | 'refunded_cents'>): number =>
  payment_state === 'refunded' && refunded_cents === 0 ? amount_cents : refunded_cents
