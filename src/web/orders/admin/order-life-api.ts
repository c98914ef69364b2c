import type { Address, ShownOrder } from '#domain/orders/order.ts'
import { api, onceChanged, unwrap } from '../../api.ts'

const changed = onceChanged(['Orders', 'Order', 'Mine', 'Audit'] as const)

export const { useChangeAddressMutation, useArchiveOrderMutation, useCheckOrderMutation, usePutBackMutation } =
  api.injectEndpoints({
    endpoints: build => ({
      changeAddress: build.mutation<ShownOrder, { id: string } & { [Field in keyof Address]: string }>({
        query: ({ id, ...body }) => ({ url: `orders/${id}/address`, method: 'PUT', body }),
        transformResponse: unwrap<ShownOrder>,
        invalidatesTags: changed,
      }),
      /** Puts an order out of sight in the list, or back. */
      archiveOrder: build.mutation<unknown, { id: string; archived: boolean }>({
        query: ({ id, archived }) => ({ url: `orders/${id}/archive`, method: 'PATCH', body: { archived } }),
        invalidatesTags: changed,
      }),
      /** Puts the pieces of a refunded order that was never sent back on the shelf; those in a count since are there already. */
      putBack: build.mutation<ShownOrder, { id: string; counted?: boolean }>({
        query: ({ id, ...body }) => ({ url: `orders/${id}/put-back`, method: 'PATCH', body }),
        transformResponse: unwrap<ShownOrder>,
        invalidatesTags: changed,
      }),
      /** Notes that an order that a restore brought back was checked. */
      checkOrder: build.mutation<ShownOrder, string>({
        query: id => ({ url: `orders/${id}/checked`, method: 'PATCH' }),
        transformResponse: unwrap<ShownOrder>,
        invalidatesTags: changed,
      }),
    }),
  })
