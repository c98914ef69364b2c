import type { CheckoutContext } from '../checkout/context.ts'
import { conflict, notFound } from '../lib/errors.ts'
import { queueReturnEmail } from '../mail/queue.ts'
import type { Buyer } from '../orders/key-queries.ts'
import { endSwaps } from './end-swaps.ts'
import { lockReturn, refuseSentSwap, requireOpen } from './lock-return.ts'
import { lockOwnOrder } from './order-facts.ts'

/**
 * Cancels a return of a buyer, who keeps the goods. Cancelled twice, it is cancelled.
 * @throws ShopError 404 when it is not the buyer's; 409 when its goods have arrived, a swap was sent, or it has ended
 */
export async function cancelReturn(
  context: Pick<CheckoutContext, 'db' | 'clock' | 'ids'>,
  orderId: string,
  id: string,
  buyer: Buyer,
): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const order = await lockOwnOrder(tx, context, orderId, buyer)
    const locked = await lockReturn(tx, id)
    if (locked.order_id !== order.id) throw notFound('Return')
    if (locked.cancelled_at) return
    requireOpen(locked)
    if (locked.arrived_at) throw conflict('It has arrived, and can no longer be cancelled.')
    const refund = tx.selectFrom('refund').select('id').where('return_id', '=', id).where('state', '<>', 'failed')
    if (await refund.executeTakeFirst()) throw conflict('Its money is on its way back.')
    if (locked.kind === 'withdrawal') throw conflict('A withdrawal is not cancelled here. Write to us.')
    refuseSentSwap(locked, 'The other size was sent to you, so the return can no longer be cancelled. Write to us.')
    await endSwaps(tx, locked, context.clock.now())
    await tx.updateTable('return').set({ cancelled_at: context.clock.now() }).where('id', '=', id).execute()
    await queueReturnEmail(tx, 'return-cancelled', id, context)
  })
}
