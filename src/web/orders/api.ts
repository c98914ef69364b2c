import type { Order, PublicOrder, ShownOrder } from '#domain/orders/order.ts'
import { api, unwrap } from '../api.ts'

export const {
  endpoints: orderEndpoints,
  useConfirmPaymentQuery,
  useGetOrderQuery,
  useOrdersOfQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    /** Checks whether a payment has arrived; it is safe to repeat. */
    confirmPayment: build.query<PublicOrder, string>({
      query: session_id => ({ url: 'orders/confirm-payment', method: 'POST', body: { session_id } }),
      transformResponse: unwrap<PublicOrder>,
    }),
    /** One order: the full order for its owner and for admins. */
    getOrder: build.query<ShownOrder, { orderId: string; userId?: string }>({
      query: ({ orderId }) => `orders/order/${encodeURIComponent(orderId)}`,
      transformResponse: unwrap<ShownOrder>,
      providesTags: ['Order'],
    }),
    /** The orders of a user, newest first. */
    ordersOf: build.query<Order[], string>({
      query: email => `orders/${encodeURIComponent(email)}`,
      transformResponse: unwrap<Order[]>,
      providesTags: ['Mine'],
    }),
  }),
})
