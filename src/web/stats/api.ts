import type { AdminStats, SalesStats, TodayStats, UserStats } from '#domain/stats.ts'
import { api, unwrap } from '../api.ts'

export const { useUserStatsQuery, useAdminStatsQuery, useTodayStatsQuery, useSalesStatsQuery } = api.injectEndpoints({
  endpoints: build => ({
    userStats: build.query<UserStats, string>({
      query: userId => `stats/user-stats/${encodeURIComponent(userId)}`,
      transformResponse: unwrap<UserStats>,
      providesTags: ['Mine'],
    }),
    /** The shop's figures, with the monthly earnings of a year. */
    adminStats: build.query<AdminStats, number>({
      query: year => ({ url: 'stats/admin-stats', params: { year } }),
      transformResponse: unwrap<AdminStats>,
      providesTags: ['Mine', 'Users', 'Orders', 'Product', 'Review'],
    }),
    /** What waits for an admin. */
    todayStats: build.query<TodayStats, void>({
      query: () => 'stats/today',
      transformResponse: unwrap<TodayStats>,
      providesTags: ['Mine', 'Orders', 'Messages', 'Product'],
    }),
    /** The sales of the last 30 days. */
    salesStats: build.query<SalesStats, void>({
      query: () => 'stats/sales',
      transformResponse: unwrap<SalesStats>,
      providesTags: ['Mine', 'Orders', 'Product'],
    }),
  }),
})
