import type { OwnSession } from '#domain/users/own-session.ts'
import { api, onceChanged, unwrap } from '../api.ts'

/** The server assembles the largest file in less. */
const fileTimeoutMs = 120_000
const nothing = { transformResponse: () => undefined, invalidatesTags: onceChanged(['Mine'] as const) }

export const {
  useListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useEndAllSessionsMutation,
  useFetchMyDataMutation,
  useEraseAccountMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    listSessions: build.query<OwnSession[], { userId: string }>({
      query: () => 'auth/sessions',
      transformResponse: unwrap<OwnSession[]>,
      providesTags: ['Mine'],
    }),
    endSession: build.mutation<void, string>({
      query: id => ({ url: `auth/sessions/${id}`, method: 'DELETE' }),
      ...nothing,
    }),
    endOtherSessions: build.mutation<void, void>({
      query: () => ({ url: 'auth/sessions/end-others', method: 'POST' }),
      ...nothing,
    }),
    endAllSessions: build.mutation<void, void>({
      query: () => ({ url: 'auth/sessions/end-all', method: 'POST' }),
      transformResponse: () => undefined,
    }),
    /** @returns the object URL of the file; revoke it after the download */
    fetchMyData: build.mutation<string, void>({
      query: () => ({
        url: 'auth/my-data',
        timeout: fileTimeoutMs,
        responseHandler: async answer => (answer.ok ? URL.createObjectURL(await answer.blob()) : await answer.json()),
      }),
    }),
    eraseAccount: build.mutation<void, { password: string; code: string }>({
      query: body => ({ url: 'auth/erase', method: 'POST', body, timeout: fileTimeoutMs }),
      transformResponse: () => undefined,
      invalidatesTags: (_answer, error) => (error ? [] : ['Product']), // their reviews show the name
    }),
  }),
})
