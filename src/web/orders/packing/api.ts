import type { OrderNote, PackingCounts, PackingOrder, ShipAnswer } from '#domain/orders/packing.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../../api.ts'

export const packingOnPage = 50

interface PackingFilters {
  page: number
  q: string
  view: string
  /** When the owner's day began, as an ISO time. */
  since: string
}

/** The parcel with which an order is marked as shipped. */
interface ParcelOfOrder {
  order: string
  id: string
  carrier: string
  number: string
}

const noteChanged = onceChanged(['Orders'] as const)

export const {
  useListToPackQuery,
  useCountToPackQuery,
  useShipOrdersMutation,
  useListNotesQuery,
  useAddNoteMutation,
  useDeleteNoteMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    /** One page of the orders to be packed, oldest first. */
    listToPack: build.query<Listed<PackingOrder>, PackingFilters>({
      query: filters => ({ url: 'orders/packing', params: { ...filters, limit: packingOnPage } }),
      transformResponse: unwrapList<PackingOrder>,
      providesTags: ['Orders', 'Mine'],
    }),
    countToPack: build.query<PackingCounts, string>({
      query: since => ({ url: 'orders/packing/counts', params: { since } }),
      transformResponse: unwrap<PackingCounts>,
      providesTags: ['Orders', 'Mine'],
    }),
    /** Repeated, nothing is done twice. Some may be shipped even after an error. */
    shipOrders: build.mutation<ShipAnswer[], { orders: string[]; parcels: ParcelOfOrder[] }>({
      query: body => ({ url: 'orders/ship', method: 'POST', body }),
      transformResponse: unwrap<ShipAnswer[]>,
      invalidatesTags: ['Orders', 'Order', 'Mine', 'Audit'],
    }),
    listNotes: build.query<OrderNote[], string>({
      query: order => `orders/${order}/notes`,
      transformResponse: unwrap<OrderNote[]>,
      providesTags: ['Orders', 'Mine'],
    }),
    addNote: build.mutation<OrderNote, { order: string; id: string; text: string }>({
      query: ({ order, ...body }) => ({ url: `orders/${order}/notes`, method: 'POST', body }),
      transformResponse: unwrap<OrderNote>,
      invalidatesTags: noteChanged,
    }),
    deleteNote: build.mutation<unknown, { order: string; id: string }>({
      query: ({ order, id }) => ({ url: `orders/${order}/notes/${id}`, method: 'DELETE' }),
      invalidatesTags: noteChanged,
    }),
  }),
})
