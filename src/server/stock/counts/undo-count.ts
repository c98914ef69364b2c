import { sql } from 'kysely'
import type { Fields } from '#domain/audit.ts'
import { labelOf } from '#domain/products/size.ts'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../lib/errors.ts'
import { changePieces } from '../change-pieces.ts'
import { showStock } from '../queries.ts'
import { type Countable, lockCountable, shelfOf } from './lock-countable.ts'

interface CountEntry {
  id: string
  at: Date
  record_id: string
  /** The label of the size, with its number. */
  before: Fields | null
  after: Fields | null
}

/**
 * Takes a count back: what was added goes, and what was taken away comes back, whatever was sold since. After a first count the size
 * is not counted any more.
 * @returns the number before and after, for the audit
 * @throws ShopError 409 when the size is gone, was counted again, or has too few pieces that nobody pays for
 */
export async function undoCount(tx: Tx, entry: CountEntry, actor: string | undefined, at: Date) {
  const [label = '', counted] = Object.entries(entry.after ?? {})[0] ?? []
  const size = await lockSize(tx, entry.record_id, label)
  if (await wasCountedAgain(tx, entry, label))
    throw conflict(`${label} was counted again since: count it once more instead.`)
  if (await wasRemoved(tx, size.variantId, entry.at))
    throw conflict(`${label} was removed and added again since: count it once more instead.`)
  await leaveTakes(tx, size.variantId, entry.at)
  const shelf = shelfOf(size)
  const before = entry.before?.[label] ?? null
  if (before === null) {
    await stopCounting(tx, size, entry.at, actor, at)
    return { before: { [label]: shelf }, after: { [label]: null } }
  }
  const by = Number(before) - Number(counted)
  const { onHand, held } = size.stock
  if (onHand + by < held)
    throw conflict(
      `Only ${onHand - held} of ${label} can be taken away; the others are sold or set aside for buyers. Count it instead.`,
    )
  await changePieces(tx, [{ of: size, by }], { kind: 'corrected', reason: 'count taken back', actor, at })
  return { before: { [label]: shelf }, after: { [label]: Number(shelf) + by } }
}

async function lockSize(tx: Tx, productId: string, label: string) {
  const variants = await tx
    .selectFrom('variant')
    .select(['id', 'size'])
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .execute()
  const id = variants.find(({ size }) => labelOf(size) === label)?.id
  const size = id === undefined ? undefined : (await lockCountable(tx, [id])).ready.get(id)
  if (!size?.stock) throw conflict(`${label} is not counted any more.`)
  return { ...size, stock: size.stock }
}

/** In a stock take the size is no longer counted. */
const leaveTakes = (tx: Tx, variantId: string, countedAt: Date) =>
  tx
    .updateTable('stock_take_line')
    .set({ found_before: null, counted: null, counted_at: null, actor: null })
    .where('variant_id', '=', variantId)
    .where('counted_at', '=', countedAt)
    .execute()

/** A size that is removed keeps no pieces. */
async function wasRemoved(tx: Tx, variantId: string, since: Date): Promise<boolean> {
  const removed = tx.selectFrom('stock_movement').select('id').where('variant_id', '=', variantId)
  return (
    (await removed.where('reason', '=', 'size removed').where('at', '>', since).limit(1).executeTakeFirst()) !==
    undefined
  )
}

async function wasCountedAgain(tx: Tx, { id, at, record_id }: CountEntry, label: string): Promise<boolean> {
  const again = await tx
    .selectFrom('audit')
    .select('id')
    .where('record_id', '=', record_id)
    .where('action', '=', 'count')
    .where(sql<boolean>`(at, id) > (${at}, ${id}::uuid)`)
    .where('undone_at', 'is', null)
    .where(sql<boolean>`after ? ${label}`)
    .executeTakeFirst()
  return again !== undefined
}

/** The size can be bought without end again, as before its first count. */
async function stopCounting(
  tx: Tx,
  { variantId, productId, stock, toPack, owed }: Countable & { stock: { onHand: number; held: number } },
  since: Date,
  actor: string | undefined,
  at: Date,
): Promise<void> {
  if (stock.held > 0 || toPack > 0 || owed > 0)
    throw conflict('Pieces of it are set aside for buyers or still to be packed: it stays counted. Count it instead.')
  const received = await tx
    .selectFrom('stock_movement')
    .select('id')
    .where('variant_id', '=', variantId)
    .where('kind', '=', 'received')
    .where('at', '>', since)
    .executeTakeFirst()
  if (received) throw conflict('A delivery of it came since: it stays counted. Count it instead.')
  if (stock.onHand > 0)
    await tx
      .insertInto('stock_movement')
      .values({
        ...{ variant_id: variantId, kind: 'corrected', on_hand: -stock.onHand, order_id: null },
        ...{ reason: 'first count taken back', actor: actor ?? null, at },
      })
      .execute()
  await tx.deleteFrom('stock').where('variant_id', '=', variantId).execute()
  await showStock(tx, [productId])
}
