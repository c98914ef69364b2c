import type { Proof } from '#domain/integrity.ts'
import { api, unwrap } from '../api.ts'

/** How often the page polls whether a check has finished. */
export const pollIntervalMs = 1_000

export const { useProofQuery, useCheckNowMutation, useResendMailMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** The results of the last check, backup and restore drill. */
    proof: build.query<Proof, void>({
      query: () => 'proof',
      transformResponse: unwrap<Proof>,
      providesTags: ['Mine'],
    }),
    /** Starts a check; the proof query shows when it is done. */
    checkNow: build.mutation<void, void>({
      query: () => ({ url: 'proof/checks', method: 'POST' }),
      transformResponse: () => undefined,
    }),
    /** Queues one undeliverable e-mail again, or all of them if `id` is undefined; returns how many. */
    resendMail: build.mutation<number, { id: string | undefined }>({
      query: body => ({ url: 'proof/mail/resend', method: 'POST', body }),
      transformResponse: unwrap<number>,
    }),
  }),
})
