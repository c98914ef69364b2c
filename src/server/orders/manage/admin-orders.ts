import { type SqlBool, sql } from 'kysely'
import { type AdminOrder, arrivedStates, type OrderStatus, orderStatuses } from '#domain/orders/order.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import type { Db } from '../../db/connection.ts'
import { contains } from '../../db/contains.ts'
import { countFound, maxCounted } from '../../db/count-found.ts'
import type { Page } from '../../http/paging.ts'
import { orderAddress } from '../address-queries.ts'
import { disputes, events, lifeOf, lines, refunding, toDispute, toStaffOrder, withdrawn } from '../find-orders.ts'

type ArrivedState = (typeof arrivedStates)[number]

export interface OrderFilters extends Page {
  status?: OrderStatus
  payment?: ArrivedState
  sort: 'newest' | 'oldest'
  /** Only the archived orders, or only the others. */
  archived: boolean
}

type SentFilters = { status?: string; payment?: string; sort?: string; archived?: string }

/** Reads the filters of the order list from a query; an unknown value counts as unset. */
export const readOrderFilters = ({ status, payment, sort, archived }: SentFilters) => ({
  status: orderStatuses.find(known => known === status),
  payment: arrivedStates.find(known => known === payment),
  sort: sort === 'oldest' ? ('oldest' as const) : ('newest' as const),
  archived: archived === 'true',
})

/** A list by status leaves refunded orders out: nothing is left to do for them, whatever their status. */
const statesWith = (status: OrderStatus | undefined) =>
  status ? arrivedStates.filter(state => state !== 'refunded') : arrivedStates

/**
 * Returns one page of the orders for which money has arrived, and how many match in all. A search is by order number, id or e-mail, and
 * counts at most 10,000 matches.
 */
export async function findAdminOrders({ db, origin }: Pick<CheckoutContext, 'db' | 'origin'>, filters: OrderFilters) {
  const { page, limit, q, status, payment, sort, archived } = filters
  const states = payment ? [payment] : statesWith(status)
  const matching = db
    .selectFrom('order')
    .where(
      'payment_state',
      'in',
      states.map(state => sql.lit(state)),
    ) // literals, to match the conditions of the partial indexes
    .where('deleted_at', 'is', null)
    .where('archived_at', archived ? 'is not' : 'is', null)
    .$if(status !== undefined, orders => orders.where('status', '=', status as OrderStatus))
    .$if(q !== undefined, orders => orders.where(matches(q as string)))
  const total = q ? await countFound(db, matching) : await countAll(db, { states, status, archived })
  if (total === 0) return { orders: [], total }

  const direction = sort === 'oldest' ? 'asc' : 'desc'
  const isRare = q !== undefined && total < maxCounted // finding the matches first is then faster than testing each order in turn
  const rows = await db
    .with(
      name => (isRare ? name('matching').materialized() : name('matching')),
      () => matching.select(['id', 'created_at']),
    )
    .with('page', make =>
      make
        .selectFrom('matching')
        .selectAll()
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom('page')
    .innerJoin('order', 'order.id', 'page.id')
    .selectAll('order')
    .select(lines)
    .select(events)
    .select([refunding, withdrawn])
    .select(disputes)
    .select(orderAddress)
    .orderBy('page.created_at', direction)
    .orderBy('page.id', direction)
    .execute()
  return { orders: rows.map(row => toAdminOrder(row, origin)), total }
}

type AdminOrderRow = Parameters<typeof toStaffOrder>[0] & {
  address: AdminOrder['address'] | null
  review_reason: string | null
  cancelled_at: Date | null
  archived_at: Date | null
  check_since: Date | null
  refunding: boolean
  withdrawn: boolean
  disputes: Parameters<typeof toDispute>[0][]
}

export const toAdminOrder = (row: AdminOrderRow, origin: string): AdminOrder => ({
  ...toStaffOrder(row, origin),
  ...(row.address && { address: row.address }),
  reviewReason: row.review_reason,
  refunding: row.refunding,
  ...(row.withdrawn && { withdrawn: true as const }),
  disputes: row.disputes.map(toDispute),
  ...lifeOf(row),
})

const searched = ['order.email', 'order.contact_email', 'order.order_id']

/** Matches parts of the e-mails and of the id, and the whole number, with or without #. */
export function matches(q: string) {
  const words = searched.map(column => contains(column, q))
  const [, number] = /^#?(\d{1,9})$/.exec(q.trim()) ?? []
  if (number) words.push(sql`"order".number = ${Number(number)}`)
  return sql<SqlBool>`(${sql.join(words, sql` or `)})`
}

interface Counted {
  states: readonly ArrivedState[]
  status: OrderStatus | undefined
  archived: boolean
}

/** The database keeps the count of all orders exact; the archived ones are counted along their index. */
async function countAll(db: Db, { states, status, archived }: Counted): Promise<number> {
  const ofStatus = status === undefined ? sql`true` : sql`status = ${status}`
  const isCounted = sql`payment_state = any(${states}::text[]) and ${ofStatus}`
  const all = sql<number>`(select coalesce(sum(n), 0)::int8 from order_tally where ${isCounted})`
  const ofArchive = sql<number>`(
    select count(*) from "order" where ${isCounted} and archived_at is not null and deleted_at is null
  )`
  const { total } = await db
    .selectNoFrom((archived ? ofArchive : sql<number>`${all} - ${ofArchive}`).as('total'))
    .executeTakeFirstOrThrow()
  return total
}
