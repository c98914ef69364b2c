import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { labelOf } from '#domain/products/size.ts'
import { type Count, type CountAnswer, readCounts } from '#domain/products/stock.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import type { Db, Tx } from '../db/connection.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import { fillOwed } from './fill-owed.ts'
import { paidPieces, showStock } from './queries.ts'

/**
 * Stores what an admin counted. What is counted is what lies on the shelf, so pieces that are paid and not yet shipped are among
 * it. Each count is a transaction of its own; one against an outdated number, or below what is promised, changes nothing. Counting
 * a size begins with its first count, and orders that await their payment then hold their pieces.
 * @param sent see `readCounts`
 * @returns what became of each count, in the order in which they were sent
 * @throws ShopError 400 with a sentence, 404 for a size that is not there, 409 while an older release is connected
 */
export async function countStock(book: AuditBook, admin: string, sent: unknown): Promise<CountAnswer[]> {
  const read = readCounts(sent)
  if (read.error !== undefined) throw badRequest(read.error)
  const { counts } = read
  await refuseUnknown(book.db, counts)
  await refuseBesideOlder(book.db)
  const answers = new Map<string, CountAnswer>()
  for (const count of counts.toSorted((a, b) => (a.variantId < b.variantId ? -1 : 1)))
    answers.set(count.variantId, await countOnceFree(book, admin, count))
  return counts.flatMap(({ variantId }) => answers.get(variantId) ?? [])
}

async function refuseUnknown(db: Db, counts: Count[]): Promise<void> {
  const ids = counts.map(({ variantId }) => variantId)
  const { n } = await db
    .selectFrom('variant')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (n < counts.length) throw notFound('Size')
}

/** A release without stock listens for changes under this name. It would sell counted pieces without holding them. */
async function refuseBesideOlder(db: Db): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'vitrine listens' limit 1`.execute(
    db,
  )
  if (rows.length > 0)
    throw conflict(
      'A process of an older release is still connected, and it sells without counting. Stop it, then count again.',
    )
}

const maxTries = 25
const pauseMs = 40

/** Tries again while an order that the first count has to include is being settled. */
async function countOnceFree(book: AuditBook, admin: string, count: Count): Promise<CountAnswer> {
  for (let tried = 1; ; tried += 1) {
    const answer = await book.db.transaction().execute(tx => countIn(tx, book, admin, count))
    if (answer) return answer
    if (tried === maxTries)
      return refusal(count, 'being_paid', null, 'It is being paid for right now. Count again in a moment.')
    await sleep(pauseMs)
  }
}

const refusal = ({ variantId }: Count, result: CountAnswer['result'], shelf: number | null, message: string) => ({
  variantId,
  result,
  shelf,
  message,
})

/**
 * Locks stock, product and variant, in this order.
 * @returns undefined to try again
 */
async function countIn(
  tx: Tx,
  { clock, ids }: AuditBook,
  admin: string,
  count: Count,
): Promise<CountAnswer | undefined> {
  const { variantId, shelf, seen } = count
  const known = await lockStock(tx, variantId)
  const variant = await lockVariant(tx, variantId, { isFirst: !known })
  if (!variant) throw notFound('Size')
  if (!known && (await isCounted(tx, variantId))) return undefined // counted meanwhile
  const waiting = known ? [] : await lockWaitingOrders(tx, variantId)
  if (!waiting) return undefined

  const paid = (await paidPieces(sql`${variantId}`, sql`${variant.product_id}`).execute(tx)).rows[0]
  const toPack = paid?.to_pack ?? 0
  const stored = known ? known.on_hand + toPack : null
  if (shelf === stored) return { variantId, result: 'counted', shelf } // sent twice, or nothing to change
  if (seen !== stored)
    return refusal(count, 'changed', stored, `It is ${stored ?? 'not counted'} by now: look again before you count.`)
  const held = known ? known.held : waiting.reduce((sum, { quantity }) => sum + quantity, 0)
  if (shelf < toPack + held)
    return refusal(
      count,
      'being_paid',
      stored,
      `${promisedWords(held, toPack)}: it cannot be below ${toPack + held}.${toPack > 0 ? ' If a paid piece is missing, refund its order first.' : ''}`,
    )

  const at = clock.now()
  const onHand = shelf - toPack
  const row = { variant_id: variantId, product_id: variant.product_id, on_hand: onHand, held }
  if (known) await tx.updateTable('stock').set({ on_hand: onHand }).where('variant_id', '=', variantId).execute()
  else await tx.insertInto('stock').values(row).execute()
  await tx
    .insertInto('stock_movement')
    .values({ variant_id: variantId, kind: 'counted', on_hand: onHand - (known?.on_hand ?? 0), actor: admin, at })
    .execute()
  if (waiting.length > 0) await holdFor(tx, variantId, waiting, at)
  if (paid?.owed) await fillOwed(tx, variantId, at)
  await showStock(tx, [variant.product_id])
  const label = labelOf(variant.size)
  await recordAuditEntry(
    tx,
    {
      ...{ actor: admin, action: 'count', record: 'product', recordId: variant.product_id },
      ...{ before: { [label]: stored }, after: { [label]: shelf } },
    },
    { clock, ids },
  )
  return { variantId, result: 'counted', shelf }
}

const promisedWords = (held: number, toPack: number) =>
  [held > 0 && `${held} being paid for`, toPack > 0 && `${toPack} paid and not yet shipped`].filter(Boolean).join(', ')

const lockStock = (tx: Tx, variantId: string) =>
  tx.selectFrom('stock').select(['on_hand', 'held']).where('variant_id', '=', variantId).forUpdate().executeTakeFirst()

const isCounted = async (tx: Tx, variantId: string) =>
  (await tx.selectFrom('stock').select('held').where('variant_id', '=', variantId).executeTakeFirst()) !== undefined

/** Locks the product, then the variant. A first count waits for the orders that are being placed, and they wait for it. */
async function lockVariant(tx: Tx, id: string, { isFirst }: { isFirst: boolean }) {
  await sql`
    select from product where id = (select product_id from variant where id = ${id}) for no key update`.execute(tx)
  const variant = tx
    .selectFrom('variant')
    .select(['product_id', 'size'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return await (isFirst ? variant.forUpdate() : variant).executeTakeFirst()
}

interface WaitingLine {
  order_id: string
  quantity: number
}

/**
 * Locks the orders of a variant that await their payment. It waits for none of them, because who settles one may wait for this
 * transaction.
 * @returns undefined when one of them is being settled
 */
async function lockWaitingOrders(tx: Tx, variantId: string): Promise<WaitingLine[] | undefined> {
  const found = await tx
    .selectFrom('order_line')
    .innerJoin('order', 'order.id', 'order_line.order_id')
    .select(['order_line.order_id', 'quantity'])
    .where('variant_id', '=', variantId)
    .where('payment_state', 'is not distinct from', 'awaiting')
    .execute()
  const { rows } = await sql`
    select id from "order"
    where id = any(${found.map(({ order_id }) => order_id)}::uuid[]) and payment_state is not distinct from 'awaiting'
    order by id for update skip locked`.execute(tx)
  return rows.length === new Set(found.map(({ order_id }) => order_id)).size ? found : undefined
}

async function holdFor(tx: Tx, variantId: string, waiting: WaitingLine[], at: Date): Promise<void> {
  await tx
    .updateTable('order_line')
    .set({ takes_stock: true })
    .where('variant_id', '=', variantId)
    .where('order_id', '=', sql<string>`any(${waiting.map(({ order_id }) => order_id)}::uuid[])`)
    .execute()
  await tx
    .insertInto('stock_movement')
    .values(
      waiting.map(({ order_id, quantity }) => ({ variant_id: variantId, kind: 'held', held: quantity, order_id, at })),
    )
    .execute()
}
