import { sql } from 'kysely'
import { includedTax } from '#domain/costs/costs.ts'
import { nameWithVariation, oneSize } from '#domain/products/size.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { closeGap } from '../invoices/queries.ts'
import { addEvent } from '../orders/queries.ts'
import { holdCurrency } from '../settings/queries.ts'
import { lockForLines } from '../stock/queries.ts'
import { type OwedLine, takePieces } from '../stock/take-pieces.ts'
import type { BoughtLine, PaidSession } from './provider.ts'
import { recordRefunds } from './record-refunds.ts'
import { settle } from './settle.ts'

const actor = 'reconcile'

/** How much a restored shop has recovered from the provider. */
export interface Recovered {
  /** Orders that were created again, because they are newer than the backup. */
  orders: number
  /** Orders of the backup whose payment or refund is newer than it. */
  payments: number
  /** Pieces of the recreated orders that the restored shop does not have. */
  owed: (OwedLine & { orderId: string })[]
  /** The number after which invoices go on: those up to it may have been given after the backup. */
  lastInvoice?: string
}

/**
 * Asks the provider for every payment of this shop since a time, and adds what the shop does not know: after a restore, the orders,
 * payments and refunds that are newer than the backup. It may run again, and beside a running shop.
 * @throws ProviderUnavailable when the provider does not answer; another run continues
 */
export async function recoverPayments(context: CheckoutContext, since: Date): Promise<Recovered> {
  const recovered: Recovered = { orders: 0, payments: 0, owed: [] }
  await continueNumbers(context)
  for await (const session of context.payments.paidSessions(since)) {
    const { orderId } = session
    if (orderId === undefined) continue // another shop's
    const before = await stateOf(context, orderId)
    if (before === undefined)
      for (const line of await recreateOrder(context, orderId, session)) recovered.owed.push({ ...line, orderId })
    await settle(context, session, { actor })
    if (session.refundedCents > 0) await addRefunds(context, orderId, session.id)
    if (before === undefined) recovered.orders += 1
    else if ((await stateOf(context, orderId)) !== before) recovered.payments += 1
  }
  const lastInvoice = await closeGap(context.db, context.clock.now())
  return { ...recovered, ...(lastInvoice && { lastInvoice }) }
}

/** Orders that were never paid have numbers, too, and a few of these are at no provider. */
const skippedNumbers = 100

/** When the provider knows a number that this shop has not given, new orders get numbers above every one that ever was. */
async function continueNumbers({ db, payments }: CheckoutContext): Promise<void> {
  const highest = await payments.highestOrderNumber()
  if (highest === undefined) return
  const last = highest + skippedNumbers
  await sql`select setval('order_number', ${last}) from order_number where last_value < ${highest}`.execute(db)
}

async function stateOf({ db }: CheckoutContext, orderId: string): Promise<string | undefined> {
  const order = await db.selectFrom('order').select('payment_state').where('order_id', '=', orderId).executeTakeFirst()
  return order?.payment_state
}

/**
 * Creates an order from the provider's data, awaiting its payment. It holds the counted pieces that are there.
 * @returns the lines of which pieces are missing
 */
async function recreateOrder(context: CheckoutContext, orderId: string, session: PaidSession): Promise<OwedLine[]> {
  const { db, clock, ids, payments } = context
  const lines = await payments.linesOf(session.id)
  const goods = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0)
  return await db.transaction().execute(async tx => {
    const at = clock.now()
    const currency = await holdCurrency(tx)
    const buyer = await findBuyer(tx, session.userId)
    const number = session.orderNumber && (await isFree(tx, session.orderNumber)) ? session.orderNumber : undefined
    const order = await tx
      .insertInto('order')
      .values({
        id: ids.uuid(),
        order_id: orderId,
        ...(number && { number }),
        user_id: buyer?.id ?? null,
        email: buyer?.email ?? null,
        contact_email: null,
        amount_cents: goods + session.deliveryCents,
        goods_cents: goods,
        delivery_cents: session.deliveryCents,
        tax_cents: includedTax(goods + session.deliveryCents, session.taxBp ?? null),
        tax_bp: session.taxBp ?? null,
        country: session.address?.country ?? null,
        currency,
        check_at: at,
        created_at: session.openedAt,
        updated_at: at,
      })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!order) return [] // another process has created it
    await insertLines(tx, order.id, lines)
    await addEvent(tx, { id: order.id, kind: 'payment', value: 'awaiting', actor, at: session.openedAt })
    return (await takePieces(tx, order.id, 'held', at)) ?? []
  })
}

async function isFree(tx: Tx, number: number): Promise<boolean> {
  const taken = await tx.selectFrom('order').select('id').where('number', '=', number).executeTakeFirst()
  return taken === undefined
}

async function findBuyer(tx: Tx, id: string | undefined) {
  if (id === undefined) return undefined
  return await tx.selectFrom('user').select(['id', 'email']).where('id', '=', id).executeTakeFirst()
}

async function insertLines(tx: Tx, order_id: string, lines: BoughtLine[]): Promise<void> {
  const wanted = lines.flatMap(({ productId }) => productId ?? [])
  const variants = await tx
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'product_id', 'image_id', 'size', 'sku', 'style_id', 'card'])
    .select(({ fn }) => fn.coalesce('shade', 'color').as('color'))
    .where('product_id', '=', sql<string>`any(${wanted}::uuid[])`)
    .execute()
  const rows = lines.map(({ productId, variantId = productId, name, unitCents, quantity }, position) => {
    const product = variants.find(({ product_id }) => product_id === productId)
    const variant = variants.find(({ id }) => id === variantId)
    const hasColor = product?.style_id || product?.card?.sizes
    const size = variant && variant.size !== oneSize ? variant.size : null
    const color = hasColor ? product.color : null
    const variation = nameWithVariation({ name: '', color, size })
    return {
      order_id,
      position,
      product_id: product?.product_id ?? null,
      name: variation && name.endsWith(variation) ? name.slice(0, -variation.length) : name,
      image_id: product?.image_id ?? null,
      unit_cents: unitCents,
      quantity,
      variant_id: variant?.id ?? null,
      size,
      color,
      sku: variant?.sku ?? null,
    }
  })
  await lockForLines(
    tx,
    rows.flatMap(({ variant_id }) => variant_id ?? []),
  )
  const inOrder = rows.toSorted((a, b) => ((a.variant_id ?? '') < (b.variant_id ?? '') ? -1 : 1)) // each holds its variant
  await tx.insertInto('order_line').values(inOrder).execute()
}

async function addRefunds(context: CheckoutContext, orderId: string, sessionId: string): Promise<void> {
  const { id } = await context.db
    .selectFrom('order')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const refunds = await context.payments.refundsOf(sessionId)
  if (refunds) await recordRefunds(context, id, refunds, actor)
}
