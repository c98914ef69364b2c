import type { User } from '#domain/users/user.ts'
import { api, unwrap } from '../api.ts'

export const {
  endpoints: sessionEndpoints,
  useLoginMutation,
  useLogoutMutation,
  useCheckSessionMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    /**
     * The signed-in user according to the server. A mutation, because each call must reach the server and its
     * answer must not be cached.
     */
    checkSession: build.mutation<User | undefined, void>({
      query: () => 'auth/session',
      transformResponse: (answer: { data: { user: User | null } }) => unwrap(answer).user ?? undefined,
    }),
    login: build.mutation<{ user: User }, { email: string; password: string; code?: string }>({
      query: body => ({ url: 'auth/login', method: 'POST', body }),
      transformResponse: ({ user }: { user: User }) => ({ user }), // the token is for other front ends
    }),
    logout: build.mutation<void, void>({
      query: () => ({ url: 'auth/logout', method: 'POST' }),
      transformResponse: () => undefined,
    }),
  }),
})
