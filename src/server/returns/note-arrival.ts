import { sql } from 'kysely'
import type { Arrival } from '#domain/returns/return.ts'
import { arrivablePieces } from '#domain/returns/returnable.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import { queueReturnEmail } from '../mail/queue.ts'
import type { Admin } from '../orders/manage/manage-orders.ts'
import { hasParcel } from '../shipments/queries.ts'
import { restock, withLockedStock } from '../stock/swaps.ts'
import { type LockedReturn, lockReturn, requireOpen } from './lock-return.ts'
import { findOrderPieces, type OrderPieces } from './order-pieces.ts'
import { type ReturnContext, recordReturnEntry } from './record-entry.ts'

/**
 * Notes what has arrived of a return, and puts back on the shelf what can be sold again. The numbers are totals that only grow, so that
 * sent twice nothing is done twice. Of a withdrawal, lines that it did not name are added.
 * @throws ShopError 400 for a line that the return does not have; 404; 409 when it was refused or cancelled, fewer are said than before,
 *   more than the buyer was sent, or the order was never sent or is cancelled
 */
export async function noteArrival(context: ReturnContext, admin: Admin, id: string, { lines }: Arrival): Promise<void> {
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

async function finishArrival(
  tx: Tx,
  context: ReturnContext,
  admin: Admin,
  { id, arrived_at }: LockedReturn,
): Promise<void> {
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
  await recordReturnEntry(tx, context, admin, id, 'note arrival', {
    arrived: Number(arrived),
    restocked: Number(restocked),
  })
}
