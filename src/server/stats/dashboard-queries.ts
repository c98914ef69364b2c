import { sql } from 'kysely'
import { toDollars } from '#domain/money.ts'
import { daysBefore, type SalesStats, salesDays, type TodayStats } from '#domain/stats.ts'
import { openMessages } from '../contact/queries.ts'
import type { Db } from '../db/connection.ts'
import { openReturns } from '../returns/queries.ts'
import { lowAndBroken } from '../stock/board-queries.ts'

const ordersOf = (where: ReturnType<typeof sql>) =>
  sql`(select coalesce(sum(n), 0)::int8 from order_tally where ${where})`

/** Counts what waits for an admin, in one query over counters and the indexes of open rows. */
export async function findTodayStats(db: Db): Promise<TodayStats> {
  const { rows } = await sql<TodayStats>`
    select
      ${ordersOf(sql`payment_state = 'paid' and status = 'pending'`)} as "pendingOrders",
      ${ordersOf(sql`payment_state = 'paid' and status = 'processing'`)} as "processingOrders",
      ${ordersOf(sql`payment_state = 'review'`)} as "paymentsInReview",
      (${openMessages}) as "openMessages",
      (${openReturns}) as "openReturns",
      (select count(*) from mail where failed_at is not null and next_try_at is null and due_at is null) as "undeliveredEmails",
      low.*
    from (${lowAndBroken}) low
  `.execute(db)
  return (rows as [TodayStats])[0]
}

interface Sales {
  days: Record<string, { orders: number; cents: number }>
  sellers: { productId: string | null; name: string; isOnSale: boolean; pieces: number; cents: number }[]
}

const maxBestSellers = 10

/**
 * Loads the sales of the last 30 days, without what was refunded, in one query. It reads the paid orders of these days by an index, and their lines by their
 * key: `offset 0` stops the planner from reading all lines instead.
 * @param now the last of the days, in UTC, is that of this time
 */
export async function findSalesStats(db: Db, now: Date): Promise<SalesStats> {
  const days = daysBefore(now, salesDays)
  const { rows } = await sql<Sales>`
    with sold as materialized (
      select id, created_at, amount_cents - refunded_cents as cents, refunded_cents > 0 as has_refunds from "order"
      where payment_state = 'paid' and deleted_at is null
        and created_at >= ${`${days[0]}T00:00:00Z`}::timestamptz
        and created_at < ${`${days.at(-1)}T00:00:00Z`}::timestamptz + interval '1 day'
    ), day as (
      select (created_at at time zone 'UTC')::date as day, count(*) as orders, sum(cents)::int8 as cents
      from sold group by 1
    ), named as (
      select product_id, name, max(created_at) as at, sum(quantity - coalesce(back.pieces, 0)) as pieces,
        sum(unit_cents::int8 * quantity - discount_cents - coalesce(back.cents, 0)) as cents
      from sold cross join lateral (
        select position, product_id, name, quantity, unit_cents, discount_cents from order_line
        where order_id = sold.id offset 0
      ) line
      left join lateral (
        select sum((piece ->> 'quantity')::int8) as pieces, sum((piece ->> 'cents')::int8) as cents
        from refund cross join jsonb_array_elements(lines) piece
        where order_id = sold.id and state = 'done' and (piece ->> 'position')::integer = line.position
      ) back on has_refunds
      group by product_id, name
      having sum(quantity - coalesce(back.pieces, 0)) > 0
    ), seller as (
      select product_id, (array_agg(name order by at desc))[1] as name, sum(pieces)::int8 as pieces, sum(cents)::int8 as cents
      from named group by product_id, case when product_id is null then name end
      order by pieces desc, cents desc, name, product_id limit ${maxBestSellers}
    )
    select
      (select coalesce(json_object_agg(day, json_build_object('orders', orders, 'cents', cents)), '{}') from day) as days,
      (select coalesce(json_agg(json_build_object(
        'productId', product_id, 'name', name, 'pieces', pieces, 'cents', cents,
        'isOnSale', exists (select from product where product.id = product_id and product.deleted_at is null)
      ) order by pieces desc, cents desc, name, product_id), '[]') from seller) as sellers`.execute(db)
  const [sales] = rows as [Sales]
  return {
    days: days.map(day => {
      const { orders = 0, cents = 0 } = sales.days[day] ?? {}
      return { day, orders, earnings: toDollars(cents) }
    }),
    bestSellers: sales.sellers.map(({ cents, ...seller }) => ({ ...seller, earnings: toDollars(cents) })),
  }
}
