import type { Shipment } from '#domain/orders/order.ts'
import type { ParcelList } from '#domain/shipments/bulk.ts'
import { api, onceChanged, unwrap } from '../api.ts'

/** What is typed about a parcel; an empty link is built from the number. */
export interface TypedParcel {
  carrier: string
  number: string
  url: string
}

const touched = ['Orders', 'Order', 'Mine', 'Audit'] as const
const changed = onceChanged(touched)
const listTimeoutMs = 30_000

export const { useSendParcelMutation, useCorrectParcelMutation, useRemoveParcelMutation, useSendParcelListMutation } =
  api.injectEndpoints({
    endpoints: build => ({
      /** Sent again with the same `id`, it is one parcel. */
      sendParcel: build.mutation<Shipment, { order: string; id: string; force?: true } & TypedParcel>({
        query: ({ order, ...body }) => ({ url: `orders/${order}/shipments`, method: 'POST', body }),
        transformResponse: unwrap<Shipment>,
        invalidatesTags: changed,
      }),
      correctParcel: build.mutation<Shipment, { id: string; delivered?: boolean } & Partial<TypedParcel>>({
        query: ({ id, ...body }) => ({ url: `shipments/${id}`, method: 'PATCH', body }),
        transformResponse: unwrap<Shipment>,
        invalidatesTags: changed,
      }),
      removeParcel: build.mutation<unknown, string>({
        query: id => ({ url: `shipments/${id}`, method: 'DELETE' }),
        invalidatesTags: changed,
      }),
      /** Without `confirmed` it only says what the list would do. Sent again, it sends no parcel twice. */
      sendParcelList: build.mutation<ParcelList, { csv: string; confirmed?: number[] }>({
        query: body => ({ url: 'shipments/bulk', method: 'POST', body, timeout: listTimeoutMs }),
        transformResponse: unwrap<ParcelList>,
        invalidatesTags: (answer, _error, { confirmed }) =>
          confirmed === undefined || (answer && !answer.isDone) ? [] : touched,
      }),
    }),
  })
