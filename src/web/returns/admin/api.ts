import type { Arrival, BoardReturn } from '#domain/returns/return.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../../api.ts'

export const returnsOnPage = 20

interface SwapParcel {
  id: string
  carrier: string
  number: string
  url: string
}

const changed = onceChanged(['Orders', 'Order', 'Audit'] as const)

export const {
  useReturnBoardQuery,
  useNoteArrivalMutation,
  useSendSwapMutation,
  useDropSwapMutation,
  useRefuseReturnMutation,
  useCloseReturnMutation,
  useAssignOrderMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    /** One page of the returns and withdrawals. */
    returnBoard: build.query<Listed<BoardReturn>, { page: number; view: string }>({
      query: filters => ({ url: 'returns/', params: { ...filters, limit: returnsOnPage } }),
      transformResponse: unwrapList<BoardReturn>,
      providesTags: ['Orders'],
    }),
    /** Totals: sent twice, nothing is done twice. */
    noteArrival: build.mutation<BoardReturn, { id: string } & Arrival>({
      query: ({ id, ...body }) => ({ url: `returns/${id}/arrival`, method: 'POST', body }),
      transformResponse: unwrap<BoardReturn>,
      invalidatesTags: changed,
    }),
    sendSwap: build.mutation<BoardReturn, { return: string; parcel: SwapParcel }>({
      query: ({ return: id, parcel }) => ({ url: `returns/${id}/swap`, method: 'POST', body: parcel }),
      transformResponse: unwrap<BoardReturn>,
      invalidatesTags: changed,
    }),
    dropSwap: build.mutation<BoardReturn, string>({
      query: id => ({ url: `returns/${id}/swap`, method: 'DELETE' }),
      transformResponse: unwrap<BoardReturn>,
      invalidatesTags: changed,
    }),
    refuseReturn: build.mutation<BoardReturn, { id: string; refusal: string }>({
      query: ({ id, refusal }) => ({ url: `returns/${id}/refuse`, method: 'POST', body: { refusal } }),
      transformResponse: unwrap<BoardReturn>,
      invalidatesTags: changed,
    }),
    closeReturn: build.mutation<BoardReturn, string>({
      query: id => ({ url: `returns/${id}/close`, method: 'POST' }),
      transformResponse: unwrap<BoardReturn>,
      invalidatesTags: changed,
    }),
    assignOrder: build.mutation<BoardReturn, { id: string; number: number }>({
      query: ({ id, number }) => ({ url: `returns/${id}/order`, method: 'POST', body: { number } }),
      transformResponse: unwrap<BoardReturn>,
      invalidatesTags: changed,
    }),
  }),
})
