import type { Invoice } from '#domain/costs/invoice.ts'
import { api, unwrap } from '../api.ts'
import type { Viewer } from './api.ts'

export const { useGetInvoicesQuery, useFetchInvoiceFileMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** The invoice and the credit notes of an order, oldest first. */
    getInvoices: build.query<Invoice[], { orderId: string } & Viewer>({
      query: ({ orderId, key }) => ({
        url: `orders/order/${encodeURIComponent(orderId)}/invoices`,
        headers: { 'Order-Key': key },
      }),
      transformResponse: unwrap<Invoice[]>,
      providesTags: ['Order'],
    }),
    /**
     * The request carries the key, which no address may.
     * @returns the object URL of the file; revoke it after the download
     */
    fetchInvoiceFile: build.mutation<string, { orderId: string; number: string; key?: string }>({
      query: ({ orderId, number, key }) => ({
        url: `orders/order/${encodeURIComponent(orderId)}/invoices/${encodeURIComponent(number)}.pdf`,
        headers: { 'Order-Key': key },
        responseHandler: async answer => (answer.ok ? URL.createObjectURL(await answer.blob()) : await answer.json()),
      }),
    }),
  }),
})
