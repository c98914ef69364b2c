import type { ShownOrder } from '#domain/orders/order.ts'
import { api, onceChanged, unwrap } from '../api.ts'

interface OwnOrder {
  orderId: string
  /** Opens the order without an account. */
  key: string | undefined
}

const cancelTimeoutMs = 30_000
const changed = onceChanged(['Order', 'Orders', 'Mine'] as const)
const written = onceChanged(['Order', 'Messages'] as const)

export const { useCancelOrderMutation, useWriteOrderMessageMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** Sent again, the order is cancelled once. */
    cancelOrder: build.mutation<ShownOrder, OwnOrder>({
      query: ({ orderId, key }) => ({
        url: `orders/order/${orderId}/cancel`,
        method: 'POST',
        headers: { 'Order-Key': key },
        timeout: cancelTimeoutMs,
      }),
      transformResponse: unwrap<ShownOrder>,
      invalidatesTags: changed,
    }),
    /** Sent again with the same `id`, it is one message. */
    writeOrderMessage: build.mutation<unknown, OwnOrder & { id: string; message: string }>({
      query: ({ orderId, key, ...body }) => ({
        url: `orders/order/${orderId}/messages`,
        method: 'POST',
        headers: { 'Order-Key': key },
        body,
      }),
      invalidatesTags: written,
    }),
  }),
})
