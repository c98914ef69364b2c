import type { PublicOrder } from '#domain/order.ts'
import { api, unwrap } from '../api.ts'

export const {
  endpoints: orderEndpoints,
  useConfirmPaymentQuery,
  useGetOrderQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    /** Asks whether a payment has arrived; asking again changes nothing. */
    confirmPayment: build.query<PublicOrder, string>({
      query: session_id => ({ url: 'orders/confirm-payment', method: 'POST', body: { session_id } }),
      transformResponse: unwrap<PublicOrder>,
    }),
    getOrder: build.query<PublicOrder, string>({
      query: orderId => `orders/order/${encodeURIComponent(orderId)}`,
      transformResponse: unwrap<PublicOrder>,
      providesTags: ['Order'],
    }),
  }),
})
