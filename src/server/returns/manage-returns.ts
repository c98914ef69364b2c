import { sql } from 'kysely'
import type { RefundState } from '#domain/orders/order.ts'
import type { Arrival } from '#domain/returns/return.ts'
import { arrivablePieces } from '#domain/returns/returnable.ts'
import { isLate } from '#domain/withdrawals/deadline.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { queueReturnEmail } from '../mail/queue.ts'
import type { Admin } from '../orders/manage-orders.ts'
import { isRefunding } from '../payments/refunds.ts'
import { hasParcel } from '../shipments/queries.ts'
import { restock, sendSwapPieces, withLockedStock } from '../stock/swaps.ts'
import { addAllLines } from './add-all-lines.ts'
import { deliveryColumns, toDeliveryFacts } from './delivery-facts.ts'
import { endSwaps } from './end-swaps.ts'
import { type LockedReturn, lockReturn, refuseSentSwap, requireOpen } from './lock-return.ts'
import { findOrderPieces, type OrderPieces } from './order-pieces.ts'
import { settleIfDone } from './settle.ts'

type Context = Pick<CheckoutContext, 'db' | 'clock' | 'ids'>

const audit = (
  tx: Tx,
  context: Context,
  { id: actor }: Admin,
  recordId: string,
  action: string,
  after?: Record<string, string | number>,
) => recordAuditEntry(tx, { actor, action, record: 'return', recordId, ...(after && { after }) }, context)

/**
 * Notes what has arrived of a return, and puts back on the shelf what can be sold again. The numbers are totals that only grow, so that
 * sent twice nothing is done twice. Of a withdrawal, lines that it did not name are added.
 * @throws ShopError 400 for a line that the return does not have; 404; 409 when it was refused or cancelled, fewer are said than before,
 *   more than the buyer was sent, or the order was never sent or is cancelled
 */
export async function noteArrival(context: Context, admin: Admin, id: string, { lines }: Arrival): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const locked = await lockReturn(tx, id)
    if (locked.cancelled_at || locked.refused_at) requireOpen(locked)
    const { order_id } = locked
    if (!order_id) throw conflict('Say first which order this is.')
    await requireSent(tx, order_id)
    const { bought, gone } = await findOrderPieces(tx, order_id)
    const others = arrivablePieces(
      bought,
      gone.filter(({ returnId }) => returnId !== id),
    )
    const at = context.clock.now()
    const pieces = piecesOf(lines, bought).map(({ position, variant, ...said }) => {
      const known = locked.lines.find(line => line.position === position && line.variant_id === variant)
      const left = others.find(piece => piece.position === position && piece.variantId === variant)?.left ?? 0
      return { position, variant, known, left, ...said }
    })
    for (const piece of pieces) requireArrivable(locked, piece)
    const back = pieces.flatMap(({ variant, known, restocked }) => {
      const more = restocked - (known?.restocked ?? 0)
      return more > 0 && variant ? { variantId: variant, quantity: more } : []
    })
    await withLockedStock(
      tx,
      back.map(({ variantId }) => variantId),
      async () => {
        for (const each of back) await restock(tx, { ...each, returnId: id, orderId: order_id, actor: admin.id }, at)
      },
    )
    for (const piece of pieces) await saveLine(tx, locked, piece)
    await tellProducts(tx, bought)
    await finishArrival(tx, context, admin, locked)
  })
}

/** Throws ShopError 409 when nothing of an order can come back: it was not sent, or its pieces are on the shelf already. */
async function requireSent(tx: Tx, orderId: string): Promise<void> {
  const order = await tx
    .selectFrom('order')
    .select(['status', 'cancelled_at'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  if (order.cancelled_at) throw conflict('This order was cancelled, and its pieces are back on the shelf.')
  if (order.status === 'shipped' || order.status === 'completed' || (await hasParcel(tx, orderId))) return
  throw conflict('This order was not sent yet, so nothing of it can arrive. Refund it, and put its pieces back.')
}

/**
 * The pieces that are meant.
 * @throws ShopError 400 for a line that the order does not have, or one that is named twice
 */
function piecesOf(lines: Arrival['lines'], bought: OrderPieces['bought']) {
  const pieces = lines.map(({ position, variantId, ...said }) => {
    const original = bought.find(line => line.position === position)
    if (!original) throw badRequest(`This order has no line ${position}.`)
    return { ...said, position, variant: variantId?.toLowerCase() ?? original.variantId, name: original.name }
  })
  const names = new Set(pieces.map(({ position, variant }) => `${position} ${variant}`))
  if (names.size < pieces.length) throw badRequest('Name each piece once.')
  return pieces
}

/** What came back because of its size is a vote on the fit, which the products show. */
async function tellProducts(tx: Tx, bought: { productId: string | null }[]): Promise<void> {
  const ids = bought.flatMap(({ productId }) => productId ?? [])
  await sql`select tell_changes(array(select 'product:' || unnest(${ids}::uuid[]) limit 101))`.execute(tx)
}

interface SaidLine {
  position: number
  variant: string | null
  known: LockedReturn['lines'][number] | undefined
  /** How many can have arrived by this return. */
  left: number
  name: string
  arrived: number
  restocked: number
}

/** Throws ShopError 400 or 409 for numbers of a line that are not possible. */
function requireArrivable({ kind }: LockedReturn, { known, left, name, arrived, restocked }: SaidLine): void {
  if (!known && kind === 'return') throw badRequest(`${name} is not a part of this return.`)
  const most = known && kind === 'return' ? Math.min(known.quantity, left) : left
  if (arrived > most) throw conflict(`At most ${most} of ${name} can have come back.`)
  if (restocked > arrived) throw badRequest(`No more of ${name} can go on the shelf than arrived.`)
  if (known && (arrived < known.arrived || restocked < known.restocked))
    throw conflict(`More of ${name} was noted before. Count the shelf to correct the stock.`)
  if (!known && arrived === 0) throw badRequest(`Say how many of ${name} arrived.`)
}

async function saveLine(tx: Tx, locked: LockedReturn, { position, variant, known, arrived, restocked }: SaidLine) {
  const numbers = { arrived, restocked, quantity: Math.max(known?.quantity ?? 0, arrived) }
  if (!known) {
    const place = 1 + Math.max(-1, ...locked.lines.map(line => line.place))
    const row = { return_id: locked.id, place, position, variant_id: variant, reason: null, ...numbers }
    locked.lines.push(await tx.insertInto('return_line').values(row).returningAll().executeTakeFirstOrThrow())
    return
  }
  await tx
    .updateTable('return_line')
    .set(numbers)
    .where('return_id', '=', locked.id)
    .where('place', '=', known.place)
    .execute()
}

async function finishArrival(tx: Tx, context: Context, admin: Admin, { id, arrived_at }: LockedReturn): Promise<void> {
  const { arrived, restocked } = await tx
    .selectFrom('return_line')
    .select(({ fn }) => [fn.sum<string>('arrived').as('arrived'), fn.sum<string>('restocked').as('restocked')])
    .where('return_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(arrived) === 0) return
  if (!arrived_at) {
    await tx
      .updateTable('return')
      .set({ arrived_at: context.clock.now(), held_until: null })
      .where('id', '=', id)
      .execute()
    await queueReturnEmail(tx, 'return-arrived', id, context)
  }
  await audit(tx, context, admin, id, 'note arrival', { arrived: Number(arrived), restocked: Number(restocked) })
}

/** A parcel with the swaps of a return. */
export interface SwapParcel {
  /** Made by the browser: sent twice, it is one parcel. */
  id: string
  carrier: string
  number: string
  url: string | null
}

/**
 * Sends the swaps of a return: their pieces leave the shelf, and the buyer gets an e-mail with the parcel.
 * @throws ShopError 404; 409 when it has ended, has no open swap, its money went back, or a size is sold out
 */
export async function sendSwaps(context: Context, admin: Admin, id: string, parcel: SwapParcel): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const locked = await lockReturn(tx, id)
    const known = await tx.selectFrom('shipment').select('return_id').where('id', '=', parcel.id).executeTakeFirst()
    if (known?.return_id === id) return
    if (known) throw conflict('This id belongs to another parcel.')
    requireOpen(locked)
    const open = locked.lines.filter(({ swap_state }) => swap_state === 'held' || swap_state === 'uncounted')
    if (open.length === 0 || !locked.order_id) throw conflict('This return has no swap to send.')
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
    await audit(tx, context, admin, id, 'send swap', { carrier: parcel.carrier, number: parcel.number })
  })
}

const paidBack = 'The money for it went back, or is on its way: a swap would be a gift. End the swap.'

/**
 * Gives money instead of a swap: what it held is free.
 * @throws ShopError 404; 409 when it has ended, or has no open swap
 */
export async function dropSwaps(context: Context, admin: Admin, id: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const locked = await lockReturn(tx, id)
    requireOpen(locked)
    if (!(await endSwaps(tx, locked, context.clock.now()))) throw conflict('This return has no open swap.')
    await audit(tx, context, admin, id, 'end swap')
  })
}

/**
 * Refuses a return, with a sentence that the buyer reads. What its swaps held is free.
 * @throws ShopError 400 without a sentence; 404; 409 when it has ended, its refund is on its way, a swap was sent, or pieces are back on
 *   the shelf
 */
export async function refuseReturn(context: Context, admin: Admin, id: string, said: string): Promise<void> {
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
    await audit(tx, context, admin, id, 'refuse')
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
export async function closeReturn(context: Context, admin: Admin, id: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    const locked = await lockReturn(tx, id)
    requireOpen(locked)
    if (locked.lines.some(({ swap_state }) => swap_state === 'held' || swap_state === 'uncounted'))
      throw conflict('Send the swap first, or end it.')
    await refuseWhileRefunding(tx, id, ['asked'])
    await tx.updateTable('return').set({ settled_at: context.clock.now() }).where('id', '=', id).execute()
    await audit(tx, context, admin, id, 'close')
  })
}

/**
 * Says which order a withdrawal is about.
 * @param number the order's
 * @throws ShopError 404 for an unknown return or order; 409 when it has ended, or has an order
 */
export async function assignOrder(context: Context, admin: Admin, id: string, number: number): Promise<void> {
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
    await audit(tx, context, admin, id, 'assign order', { order: number })
  })
}
