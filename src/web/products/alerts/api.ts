import type { PostAlert } from '#domain/stock/alert.ts'
import { api } from '../../api.ts'

export const { useAskAlertMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** Asks to be told when a size is back. */
    askAlert: build.mutation<unknown, PostAlert>({
      query: alert => ({ url: 'alerts', method: 'POST', body: alert }),
    }),
  }),
})
