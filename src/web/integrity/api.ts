import type { Proof } from '#domain/integrity.ts'
import { api, unwrap } from '../api.ts'

/** How often to ask whether a check is done. */
export const askEveryMs = 1_000

export const { useProofQuery, useCheckNowMutation, useResendMailMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** What the last check, backup and restore drill have shown. */
    proof: build.query<Proof, void>({
      query: () => 'proof',
      transformResponse: unwrap<Proof>,
      providesTags: ['Mine'],
    }),
    /** Begins a check; the proof tells when it is done. */
    checkNow: build.mutation<void, void>({
      query: () => ({ url: 'proof/checks', method: 'POST' }),
      transformResponse: () => undefined,
    }),
    /** Queues one undeliverable e-mail again, or all of them without an id; answers how many. */
    resendMail: build.mutation<number, { id: string | undefined }>({
      query: body => ({ url: 'proof/mail/resend', method: 'POST', body }),
      transformResponse: unwrap<number>,
    }),
  }),
})
