import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import type { Count, CountAnswer } from '#domain/products/stock.ts'
import type { BoardProduct, FoundSize, Movement, SoldThroughOfProduct, StockFigures } from '#domain/stock/board.ts'
import type { Delivery } from '#domain/stock/delivery.ts'
import type { LostDemand } from '#domain/stock/lost-demand.ts'
import type { StockTake } from '#domain/stock/take.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../api.ts'

export const boardSize = 50
export const movementsOnPage = 50
export const deliveriesOnPage = 20
export const wantedOnPage = 50

/** The filters of the board; an unset one is empty. */
export interface BoardFilters {
  page: number
  q: string
  category: string
  view: string
  take: string
  /** All that a printed sheet needs, instead of a page. */
  limit?: number
}

interface NewDelivery {
  id: string
  note: string
  lines: { variantId: string; pieces: number; cost?: number }[]
}

const changed = onceChanged(['Product', 'Audit'] as const)

export const {
  useBoardQuery,
  useLazyBoardQuery,
  useStockFiguresQuery,
  useCountOnBoardMutation,
  useFindByCodeMutation,
  useReceiveDeliveryMutation,
  useListDeliveriesQuery,
  useListTakesQuery,
  useTakeQuery,
  useBeginTakeMutation,
  useEndTakeMutation,
  useListMovementsQuery,
  useSoldThroughQuery,
  useSetLowAtMutation,
  useLostDemandQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    /** One page of the products with the pieces of each size. */
    board: build.query<Listed<BoardProduct>, BoardFilters>({
      query: filters => ({ url: 'stock', params: { limit: boardSize, ...filters } }),
      transformResponse: unwrapList<BoardProduct>,
      providesTags: ['Product', 'Orders', 'Mine'],
    }),
    stockFigures: build.query<StockFigures, void>({
      query: () => 'stock/figures',
      transformResponse: unwrap<StockFigures>,
      providesTags: ['Product', 'Orders', 'Mine'],
    }),
    /** Stores counts, at most 500; `take` is empty outside of a stock take. */
    countOnBoard: build.mutation<CountAnswer[], { counts: Count[]; take: string }>({
      query: ({ counts, take }) => ({ url: 'stock/counts', method: 'PUT', body: { counts, ...(take && { take }) } }),
      transformResponse: (answer: { data: { counts: CountAnswer[] } }) => unwrap(answer).counts,
      invalidatesTags: changed,
    }),
    /** Sizes on sale by SKU or barcode, at most 500. */
    findByCode: build.mutation<FoundSize[], string[]>({
      query: codes => ({ url: 'stock/find', method: 'POST', body: { codes } }),
      transformResponse: unwrap<FoundSize[]>,
    }),
    receiveDelivery: build.mutation<Delivery, NewDelivery>({
      query: delivery => ({ url: 'stock/deliveries', method: 'POST', body: delivery }),
      transformResponse: unwrap<Delivery>,
      invalidatesTags: changed,
    }),
    listDeliveries: build.query<Listed<Delivery>, number>({
      query: page => ({ url: 'stock/deliveries', params: { page, limit: deliveriesOnPage } }),
      transformResponse: unwrapList<Delivery>,
      providesTags: ['Product', 'Audit', 'Mine'],
    }),
    listTakes: build.query<StockTake[], void>({
      query: () => 'stock/takes',
      transformResponse: unwrap<StockTake[]>,
      providesTags: ['Product', 'Mine'],
    }),
    take: build.query<StockTake, string>({
      query: id => `stock/takes/${encodeURIComponent(id)}`,
      transformResponse: unwrap<StockTake>,
      providesTags: ['Product', 'Mine'],
    }),
    beginTake: build.mutation<StockTake, { id: string; name: string; category: string | null }>({
      query: take => ({ url: 'stock/takes', method: 'POST', body: take }),
      transformResponse: unwrap<StockTake>,
      invalidatesTags: changed,
    }),
    endTake: build.mutation<StockTake, string>({
      query: id => ({ url: `stock/takes/${encodeURIComponent(id)}/end`, method: 'POST' }),
      transformResponse: unwrap<StockTake>,
      invalidatesTags: changed,
    }),
    /** One page of what moved the pieces of a product, or of one size of it. */
    listMovements: build.query<Listed<Movement>, { productId: string; variant: string; page: number }>({
      query: ({ productId, variant, page }) => ({
        url: `stock/${encodeURIComponent(productId)}/movements`,
        params: { page, limit: movementsOnPage, ...(variant && { variant }) },
      }),
      transformResponse: unwrapList<Movement>,
      providesTags: ['Product', 'Orders', 'Mine'],
    }),
    soldThrough: build.query<SoldThroughOfProduct[], string>({
      query: productId => `stock/${encodeURIComponent(productId)}/sold-through`,
      transformResponse: unwrap<SoldThroughOfProduct[]>,
      providesTags: ['Product', 'Orders', 'Mine'],
    }),
    /** What visitors asked for and could not buy. */
    lostDemand: build.query<{ demand: LostDemand; total: number }, { days: number; page: number; limit?: number }>({
      query: filters => ({ url: 'stock/lost-demand', params: { limit: wantedOnPage, ...filters } }),
      transformResponse: (answer: { data: LostDemand }, meta: FetchBaseQueryMeta | undefined) => ({
        demand: unwrap(answer),
        total: Number(meta?.response?.headers.get('X-Total-Count') ?? 0),
      }),
      providesTags: ['Product', 'Mine'],
    }),
    setLowAt: build.mutation<void, { productId: string; lowAt: number | null }>({
      query: ({ productId, lowAt }) => ({
        url: `stock/${encodeURIComponent(productId)}/low-at`,
        method: 'PUT',
        body: { lowAt },
      }),
      transformResponse: () => undefined,
      invalidatesTags: changed,
    }),
  }),
})
