import { sql } from 'kysely'
import { labelOf } from '#domain/products/size.ts'
import { type ReturnRequest, swapHoldDays } from '#domain/returns/return.ts'
import { returnablePieces } from '#domain/returns/returnable.ts'
import { lateFrom } from '#domain/withdrawals/deadline.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest, conflict, ShopError } from '../lib/errors.ts'
import { queueReturnEmail } from '../mail/queue.ts'
import type { Buyer } from '../orders/key-queries.ts'
import { readSettings } from '../settings/queries.ts'
import { holdSwap, withLockedStock } from '../stock/swaps.ts'
import { isKnownReturn } from './known-return.ts'
import { lockOwnOrder } from './order-facts.ts'
import { findOrderPieces, type OrderPieces } from './order-pieces.ts'
import { whyNothing } from './return-page.ts'

const dayMs = 24 * 60 * 60_000

type Line = ReturnRequest['lines'][number]

/**
 * Records what a buyer sends back, once however often it is sent with the same id. Swaps hold their pieces for 21 days.
 * @throws ShopError 400 when the lines are wrong; 404 when the order is not the buyer's; 409 `conflict` when something of it cannot be
 *   sent back (any more), `sent_before` when the id is another return's, `sold_out` when a swap has no pieces
 */
export async function askReturn(
  context: Pick<CheckoutContext, 'db' | 'clock' | 'ids'>,
  orderId: string,
  buyer: Buyer,
  asked: ReturnRequest,
): Promise<void> {
  const { id, lines, message = '' } = asked
  await context.db.transaction().execute(async tx => {
    const order = await lockOwnOrder(tx, context, orderId, buyer)
    if (await isKnownReturn(tx, order.id, asked)) return
    const { returns: policy, catalogue } = await readSettings(tx, 'returns', 'catalogue')
    const now = context.clock.now()
    const why = whyNothing(order, policy, lateFrom(order.facts, policy.days), now)
    if (why) throw conflict(why)
    const pieces = await findOrderPieces(tx, order.id)
    await refuseExempt(tx, pieces, lines, { policy, catalogue })
    const read = readLines(pieces, lines)
    const hasSwap = read.some(({ swap }) => swap)
    await tx
      .insertInto('return')
      .values({
        ...{ id, kind: 'return', order_id: order.id, message: message.trim(), asked_at: now },
        held_until: hasSwap ? new Date(+now + swapHoldDays * dayMs) : null,
      })
      .execute()
    await insertLines(tx, id, read, now)
    await queueReturnEmail(tx, 'return-asked', id, context)
  })
}

/** Goods of a category that the policy excludes come back only when something is wrong with them. */
async function refuseExempt(
  tx: Tx,
  { bought }: OrderPieces,
  lines: Line[],
  {
    policy,
    catalogue,
  }: Pick<Awaited<ReturnType<typeof readSettings<'returns' | 'catalogue'>>>, 'catalogue'> & {
    policy: { exempt: string[] }
  },
): Promise<void> {
  const exempt = catalogue.categories.filter(({ id }) => policy.exempt.includes(id)).map(({ address }) => address)
  if (exempt.length === 0) return
  const products = bought.flatMap(({ productId }) => productId ?? [])
  const { rows } = await sql<{ id: string }>`
    select id from product where id = any(${products}::uuid[]) and category = any(${exempt})`.execute(tx)
  const excluded = new Set(rows.map(({ id }) => id))
  for (const { position, reason } of lines) {
    const line = bought.find(each => each.position === position)
    if (line?.productId && excluded.has(line.productId) && reason !== 'faulty')
      throw conflict(`${line.name} cannot come back, unless something is wrong with it.`)
  }
}

interface ReadLine extends Omit<Line, 'variantId' | 'swap'> {
  variantId: string | null
  productId: string | null
  swap: string | undefined
}

function readLines(pieces: OrderPieces, lines: Line[]): ReadLine[] {
  const returnable = returnablePieces(pieces.bought, pieces.gone)
  const seen = new Set<string>()
  return lines.map(({ variantId, swap, ...line }) => {
    const bought = pieces.bought.find(({ position }) => position === line.position)
    if (!bought) throw badRequest(`This order has no line ${line.position}.`)
    const piece = { position: line.position, variantId: variantId?.toLowerCase() ?? bought.variantId }
    const name = `${piece.position} ${piece.variantId}`
    if (seen.has(name)) throw badRequest('Name each piece once.')
    seen.add(name)
    if (line.quantity < 1) throw badRequest('Send back at least one piece of each line.')
    const left =
      returnable.find(each => each.position === piece.position && each.variantId === piece.variantId)?.left ?? 0
    if (line.quantity > left)
      throw conflict(
        left === 0
          ? `${bought.name} cannot be sent back any more.`
          : `Only ${left} of ${bought.name} can still be sent back.`,
      )
    if (swap?.toLowerCase() === piece.variantId) throw badRequest('A swap needs another size.')
    return { ...line, ...piece, productId: bought.productId, swap: swap?.toLowerCase() }
  })
}

async function insertLines(tx: Tx, returnId: string, lines: ReadLine[], at: Date): Promise<void> {
  const swaps = lines.flatMap(line => (line.swap ? [{ ...line, swap: line.swap }] : []))
  const states = new Map<ReadLine, 'held' | 'uncounted'>()
  const bySize = Map.groupBy(swaps, line => line.swap)
  for (const line of swaps) await requireSize(tx, line.swap, line.productId)
  await withLockedStock(tx, [...bySize.keys()], async () => {
    for (const [swap, asked] of bySize) {
      const quantity = asked.reduce((sum, line) => sum + line.quantity, 0)
      const state = await holdSwap(tx, { returnId, variantId: swap, quantity }, at)
      for (const line of lines) if (line.swap === swap) states.set(line, state)
    }
  })
  await tx
    .insertInto('return_line')
    .values(
      lines.map((line, place) => ({
        ...{ return_id: returnId, place, position: line.position, variant_id: line.variantId },
        ...{ quantity: line.quantity, reason: line.reason },
        ...{ swap_variant_id: line.swap ?? null, swap_state: states.get(line) ?? null },
      })),
    )
    .execute()
}

/** Throws ShopError 400 unless it is a size of the same product that is on sale. */
async function requireSize(tx: Tx, variantId: string, productId: string | null): Promise<void> {
  const variant = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['size', 'product.deleted_at as productDeleted'])
    .where('variant.id', '=', variantId)
    .where('product_id', '=', productId)
    .where('variant.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!variant) throw badRequest('A swap is for another size of the same product.')
  if (variant.productDeleted) throw new ShopError(409, 'sold_out', `${labelOf(variant.size)} is not sold any more.`)
}
