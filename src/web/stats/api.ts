import type { UserStats } from '#domain/stats.ts'
import { api, unwrap } from '../api.ts'

export const { useUserStatsQuery } = api.injectEndpoints({
  endpoints: build => ({
    userStats: build.query<UserStats, string>({
      query: userId => `stats/user-stats/${encodeURIComponent(userId)}`,
      transformResponse: unwrap<UserStats>,
      providesTags: ['Mine'],
    }),
  }),
})
