import { sql } from 'kysely'
import { labelOf } from '#domain/products/size.ts'
import type { Tx } from '../db/connection.ts'
import { ShopError } from '../lib/errors.ts'
import { fillOwed } from './fill-owed.ts'
import { showStock } from './queries.ts'

/** Pieces of a size that a return sends instead. */
export interface SwapPieces {
  returnId: string
  variantId: string
  quantity: number
}

interface Stock {
  on_hand: number
  held: number
  name: string
  size: string
}

/**
 * Moves pieces of several sizes in the order of locks: all of their stock is locked before, and what products show follows afterwards.
 * Everything below is called in it.
 */
export async function withLockedStock<T>(tx: Tx, variantIds: string[], movePieces: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from stock where variant_id = any(${variantIds}::uuid[]) order by variant_id for update`.execute(
    tx,
  )
  const moved = await movePieces()
  if (rows.length > 0) await showStock(tx, [...new Set(rows.map(({ product_id }) => product_id))])
  return moved
}

async function lockStock(tx: Tx, variantId: string): Promise<Stock | undefined> {
  const { rows } = await sql<Stock>`
    select on_hand, held, name, size
    from stock join variant on variant.id = stock.variant_id join product on product.id = stock.product_id
    where stock.variant_id = ${variantId} for update of stock`.execute(tx)
  return rows[0]
}

async function move(
  tx: Tx,
  stock: Stock,
  { variantId, returnId }: Pick<SwapPieces, 'variantId' | 'returnId'>,
  { kind, onHand, held, at }: { kind: 'held' | 'released' | 'sold'; onHand: number; held: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('stock')
    .set({ on_hand: stock.on_hand + onHand, held: stock.held + held })
    .where('variant_id', '=', variantId)
    .execute()
  await tx
    .insertInto('stock_movement')
    .values({
      variant_id: variantId,
      kind,
      on_hand: onHand,
      held,
      order_id: null,
      return_id: returnId,
      reason: null,
      actor: null,
      at,
    })
    .execute()
}

/**
 * Holds the pieces of a swap.
 * @returns `uncounted` when the size is not counted, which holds nothing
 * @throws ShopError 409 `sold_out` when there are not enough
 */
export async function holdSwap(tx: Tx, swap: SwapPieces, at: Date): Promise<'held' | 'uncounted'> {
  const stock = await lockStock(tx, swap.variantId)
  if (!stock) return 'uncounted'
  requirePieces(stock, swap.quantity)
  await move(tx, stock, swap, { kind: 'held', onHand: 0, held: swap.quantity, at })
  return 'held'
}

function requirePieces({ on_hand, held, name, size }: Stock, quantity: number): void {
  const left = on_hand - held
  if (left >= quantity) return
  const what = `${name}, ${labelOf(size)}`
  throw new ShopError(409, 'sold_out', left === 0 ? `${what} is sold out just now.` : `Only ${left} left of ${what}.`)
}

/** Gives back what a swap held. */
export async function releaseSwap(tx: Tx, swap: SwapPieces, at: Date): Promise<void> {
  const stock = await lockStock(tx, swap.variantId)
  if (stock) await move(tx, stock, swap, { kind: 'released', onHand: 0, held: -swap.quantity, at })
}

/**
 * Takes the pieces of a swap off the shelf, when they are sent.
 * @param wasHeld false for a size that was not counted when the swap was asked for
 * @throws ShopError 409 `sold_out` when it is counted now, and there are not enough
 */
export async function sendSwapPieces(tx: Tx, swap: SwapPieces, wasHeld: boolean, at: Date): Promise<void> {
  const stock = await lockStock(tx, swap.variantId)
  if (!stock) return
  if (!wasHeld) requirePieces(stock, swap.quantity)
  const held = wasHeld ? -swap.quantity : 0
  await move(tx, stock, swap, { kind: 'sold', onHand: -swap.quantity, held, at })
}

interface ReturnedPieces extends SwapPieces {
  orderId: string
  /** The admin. */
  actor: string
}

/** Puts pieces that came back on the shelf; paid lines that are owed some get them first. A size that is not counted stays so. */
export async function restock(
  tx: Tx,
  { variantId, quantity, orderId, returnId, actor }: ReturnedPieces,
  at: Date,
): Promise<void> {
  const stock = await lockStock(tx, variantId)
  if (!stock) return
  await tx
    .updateTable('stock')
    .set({ on_hand: stock.on_hand + quantity })
    .where('variant_id', '=', variantId)
    .execute()
  await tx
    .insertInto('stock_movement')
    .values({
      ...{ variant_id: variantId, kind: 'returned', on_hand: quantity, held: 0, reason: null },
      ...{ order_id: orderId, return_id: returnId, actor, at },
    })
    .execute()
  await fillOwed(tx, variantId, at)
}
