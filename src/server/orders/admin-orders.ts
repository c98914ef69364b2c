import { sql } from 'kysely'
import { type AdminOrder, arrivedStates, type OrderStatus, orderStatuses } from '#domain/order.ts'
import { contains } from '../db/contains.ts'
import type { Page } from '../http/paging.ts'
import { events, lines, toOrder } from './shown-orders.ts'
import type { Till } from './till.ts'

type ArrivedState = (typeof arrivedStates)[number]

export interface OrderFilters extends Page {
  status?: OrderStatus
  payment?: ArrivedState
  sort: 'newest' | 'oldest'
}

/** What a list of orders is filtered by; a word that is none of its choices counts as unset. */
export const readOrderFilters = ({ status, payment, sort }: { status?: string; payment?: string; sort?: string }) => ({
  status: orderStatuses.find(known => known === status),
  payment: arrivedStates.find(known => known === payment),
  sort: sort === 'oldest' ? ('oldest' as const) : ('newest' as const),
})

/** One page of the orders for which money has arrived, and how many match in all. Searched by order id or e-mail. */
export async function findAdminOrders({ db, origin }: Pick<Till, 'db' | 'origin'>, filters: OrderFilters) {
  const { page, limit, q, status, payment, sort } = filters
  let matching = db
    .selectFrom('order')
    .where('payment_state', 'in', payment ? [payment] : [...arrivedStates])
    .where('deleted_at', 'is', null)
  if (status) matching = matching.where('status', '=', status)
  if (q) {
    const columns = ['order.email', 'order.contact_email', 'order.order_id']
    matching = matching.where(({ or }) => or(columns.map(column => contains(column, q))))
  }
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  const rows = await db
    .with('order', () =>
      matching
        .selectAll('order')
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom('order')
    .selectAll('order')
    .select(lines)
    .select(events)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .execute()
  const orders: AdminOrder[] = rows.map(row => ({ ...toOrder(row, origin), reviewReason: row.review_reason }))
  return { orders, total }
}
