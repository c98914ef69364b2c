import { sql } from 'kysely'
import { toDollars } from '#domain/money.ts'
import type { AdminStats } from '#domain/stats.ts'
import type { Db } from '../db/connection.ts'
import { countOf } from '../db/counters.ts'
import { productsOnSale } from '../products/list/count-queries.ts'

interface Figures {
  earned: number
  orders: number
  users: number
  products: number
  reviews: number
  /** Cents by month, January is 1; a month without earnings is missing. */
  months: Record<string, number>
}

/** Loads the shop's figures in one query. An order counts in the month of its creation, in UTC. */
export async function findAdminStats(db: Db, year: number): Promise<AdminStats> {
  const { rows } = await sql<Figures>`
    with paid as materialized (select month, n, cents from order_tally where payment_state = 'paid'),
    month as (
      select extract(month from month)::int as month, sum(cents)::int8 as cents
      from paid where month >= make_date(${year}, 1, 1) and month < make_date(${year} + 1, 1, 1) group by 1
    )
    select
      (select coalesce(sum(cents), 0)::int8 from paid) as earned,
      (select coalesce(sum(n), 0)::int8 from paid) as orders,
      ${countOf('user')} as users,
      ${productsOnSale} as products,
      ${countOf('review')} as reviews,
      (select coalesce(json_object_agg(month, cents), '{}') from month) as months`.execute(db)
  const [{ earned, orders, users, products, reviews, months }] = rows as [Figures]
  return {
    totalEarnings: toDollars(earned),
    totalOrders: orders,
    totalUsers: users,
    totalProducts: products,
    totalReviews: reviews,
    monthlyEarnings: Array.from({ length: 12 }, (_, index) => ({
      month: index + 1,
      earnings: toDollars(months[index + 1] ?? 0),
    })),
  }
}

/** Reads the requested year; anything but a year from 1970 to 9998 counts as the current one. */
export function readYear(text: string | undefined, now: Date): number {
  const year = /^\d{4}$/.test(text ?? '') ? Number(text) : 0
  return year >= 1970 && year <= 9998 ? year : now.getUTCFullYear()
}
