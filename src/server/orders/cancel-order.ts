import { sql } from 'kysely'
import { cancelRefusal } from '#domain/orders/cancel.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { letGoOf } from '../checkout/let-go.ts'
import { busy, conflict, notFound } from '../lib/errors.ts'
import { queueOrderCancelled } from '../mail/queue.ts'
import { type BegunRefund, beginRefund, buyerActor } from '../payments/begin-refund.ts'
import { ProviderRefused, ProviderUnavailable } from '../payments/provider.ts'
import { becomeReviewed } from '../payments/record-refunds.ts'
import { advanceRefund } from '../payments/refunds.ts'
import { findOpenWithdrawal } from '../returns/queries.ts'
import { hasParcel } from '../shipments/queries.ts'
import { refuseReturned, returnPieces } from '../stock/return-pieces.ts'
import type { Viewer } from './find-orders.ts'
import { getOwnOrder } from './own-order.ts'

/**
 * Cancels an order, once however often it is requested: one that awaits its payment for its buyer and for staff, a paid one within an
 * hour for its buyer alone. Of a paid one all money goes back, and its counted pieces come back into stock; the cancellation is
 * committed before the request to the provider, and when the shop is interrupted, the reconcile job finishes the refund. It settles
 * the withdrawal from the same order, if there is one.
 * @throws ShopError 404 for a stranger, 409 with the reason when it cannot be cancelled, 503 when the payment page cannot be closed
 */
export async function cancelOrder(context: CheckoutContext, idOrOrderId: string, viewer: Viewer): Promise<void> {
  const order = await getOwnOrder(context, idOrOrderId, viewer)
  if (order.payment_state === 'awaiting') return await giveUp(context, order, viewer)
  if (!order.isBuyer) throw conflict('A paid order is cancelled here by its buyer alone. Refund it instead.')
  const refund = await beginCancellation(context, order.id)
  if (refund?.state === 'asked') await finishRefund(context, refund)
}

interface AwaitingOrder {
  id: string
  payment_session: string | null
  isBuyer: boolean
}

async function giveUp(
  context: CheckoutContext,
  { id, payment_session, isBuyer }: AwaitingOrder,
  { caller }: Viewer,
): Promise<void> {
  if (!payment_session)
    throw busy(undefined, 'The payment page of this order is just being opened. Please try again in a moment.')
  const { paymentState } = await letGoOf(context, payment_session)
  if (paymentState === 'paid' || paymentState === 'review')
    throw conflict('This order was paid meanwhile. Look at its page again.')
  if (paymentState === 'awaiting')
    throw conflict('The bank is still working on this payment. Once it is here, the order can be cancelled.')
  if (isBuyer || !caller) return
  const entry = { actor: caller.id, action: 'give up', record: 'order', recordId: id } as const
  await context.db.transaction().execute(tx => recordAuditEntry(tx, entry, context))
}

/** @returns the refund; undefined when the order was cancelled before */
async function beginCancellation(context: CheckoutContext, id: string): Promise<BegunRefund | undefined> {
  const at = context.clock.now()
  return await context.db.transaction().execute(async tx => {
    const order = await tx
      .selectFrom('order')
      .select(['id', 'order_id', 'status', 'payment_state', 'payment_session', 'cancelled_at'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!order) throw notFound('Order')
    if (order.cancelled_at) return undefined
    const { rows } = await sql<{ paidAt: Date | null; hasRefund: boolean }>`
      select (select min(at) from order_event where order_id = ${id} and kind = 'payment' and value = 'paid') as "paidAt",
        exists (select from refund where order_id = ${id} and state <> 'failed') as "hasRefund"`.execute(tx)
    const { paidAt = null, hasRefund = false } = rows[0] ?? {}
    const paid = { status: order.status, paymentState: order.payment_state, paidAt: paidAt ?? undefined, hasRefund }
    const reason = cancelRefusal({ ...paid, hasParcel: await hasParcel(tx, id) }, at)
    if (reason) throw conflict(reason)
    await refuseReturned(tx, id)
    const returnId = await findOpenWithdrawal(tx, id)
    const refund = await beginRefund(tx, context, order, buyerActor, { returnId })
    await tx.updateTable('order').set({ cancelled_at: at, updated_at: at }).where('id', '=', id).execute()
    await returnPieces(tx, id, at)
    await queueOrderCancelled(tx, id, context)
    return refund
  })
}

/** Nobody waits for a refund that the provider does not confirm at once; one that it refuses puts the order in review. */
async function finishRefund(context: CheckoutContext, refund: BegunRefund): Promise<void> {
  try {
    await advanceRefund(context, refund)
  } catch (error) {
    if (error instanceof ProviderUnavailable) return
    if (!(error instanceof ProviderRefused)) throw error
    const order = { id: refund.order_id, paymentState: 'paid' } as const
    await context.db.transaction().execute(tx => becomeReviewed(tx, context, order, error.message))
  }
}
