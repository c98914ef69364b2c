import { type Static, Type } from 'typebox'

/** A customer's figures, from paid, undeleted orders only. One field name is misspelt because front ends read it. */
export const UserStats = Type.Object({
  totalPayments: Type.Number({ description: 'In dollars' }),
  totalReviews: Type.Integer(),
  totalPurchadedProducts: Type.Integer({ description: 'Distinct products' }),
  totalPurchasedProducts: Type.Integer({ description: 'The same number' }),
})
export type UserStats = Static<typeof UserStats>

/** The chart multiplies the numbers of reviews and products by this, because they are small beside dollars. */
export const chartFactor = 20

/** The shop's figures, from paid, undeleted orders only; money in dollars. */
export const AdminStats = Type.Object({
  totalEarnings: Type.Number({ description: 'In dollars' }),
  totalOrders: Type.Integer(),
  totalUsers: Type.Integer(),
  totalProducts: Type.Integer(),
  totalReviews: Type.Integer(),
  monthlyEarnings: Type.Array(Type.Object({ month: Type.Integer(), earnings: Type.Number() }), {
    description: 'Always twelve: January is 1, in UTC, of the year asked for',
  }),
})
export type AdminStats = Static<typeof AdminStats>
