import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import { arrivedStates, type OrderStatus, type PaymentState } from '#domain/orders/order.ts'
import { shipSentences } from '#domain/orders/packing.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import type { Tx } from '../../db/connection.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { busy, conflict, notFound, ShopError } from '../../lib/errors.ts'
import { queueOrderShipped } from '../../mail/queue.ts'
import { beginRefund, type WantedRefund } from '../../payments/begin-refund.ts'
import { ProviderRefused, ProviderUnavailable } from '../../payments/provider.ts'
import { advanceRefund } from '../../payments/refunds.ts'
import { acceptPayment } from '../../payments/settle.ts'
import { hasArrivals } from '../../returns/queries.ts'
import { takeAgain } from '../../stock/take-again.ts'
import { addEvent } from '../queries.ts'
import { findObstacles } from '../sending-obstacles.ts'

export type Admin = Pick<SignedIn, 'id' | 'email'>

interface Force {
  /** Make the change even if the order was cancelled, refunded, withdrawn from, or is being refunded. */
  force: boolean
}

/**
 * Sets the status of an order, any of the four from any other. A refunded or cancelled order is not shipped without `force`, and one
 * that an admin has to look at first is neither shipped nor completed.
 * @throws ShopError 404 when there is no such order, or no money has arrived for it; 409 `refunding`, `refunded`, `cancelled`,
 * `withdrawn`, `review` or `unchecked`, and when it would be packed again after pieces of it have come back
 */
export async function setStatus(
  context: CheckoutContext,
  admin: Admin,
  id: string,
  status: OrderStatus,
  { force }: Force,
): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const order = await lockOrder(tx, id)
    if (order.status === status) return
    if (isHandedOver(status) && !isHandedOver(order.status)) refuseUnchecked(order)
    if (status === 'shipped' && !force) await refuseRefunded(tx, id, order, 'Shipping it gives the goods away.')
    await changeStatus(tx, context, admin, { ...order, id }, status)
  })
}

const isHandedOver = (status: OrderStatus) => status === 'shipped' || status === 'completed'

/** When an order that is handed over became so. */
async function handedOverAt(tx: Tx, id: string): Promise<Date | undefined> {
  const events = await tx
    .selectFrom('order_event')
    .select(['at', 'value'])
    .where('order_id', '=', id)
    .where('kind', '=', 'status')
    .orderBy('id', 'desc')
    .execute()
  const before = events.findIndex(({ value }) => value !== 'shipped' && value !== 'completed')
  return events.slice(0, before === -1 ? undefined : before).at(-1)?.at
}

/**
 * Changes the status of a locked order, with its history, the e-mail to the buyer and the audit.
 * @throws ShopError 409 when it would be packed again, and pieces of it have come back, or were counted as gone and sold since
 */
export async function changeStatus(
  tx: Tx,
  context: CheckoutContext,
  admin: Admin,
  order: { id: string; status: OrderStatus; payment_state: PaymentState },
  status: OrderStatus,
): Promise<void> {
  const [{ id }, at] = [order, context.clock.now()]
  await tx.updateTable('order').set({ status, updated_at: at }).where('id', '=', id).execute()
  const isSetBack = isHandedOver(order.status) && !isHandedOver(status)
  if (isSetBack && (await hasArrivals(tx, id)))
    throw conflict('Pieces of this order have come back, so it was sent: it cannot be packed again.')
  const since = isSetBack ? await handedOverAt(tx, id) : undefined
  await addEvent(tx, { id, kind: 'status', value: status, actor: admin.email, at })
  if (since) await takeAgain(tx, id, { since, at })
  if (status === 'shipped' && order.payment_state === 'paid') await queueOrderShipped(tx, id, context)
  await auditEntry(tx, context, admin, id, 'change status', { before: { status: order.status }, after: { status } })
}

/**
 * Removes an order from the lists and the figures. A refunded order is not deleted without `force`.
 * @returns the id of the audit entry with which the deletion can be undone
 * @throws ShopError 404 and 409 as `setStatus`
 */
export async function deleteOrder(
  context: CheckoutContext,
  admin: Admin,
  id: string,
  { force }: Force,
): Promise<string> {
  return await context.db.transaction().execute(async tx => {
    const order = await lockOrder(tx, id)
    const { amount_cents } = order
    if (!force) await refuseRefunded(tx, id, order, 'Deleted, it no longer shows where its money went.')
    await tx.updateTable('order').set({ deleted_at: context.clock.now() }).where('id', '=', id).execute()
    const before = { amount: toDollars(amount_cents) }
    return await auditEntry(tx, context, admin, id, 'delete', { before })
  })
}

/**
 * Counts an order in review as paid.
 * @throws ShopError 404 as `setStatus`, 409 when it is not in review or was cancelled
 */
export async function acceptOrder(context: CheckoutContext, admin: Admin, id: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const { cancelled_at } = await lockOrder(tx, id)
    if (cancelled_at)
      throw conflict('This order was cancelled, and its pieces are on the shelf again: refund it instead.')
    if (!(await acceptPayment(tx, id, admin.email, context))) throw conflict('This payment is not in review.')
    await auditEntry(tx, context, admin, id, 'accept payment', changeOf('review', 'paid'))
  })
}

/**
 * Refunds an order, or parts of it, through the provider, once however often it is requested with one key. The refund is committed
 * before the request to the provider: when the shop is interrupted, another request or the reconcile job finishes it. While a refund is
 * pending, which some banks make it for days, the order stays as it is. Pieces do not come back into stock by a refund.
 * @param wanted the parts; without any all that is left, which needs no key to be refunded once
 * @throws ShopError as `beginRefund`, 404 as `setStatus`, 409 `refund_refused` when the provider refuses, 503 when it does not answer
 */
export async function refundOrder(
  context: CheckoutContext,
  admin: Admin,
  id: string,
  wanted: WantedRefund = {},
): Promise<void> {
  const refund = await context.db.transaction().execute(async tx => {
    const order = await lockOrder(tx, id)
    return await beginRefund(tx, context, { ...order, id }, admin, wanted)
  })
  if (!refund || refund.state === 'done') return
  if (refund.state === 'failed') throw new ShopError(409, 'refund_refused', refund.reason ?? '')
  try {
    await advanceRefund(context, refund)
  } catch (error) {
    if (error instanceof ProviderRefused) throw new ShopError(409, 'refund_refused', error.message)
    if (error instanceof ProviderUnavailable) throw busy(error, providerUnavailable, 5)
    throw error
  }
}

const providerUnavailable =
  'The payment provider does not answer. The refund is asked for, and the shop goes on asking by itself; asking again is safe.'

/**
 * Refuses what gives goods away for money that has gone, goes, or has to go. The order is locked.
 * @throws ShopError 409 `refunded`, `refunding`, `cancelled` or `withdrawn`
 */
export async function refuseRefunded(
  tx: Tx,
  id: string,
  order: { payment_state: PaymentState; cancelled_at: Date | null },
  why: string,
): Promise<void> {
  const { isRefunding, isAllRefunded, isWithdrawn } = await findObstacles(tx, id)
  if (order.payment_state === 'refunded' || isAllRefunded)
    throw new ShopError(409, 'refunded', `This order was refunded. ${why}`)
  if (isRefunding) throw new ShopError(409, 'refunding', `The money of this order is on its way back. ${why}`)
  if (order.cancelled_at) throw new ShopError(409, 'cancelled', `The buyer has cancelled this order. ${why}`)
  if (isWithdrawn) throw new ShopError(409, 'withdrawn', `The buyer has withdrawn from this order: see Returns. ${why}`)
}

/**
 * Refuses to hand over goods whose payment an admin has not accepted, or that may have been sent before a restore.
 * @throws ShopError 409 `review` or `unchecked`
 */
export function refuseUnchecked(order: { payment_state: PaymentState; check_since: Date | null }): void {
  if (order.payment_state === 'review') throw new ShopError(409, 'review', shipSentences.review)
  if (order.check_since) throw new ShopError(409, 'unchecked', shipSentences.unchecked)
}

async function lockOrder(tx: Tx, id: string) {
  const order = await lockArrivedOrder(tx, id)
  if (!order) throw notFound('Order')
  return order
}

/** Locks an order for which money has arrived; undefined when there is none, or it was deleted. */
export async function lockArrivedOrder(tx: Tx, id: string) {
  if (!validate(id)) return undefined
  return await tx
    .selectFrom('order')
    .select(['order_id', 'number', 'status', 'payment_state', 'payment_session', 'amount_cents'])
    .select(['cancelled_at', 'archived_at', 'check_since', 'country'])
    .where('id', '=', id)
    .where('payment_state', 'in', arrivedStates)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

type Change = Pick<Parameters<typeof recordAuditEntry>[1], 'before' | 'after'>

const auditEntry = (
  tx: Tx,
  context: CheckoutContext,
  { id: actor }: Admin,
  recordId: string,
  action: string,
  change: Change,
) => recordAuditEntry(tx, { actor, action, record: 'order', recordId, ...change }, context)

const changeOf = (before: PaymentState, after: PaymentState): Change => ({
  before: { paymentState: before },
  after: { paymentState: after },
})
