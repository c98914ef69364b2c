import type { ReturnPage, ReturnRequest } from '#domain/returns/return.ts'
import { api, onceChanged, unwrap } from '../api.ts'
import type { Viewer } from '../orders/api.ts'

type OfOrder = { orderId: string } & Viewer

const changed = onceChanged(['Order'] as const)
const pathOf = (orderId: string) => `returns/of/${encodeURIComponent(orderId)}`

export const { useReturnPageQuery, useAskReturnMutation, useCancelReturnMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** What of an order can be sent back, and its returns. */
    returnPage: build.query<ReturnPage, OfOrder>({
      query: ({ orderId, key }) => ({ url: pathOf(orderId), headers: { 'Order-Key': key } }),
      transformResponse: unwrap<ReturnPage>,
      providesTags: ['Order'],
    }),
    /** Sent twice with one id, it is one return. */
    askReturn: build.mutation<ReturnPage, OfOrder & { asked: ReturnRequest }>({
      query: ({ orderId, key, asked }) => ({
        url: pathOf(orderId),
        method: 'POST',
        headers: { 'Order-Key': key },
        body: asked,
      }),
      transformResponse: unwrap<ReturnPage>,
      invalidatesTags: changed,
    }),
    cancelReturn: build.mutation<ReturnPage, OfOrder & { id: string }>({
      query: ({ orderId, key, id }) => ({
        url: `${pathOf(orderId)}/${id}/cancel`,
        method: 'POST',
        headers: { 'Order-Key': key },
      }),
      transformResponse: unwrap<ReturnPage>,
      invalidatesTags: changed,
    }),
  }),
})
