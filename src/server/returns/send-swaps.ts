import { shipSentences } from '#domain/orders/packing.ts'
import { conflict } from '../lib/errors.ts'
import { queueReturnEmail } from '../mail/queue.ts'
import type { Admin } from '../orders/manage/manage-orders.ts'
import { isRefunding } from '../payments/refunds.ts'
import { findKnownParcel, type NewParcel } from '../shipments/send-parcel.ts'
import { sendSwapPieces, withLockedStock } from '../stock/swaps.ts'
import { endSwaps } from './end-swaps.ts'
import { lockReturn, requireOpen } from './lock-return.ts'
import { findOrderPieces } from './order-pieces.ts'
import { type ReturnContext, recordReturnEntry } from './record-entry.ts'
import { settleIfDone } from './settle.ts'

/**
 * Sends the swaps of a return: their pieces leave the shelf, and the buyer gets an e-mail with the parcel.
 * @throws ShopError 404; 409 when it has ended, has no open swap, its money went back, a size is sold out, or the id is another parcel's
 */
export async function sendSwaps(context: ReturnContext, admin: Admin, id: string, parcel: NewParcel): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const locked = await lockReturn(tx, id)
    const known = await findKnownParcel(tx, parcel)
    if (known?.return_id === id) return
    if (known) throw conflict('This id belongs to another parcel.')
    requireOpen(locked)
    const open = locked.lines.filter(({ swap_state }) => swap_state === 'held' || swap_state === 'uncounted')
    if (open.length === 0 || !locked.order_id) throw conflict('This return has no swap to send.')
    if (locked.paymentState === 'review') throw conflict(shipSentences.review)
    if (locked.paymentState !== 'paid' || (await isRefunding(tx, locked.order_id))) throw conflict(paidBack)
    const { bought } = await findOrderPieces(tx, locked.order_id)
    for (const [position, swaps] of Map.groupBy(open, line => line.position)) {
      const { quantity = 0, allRefunded = 0 } = bought.find(line => line.position === position) ?? {}
      if (allRefunded + swaps.reduce((sum, line) => sum + line.quantity, 0) > quantity) throw conflict(paidBack)
    }
    const at = context.clock.now()
    const variants = open.flatMap(({ swap_variant_id }) => swap_variant_id ?? [])
    await withLockedStock(tx, variants, async () => {
      for (const { swap_variant_id, swap_state, quantity } of open) {
        const swap = { returnId: id, variantId: swap_variant_id ?? '', quantity }
        await sendSwapPieces(tx, swap, swap_state === 'held', at)
      }
    })
    await tx
      .updateTable('return_line')
      .set({ swap_state: 'sent' })
      .where('return_id', '=', id)
      .where('swap_state', 'in', ['held', 'uncounted'])
      .execute()
    await tx.updateTable('return').set({ held_until: null }).where('id', '=', id).execute()
    await tx
      .insertInto('shipment')
      .values({ ...parcel, order_id: locked.order_id, return_id: id, sent_at: at, actor: admin.email })
      .execute()
    await settleIfDone(tx, id, at)
    await queueReturnEmail(tx, 'return-settled', id, context)
    await recordReturnEntry(tx, context, admin, id, 'send swap', { carrier: parcel.carrier, number: parcel.number })
  })
}

const paidBack = 'The money for it went back, or is on its way: a swap would be a gift. End the swap.'

/**
 * Gives money instead of a swap: what it held is free.
 * @throws ShopError 404; 409 when it has ended, or has no open swap
 */
export async function dropSwaps(context: ReturnContext, admin: Admin, id: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const locked = await lockReturn(tx, id)
    requireOpen(locked)
    if (!(await endSwaps(tx, locked, context.clock.now()))) throw conflict('This return has no open swap.')
    await recordReturnEntry(tx, context, admin, id, 'end swap')
  })
}
