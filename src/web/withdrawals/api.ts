import { api } from '../api.ts'

export const { useObjectToWithdrawalMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** Answers with the sentence to show. */
    objectToWithdrawal: build.mutation<string, string>({
      query: key => ({ url: 'withdrawals/objection', method: 'POST', body: { key } }),
      transformResponse: ({ message }: { message: string }) => message,
    }),
  }),
})
