import type { CartLine } from '#domain/orders/cart.ts'
import type { PublicOrder } from '#domain/orders/order.ts'
import type { ProductList } from '#domain/products/product.ts'
import { api, unwrap } from '../api.ts'

export interface CheckoutSession {
  id: string
  /** The provider's payment page. */
  url: string
}

export const { useCurrentProductsQuery, useLazyCurrentProductsQuery, useCheckoutMutation, useAskPaymentMutation } =
  api.injectEndpoints({
    endpoints: build => ({
      /** Of these products those on sale today, with today's prices: for the lines of a cart, and what was seen lately. */
      currentProducts: build.query<ProductList['products'], string[]>({
        query: ids => `products/?ids=${ids.join(',')}&limit=100`,
        transformResponse: (answer: { data: ProductList }) => unwrap(answer).products,
        keepUnusedDataFor: 0,
      }),
      /** `userId` is for the record: the session decides whose order it is. Sent again with its key, a cart is the same order. */
      checkout: build.mutation<CheckoutSession, { key: string; products: CartLine[]; userId?: string }>({
        query: ({ key, ...body }) => ({
          url: 'orders/create-checkout-session',
          method: 'POST',
          headers: { 'Idempotency-Key': key },
          body,
        }),
      }),
      /** How a payment stands that was begun earlier. */
      askPayment: build.mutation<Pick<PublicOrder, 'paymentState'>, string>({
        query: session_id => ({ url: 'orders/confirm-payment', method: 'POST', body: { session_id } }),
        transformResponse: unwrap<PublicOrder>,
      }),
    }),
  })
