import { sql } from 'kysely'
import { toDollars } from '#domain/money.ts'
import type { UserStats } from '#domain/stats.ts'
import type { Db } from '../db/connection.ts'
import { isUser } from '../http/asked-user.ts'

/** Loads the totals of a user's payments, products and reviews; undefined for an unknown user. Only the account's own orders count. */
export async function findUserStats(db: Db, idOrEmail: string): Promise<UserStats | undefined> {
  const found = await db
    .selectFrom('user')
    .select(({ selectFrom, fn }) => {
      const paid = selectFrom('order')
        .whereRef('order.user_id', '=', 'user.id')
        .where('payment_state', '=', 'paid')
        .where('order.deleted_at', 'is', null)
      return [
        paid.select(sql<number>`coalesce(sum(amount_cents - refunded_cents), 0)::int8`.as('cents')).as('paidCents'),
        paid
          .innerJoin('order_line', 'order_line.order_id', 'order.id')
          .select(sql<number>`count(distinct product_id)`.as('n'))
          .as('products'),
        selectFrom('review')
          .whereRef('review.user_id', '=', 'user.id')
          .select(fn.countAll<number>().as('n'))
          .as('reviews'),
      ]
    })
    .where(isUser(idOrEmail))
    .executeTakeFirst()
  if (!found) return undefined
  const products = found.products ?? 0
  return {
    totalPayments: toDollars(found.paidCents ?? 0),
    totalReviews: found.reviews ?? 0,
    totalPurchadedProducts: products,
    totalPurchasedProducts: products,
  }
}
