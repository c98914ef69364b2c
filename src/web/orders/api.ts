import type { Order, ShownOrder } from '#domain/orders/order.ts'
import { api, unwrap } from '../api.ts'

/** What the answer depends on: the session of this user, and the key that opens an order. */
export interface Viewer {
  userId?: string
  key?: string
}

export const {
  endpoints: orderEndpoints,
  useConfirmPaymentQuery,
  useGetOrderQuery,
  useOrdersOfQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    /** Checks whether a payment has arrived; it is safe to repeat. */
    confirmPayment: build.query<ShownOrder, { sessionId: string } & Viewer>({
      query: ({ sessionId, key }) => ({
        url: 'orders/confirm-payment',
        method: 'POST',
        headers: { 'Order-Key': key },
        body: { session_id: sessionId },
      }),
      transformResponse: unwrap<ShownOrder>,
    }),
    /** One order: the full order for its buyer and for admins. */
    getOrder: build.query<ShownOrder, { orderId: string } & Viewer>({
      query: ({ orderId, key }) => ({
        url: `orders/order/${encodeURIComponent(orderId)}`,
        headers: { 'Order-Key': key },
      }),
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
