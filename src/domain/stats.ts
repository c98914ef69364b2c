import { type Static, Type } from 'typebox'

/** A customer's figures, from paid, undeleted orders only. One field name is misspelt because front ends read it. */
export const UserStats = Type.Object({
  totalPayments: Type.Number({ description: 'In the shop’s currency' }),
  totalReviews: Type.Integer(),
  totalPurchadedProducts: Type.Integer({ description: 'Distinct products' }),
  totalPurchasedProducts: Type.Integer({ description: 'The same number' }),
})
export type UserStats = Static<typeof UserStats>

/** The chart multiplies the numbers of reviews and products by this, because they are small beside dollars. */
export const chartFactor = 20

/** The shop's figures, from paid, undeleted orders only; money in major units. */
export const AdminStats = Type.Object({
  totalEarnings: Type.Number({ description: 'In the shop’s currency' }),
  totalOrders: Type.Integer(),
  totalUsers: Type.Integer(),
  totalProducts: Type.Integer(),
  totalReviews: Type.Integer(),
  monthlyEarnings: Type.Array(Type.Object({ month: Type.Integer(), earnings: Type.Number() }), {
    description: 'Always twelve: January is 1, in UTC, of the year asked for',
  }),
})
export type AdminStats = Static<typeof AdminStats>

/** What waits for an admin. */
export const TodayStats = Type.Object({
  pendingOrders: Type.Integer({ description: 'Paid orders to pack, of status pending' }),
  processingOrders: Type.Integer({ description: 'Paid orders to pack, of status processing' }),
  paymentsInReview: Type.Integer(),
  openMessages: Type.Integer(),
  openReturns: Type.Integer({ description: 'Returns and withdrawals that have not ended' }),
  undeliveredEmails: Type.Integer({ description: 'Given up, and not queued again' }),
  lowSizes: Type.Integer({ description: 'Sizes on sale of which few free pieces are left' }),
  brokenRuns: Type.Integer({ description: 'Products of which a middle size is gone while others are there' }),
})
export type TodayStats = Static<typeof TodayStats>

/** The number of days of `SalesStats`. */
export const salesDays = 30

/** The sales of the last 30 days in UTC, from paid, undeleted orders only; money in major units. */
export const SalesStats = Type.Object({
  days: Type.Array(
    Type.Object({ day: Type.String({ description: 'YYYY-MM-DD' }), orders: Type.Integer(), earnings: Type.Number() }),
    { description: 'Always thirty, the current day last' },
  ),
  bestSellers: Type.Array(
    Type.Object({
      productId: Type.Union([Type.String(), Type.Null()], { description: 'Null for lines of unknown products' }),
      name: Type.String({ description: 'As it was sold last' }),
      isOnSale: Type.Boolean({ description: 'False for a deleted product' }),
      pieces: Type.Integer(),
      earnings: Type.Number(),
    }),
    { description: 'Up to ten products, the one with the most pieces first' },
  ),
})
export type SalesStats = Static<typeof SalesStats>

const dayMs = 24 * 60 * 60_000

/** The days in UTC up to that of a time, as YYYY-MM-DD, the earliest first. */
export const daysBefore = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(+now - (count - 1 - index) * dayMs).toISOString().slice(0, 'yyyy-mm-dd'.length),
  )
