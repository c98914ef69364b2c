import type { Deleted } from '#domain/audit.ts'
import type { AdminOrder, OrderStatus } from '#domain/order.ts'
import { api, unwrap } from '../api.ts'

/** What the list of all orders is asked for; an unset filter is empty. */
export interface AdminOrderFilters {
  page: number
  q: string
  status: string
  payment: string
}

export const ordersPerPage = 20

interface Meta {
  response?: { headers: Headers }
}

export const {
  useListAdminOrdersQuery,
  useUpdateOrderStatusMutation,
  useDeleteOrderMutation,
  useRefundOrderMutation,
  useAcceptPaymentMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    /** One page of all orders for which money has arrived, newest first, and how many match in all. */
    listAdminOrders: build.query<{ orders: AdminOrder[]; total: number }, AdminOrderFilters>({
      query: params => ({ url: 'orders/', params: { ...params, limit: ordersPerPage } }),
      transformResponse: (answer: { data: AdminOrder[] }, meta: Meta | undefined) => ({
        orders: unwrap(answer),
        total: Number(meta?.response?.headers.get('X-Total-Count')),
      }),
      providesTags: ['Order'],
    }),
    updateOrderStatus: build.mutation<void, { id: string; status: OrderStatus }>({
      query: ({ id, status }) => ({ url: `orders/update-order-status/${id}`, method: 'PATCH', body: { status } }),
      transformResponse: () => undefined,
      invalidatesTags: changed,
    }),
    /** Answers with what it can be taken back by. */
    deleteOrder: build.mutation<Deleted, string>({
      query: id => ({ url: `orders/delete-order/${id}`, method: 'DELETE' }),
      transformResponse: unwrap<Deleted>,
      invalidatesTags: changed,
    }),
    /** Gives the money back; asked again it is still given back once. */
    refundOrder: build.mutation<void, string>({
      query: id => ({ url: `orders/refund/${id}`, method: 'POST', timeout: 30_000 }),
      transformResponse: () => undefined,
      invalidatesTags: changed,
    }),
    /** Counts a payment in review as paid. */
    acceptPayment: build.mutation<void, string>({
      query: id => ({ url: `orders/accept/${id}`, method: 'POST' }),
      transformResponse: () => undefined,
      invalidatesTags: changed,
    }),
  }),
})
