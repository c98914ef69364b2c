import type { Deleted } from '#domain/audit.ts'
import type { SizeChart } from '#domain/products/size-chart.ts'
import type { ChartFields } from '#domain/products/size-chart-fields.ts'
import { api, onceChanged, unwrap } from '../../../api.ts'

export const { useListChartsQuery, useSaveChartMutation, useDeleteChartMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** The shop's size charts, by name. Products show them, so they share their tag. */
    listCharts: build.query<SizeChart[], void>({
      query: () => 'size-charts',
      transformResponse: unwrap<SizeChart[]>,
      providesTags: ['Product', 'Mine'],
    }),
    /** Replaces the chart with this id, or adds a new one. */
    saveChart: build.mutation<SizeChart, ChartFields & { id?: string }>({
      query: ({ id, ...body }) => ({
        url: id ? `size-charts/${id}` : 'size-charts',
        method: id ? 'PATCH' : 'POST',
        body,
      }),
      transformResponse: unwrap<SizeChart>,
      invalidatesTags: onceChanged(['Product', 'Audit']),
    }),
    /** Returns the audit entry that can undo the deletion. 409 while a product uses the chart. */
    deleteChart: build.mutation<Deleted, string>({
      query: id => ({ url: `size-charts/${id}`, method: 'DELETE' }),
      transformResponse: unwrap<Deleted>,
      invalidatesTags: onceChanged(['Product', 'Audit']),
    }),
  }),
})
