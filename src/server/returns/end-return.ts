import type { RefundState } from '#domain/orders/order.ts'
import { isLate } from '#domain/withdrawals/deadline.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { queueReturnEmail } from '../mail/queue.ts'
import type { Admin } from '../orders/manage/manage-orders.ts'
import { addAllLines } from './add-all-lines.ts'
import { deliveryColumns, toDeliveryFacts } from './delivery-facts.ts'
import { endSwaps } from './end-swaps.ts'
import { lockReturn, refuseSentSwap, requireOpen } from './lock-return.ts'
import { type ReturnContext, recordReturnEntry } from './record-entry.ts'

/**
 * Refuses a return, with a sentence that the buyer reads. What its swaps held is free.
 * @throws ShopError 400 without a sentence; 404; 409 when it has ended, its refund is on its way, a swap was sent, or pieces are back on
 *   the shelf
 */
export async function refuseReturn(context: ReturnContext, admin: Admin, id: string, said: string): Promise<void> {
  const refusal = said.trim()
  if (!refusal) throw badRequest('Say in a sentence why, for the buyer reads it.')
  if (refusal.length > 1000) throw badRequest('The sentence can have at most 1,000 characters.')
  await context.db.transaction().execute(async tx => {
    const locked = await lockReturn(tx, id)
    requireOpen(locked)
    await refuseWhileRefunding(tx, id)
    refuseSentSwap(
      locked,
      'The other size was sent, so it cannot be refused. Settle it once the first one has come back.',
    )
    if (locked.lines.some(({ restocked }) => restocked > 0))
      throw conflict(
        'Pieces of it are back on the shelf, so it cannot be refused. Refund it, or settle it without a refund.',
      )
    await endSwaps(tx, locked, context.clock.now())
    await tx.updateTable('return').set({ refused_at: context.clock.now(), refusal }).where('id', '=', id).execute()
    await queueReturnEmail(tx, 'return-refused', id, context)
    await recordReturnEntry(tx, context, admin, id, 'refuse')
  })
}

async function refuseWhileRefunding(tx: Tx, id: string, states: RefundState[] = ['asked', 'done']): Promise<void> {
  const asked = tx.selectFrom('refund').select('id').where('return_id', '=', id).where('state', 'in', states)
  if (await asked.executeTakeFirst()) throw conflict('Money of this return has gone back, or is on its way.')
}

/**
 * Settles a return without a refund of its own: its order was refunded otherwise, or nothing has to go back.
 * @throws ShopError 404; 409 when it has ended, a swap is open, or a refund is on its way
 */
export async function closeReturn(context: ReturnContext, admin: Admin, id: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const locked = await lockReturn(tx, id)
    requireOpen(locked)
    if (locked.lines.some(({ swap_state }) => swap_state === 'held' || swap_state === 'uncounted'))
      throw conflict('Send the swap first, or end it.')
    await refuseWhileRefunding(tx, id, ['asked'])
    await tx.updateTable('return').set({ settled_at: context.clock.now() }).where('id', '=', id).execute()
    await recordReturnEntry(tx, context, admin, id, 'close')
  })
}

/**
 * Says which order a withdrawal is about.
 * @param number the order's
 * @throws ShopError 404 for an unknown return or order; 409 when it has ended, or has an order
 */
export async function assignOrder(context: ReturnContext, admin: Admin, id: string, number: number): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const order = await tx
      .selectFrom('order')
      .select('id')
      .select(deliveryColumns)
      .where('number', '=', number)
      .where('payment_state', 'in', ['paid', 'review', 'refunded'])
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!order) throw notFound('Order')
    const locked = await lockReturn(tx, id)
    if (locked.order_id === order.id) return
    requireOpen(locked)
    if (locked.order_id) throw conflict('This withdrawal has its order.')
    await tx.updateTable('return').set({ order_id: order.id }).where('id', '=', id).execute()
    const { pieces } = await tx
      .updateTable('withdrawal')
      .set({ is_late: isLate(toDeliveryFacts(order), locked.asked_at) })
      .where('return_id', '=', id)
      .returning('pieces')
      .executeTakeFirstOrThrow()
    if (pieces === null) await addAllLines(tx, id, order.id)
    await recordReturnEntry(tx, context, admin, id, 'assign order', { order: number })
  })
}
