import type { FetchBaseQueryMeta } from '@reduxjs/toolkit/query/react'
import type { Shipping } from '#domain/costs/delivery.ts'
import type { Quote } from '#domain/costs/quote.ts'
import type { CartLine } from '#domain/orders/cart.ts'
import type { CheckoutSession } from '#domain/orders/checkout.ts'
import type { PublicOrder } from '#domain/orders/order.ts'
import type { ProductList } from '#domain/products/product.ts'
import { api, unwrap } from '../api.ts'
import type { CartChoice } from './choice.ts'

export const {
  useCurrentProductsQuery,
  useLazyCurrentProductsQuery,
  useCheckoutMutation,
  useLetGoMutation,
  useQuoteQuery,
  useShippingQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    /**
     * Those of the given products that are on sale, at today's prices: for the cart and for recently viewed products.
     */
    currentProducts: build.query<ProductList['products'], string[]>({
      query: ids => `products/?ids=${ids.join(',')}&limit=100`,
      transformResponse: (answer: { data: ProductList }) => unwrap(answer).products,
      keepUnusedDataFor: 0,
    }),
    /**
     * `userId` is informational: the session decides who owns the order. The same key sent twice returns the same
     * order. `orderKey` opens the order of a guest in this browser.
     */
    checkout: build.mutation<
      CheckoutSession,
      { key: string; orderKey: string; products: CartLine[]; userId?: string; total: number } & CartChoice
    >({
      query: ({ key, orderKey, ...body }) => ({
        url: 'orders/create-checkout-session',
        method: 'POST',
        headers: { 'Idempotency-Key': key, 'Order-Key': orderKey },
        body,
      }),
      transformErrorResponse: (error, meta: FetchBaseQueryMeta | undefined) => ({
        ...error,
        retrySeconds: Number(meta?.response?.headers.get('Retry-After') ?? 0),
      }),
    }),
    /** What a cart would cost. */
    quote: build.query<Quote, { products: Pick<CartLine, '_id' | 'variantId' | 'quantity' | 'price'>[] } & CartChoice>({
      query: body => ({ url: 'orders/quote', method: 'POST', body }),
      transformResponse: unwrap<Quote>,
      keepUnusedDataFor: 0,
    }),
    /** The countries to which the shop delivers. */
    shipping: build.query<Shipping, void>({
      query: () => 'shipping',
      transformResponse: unwrap<Shipping>,
      keepUnusedDataFor: 0,
    }),
    /** Gives up an open payment page. */
    letGo: build.mutation<Pick<PublicOrder, 'paymentState'>, string>({
      query: session_id => ({ url: 'orders/let-go', method: 'POST', body: { session_id } }),
      transformResponse: unwrap<Pick<PublicOrder, 'paymentState'>>,
      invalidatesTags: ['Product'],
    }),
  }),
})
