import { type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { PackingCounts, PackingOrder, PackingView } from '#domain/orders/packing.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import type { Db } from '../../db/connection.ts'
import { countFound, maxCounted } from '../../db/count-found.ts'
import type { Page } from '../../http/paging.ts'
import { hasNothingLeft, isGoingBack } from '../../payments/refund-queries.ts'
import { missingPieces } from '../../stock/queries.ts'
import { orderAddress } from '../address-queries.ts'
import { disputes, events, lines, type OrderExpressions, refunding, withdrawn } from '../find-orders.ts'
import { matches, toAdminOrder } from '../manage/admin-orders.ts'
import { messages, toMessage } from '../message-queries.ts'
import { toNote } from './notes.ts'

export interface PackingFilters extends Page {
  view: PackingView
  /** What was shipped at or after this time counts as packed today. */
  since: Date
}

const openStatuses: readonly OrderStatus[] = ['pending', 'processing']

const isWaiting = sql<SqlBool>`"order".id in (select order_id from order_line where owed > 0 and ${missingPieces} > 0)`
/** The sum of all that was refunded is read from the order first, because few have one. */
const isAllRefunded = sql<SqlBool>`refunded_cents > 0 and ${hasNothingLeft(sql`"order".id`)}`
const wasShippedSince = (since: Date) => sql<SqlBool>`"order".id in (
  select order_id from order_event where kind = 'status' and value = 'shipped' and at >= ${since})`

/** Paid orders of these statuses whose money is not on the way back. Literals match the conditions of the partial indexes. */
const paidOrders = (db: Db, statuses: readonly OrderStatus[]) =>
  db
    .selectFrom('order')
    .where('payment_state', '=', sql.lit('paid'))
    .where('deleted_at', 'is', null)
    .where(
      'status',
      'in',
      statuses.map(status => sql.lit(status)),
    )
    .where(sql<SqlBool>`not ${isGoingBack}`)

function ordersOf(db: Db, { view, since, q }: PackingFilters, statuses = openStatuses) {
  return paidOrders(db, view === 'packed' ? ['shipped'] : statuses)
    .$if(view !== 'packed', orders => orders.where(sql<SqlBool>`not (${isAllRefunded})`))
    .$if(view === 'ready', orders => orders.where(sql<SqlBool>`not ${isWaiting}`))
    .$if(view === 'waiting', orders => orders.where(isWaiting))
    .$if(view === 'packed', orders => orders.where(wasShippedSince(since)))
    .$if(q !== undefined, orders => orders.where(matches(q as string)))
}

/** Returns one page of the orders of a view, oldest first, and how many there are: of a search up to 10,000. */
export async function findPackingList(
  { db, origin }: Pick<CheckoutContext, 'db' | 'origin'>,
  filters: PackingFilters,
): Promise<{ orders: PackingOrder[]; total: number }> {
  const { page, limit, view, q } = filters
  const total = q ? await countFound(db, ordersOf(db, filters)) : (await countPackingList(db, filters.since))[view]
  if (total === 0) return { orders: [], total }

  // Few orders are found first and sorted then. Of many, each status is read from the oldest on along its index.
  const areFew = view === 'waiting' || view === 'packed' || (q !== undefined && total < maxCounted)
  const firstOf = (status: OrderStatus) =>
    ordersOf(db, filters, [status])
      .select(['order.id', 'order.created_at'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(page * limit)
  const few = () => ordersOf(db, filters).select(['order.id', 'order.created_at'])
  const many = () => {
    const processing = db.selectFrom(firstOf('processing').as('processing')).selectAll()
    return db.selectFrom(firstOf('pending').as('pending')).selectAll().unionAll(processing)
  }
  const rows = await db
    .with(
      name => name('matching').materialized(),
      () => (areFew ? few() : many()),
    )
    .with('page', make =>
      make
        .selectFrom('matching')
        .selectAll()
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom('page')
    .innerJoin('order', 'order.id', 'page.id')
    .selectAll('order')
    .select([lines, events, refunding, withdrawn, disputes, orderAddress, notes, messages])
    .orderBy('page.created_at')
    .orderBy('page.id')
    .execute()
  const orders = rows.map(row => ({
    ...toAdminOrder(row, origin),
    notes: row.notes.map(toNote),
    messages: row.messages.map(toMessage),
  }))
  return { orders, total }
}

/** Returns how many orders each view has. The database keeps the count of all orders by status. */
export async function countPackingList(db: Db, since: Date): Promise<PackingCounts> {
  const count = sql<number>`count(*)`
  const [refundingNow, waitingNow] = [
    db
      .selectFrom('order')
      .where('payment_state', '=', sql.lit('paid'))
      .where('deleted_at', 'is', null)
      .where('status', 'in', openStatuses)
      .where(sql<SqlBool>`(${isGoingBack} or ${isAllRefunded})`)
      .select(count.as('n')),
    paidOrders(db, openStatuses).where(isWaiting).select(count.as('n')),
  ]
  const packedToday = paidOrders(db, ['shipped']).where(wasShippedSince(since)).select(count.as('n'))
  const { open, waiting, packed } = await db
    .selectNoFrom([
      sql<number>`(
        select coalesce(sum(n), 0)::int8 from order_tally
        where payment_state = 'paid' and status = any(${openStatuses}::text[])
      ) - (${refundingNow})`.as('open'),
      sql<number>`(${waitingNow})`.as('waiting'),
      sql<number>`(${packedToday})`.as('packed'),
    ])
    .executeTakeFirstOrThrow()
  return { all: open, ready: open - waiting, waiting, packed }
}

const notes = ({ selectFrom }: OrderExpressions) =>
  jsonArrayFrom(
    selectFrom('order_note')
      .innerJoin('user', 'user.id', 'order_note.author')
      .select(['order_note.id', 'order_note.text', 'user.email as author', 'order_note.at'])
      .whereRef('order_note.order_id', '=', 'order.id')
      .orderBy('order_note.at')
      .orderBy('order_note.id'),
  ).as('notes')
