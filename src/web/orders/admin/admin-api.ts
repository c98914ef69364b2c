import type { Deleted } from '#domain/audit.ts'
import type { AdminOrder, OrderStatus, ShownOrder } from '#domain/orders/order.ts'
import type { RefundRequest } from '#domain/orders/refund.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../../api.ts'

/** The filters of the list of all orders; an unset filter is empty. */
interface AdminOrderFilters {
  page: number
  q: string
  status: string
  payment: string
  /** `true` for the archived orders alone. */
  archived: string
}

export const ordersPerPage = 20
const refundTimeoutMs = 30_000
const touched = ['Orders', 'Order', 'Mine', 'Audit'] as const
const changed = onceChanged(touched)
const done = () => undefined

export const {
  useListAdminOrdersQuery,
  useUpdateOrderStatusMutation,
  useDeleteOrderMutation,
  useRefundOrderMutation,
  useAcceptPaymentMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    /** One page of all orders for which money has arrived, newest first. */
    listAdminOrders: build.query<Listed<AdminOrder>, AdminOrderFilters>({
      query: filters => ({ url: 'orders/', params: { ...filters, limit: ordersPerPage } }),
      transformResponse: unwrapList<AdminOrder>,
      providesTags: ['Orders', 'Mine'],
    }),
    updateOrderStatus: build.mutation<void, { id: string; status: OrderStatus; force?: true }>({
      query: ({ id, ...body }) => ({ url: `orders/update-order-status/${id}`, method: 'PATCH', body }),
      transformResponse: done,
      invalidatesTags: changed,
    }),
    /** Returns the audit entry that can undo the deletion. */
    deleteOrder: build.mutation<Deleted, { id: string; force: boolean }>({
      query: ({ id, force }) => ({ url: `orders/delete-order/${id}${force ? '?force=true' : ''}`, method: 'DELETE' }),
      transformResponse: unwrap<Deleted>,
      invalidatesTags: changed,
    }),
    /**
     * Refunds an order, or parts of it. A call repeated with its key does not refund twice. The refund may still be pending, even after
     * an error.
     */
    refundOrder: build.mutation<ShownOrder, { id: string } & RefundRequest>({
      query: ({ id, ...body }) => ({ url: `orders/refund/${id}`, method: 'POST', body, timeout: refundTimeoutMs }),
      transformResponse: unwrap<ShownOrder>,
      invalidatesTags: touched,
    }),
    /** Accepts a payment in review as paid. */
    acceptPayment: build.mutation<void, string>({
      query: id => ({ url: `orders/accept/${id}`, method: 'POST' }),
      transformResponse: done,
      invalidatesTags: changed,
    }),
  }),
})
