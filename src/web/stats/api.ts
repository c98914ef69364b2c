import type { AdminStats, UserStats } from '#domain/stats.ts'
import { api, unwrap } from '../api.ts'

export const { useUserStatsQuery, useAdminStatsQuery } = api.injectEndpoints({
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
  }),
})
