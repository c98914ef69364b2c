import type { RecoveryCodes, SecondFactor, SecondFactorKey } from '#domain/users/two-factor.ts'
import { api, onceChanged, unwrap } from '../../api.ts'

const address = 'auth/second-factor'
const codesOf = (answer: { data: RecoveryCodes }) => unwrap(answer).codes

interface Proof {
  password: string
  code: string
}

export const {
  useSecondFactorQuery,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useTurnOffSecondFactorMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    secondFactor: build.query<SecondFactor, { userId: string }>({
      query: () => address,
      transformResponse: unwrap<SecondFactor>,
      providesTags: ['Mine'],
    }),
    /** Creates a key for the authenticator app. Logging in does not require it before it is confirmed. */
    beginSecondFactor: build.mutation<SecondFactorKey, { password: string }>({
      query: body => ({ url: `${address}/begin`, method: 'POST', body }),
      transformResponse: unwrap<SecondFactorKey>,
      invalidatesTags: (_answer, error) => (error ? onceChanged(['Mine'] as const)(undefined, error) : []),
    }),
    /** @returns the recovery codes; the server ends all other sessions */
    confirmSecondFactor: build.mutation<string[], { code: string }>({
      query: body => ({ url: `${address}/confirm`, method: 'POST', body }),
      transformResponse: codesOf,
      invalidatesTags: onceChanged(['Mine']),
    }),
    /** @returns new recovery codes; the old ones stop working */
    renewRecoveryCodes: build.mutation<string[], Proof>({
      query: body => ({ url: `${address}/recovery-codes`, method: 'POST', body }),
      transformResponse: codesOf,
      invalidatesTags: onceChanged(['Mine']),
    }),
    turnOffSecondFactor: build.mutation<void, Proof>({
      query: body => ({ url: `${address}/off`, method: 'POST', body }),
      transformResponse: () => undefined,
      invalidatesTags: onceChanged(['Mine']),
    }),
  }),
})
