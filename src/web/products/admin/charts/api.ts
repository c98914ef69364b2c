import type { Deleted } from '#domain/audit.ts'
import type { ChartFields } from '#domain/products/fields/size-chart-fields.ts'
import type { ManagedChart } from '#domain/products/size-chart.ts'
import { api, onceChanged, unwrap } from '../../../api.ts'

export const { useListChartsQuery, useSaveChartMutation, useDeleteChartMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** The shop's size charts, by name. Products show them, so they share their tag. */
    listCharts: build.query<ManagedChart[], void>({
      query: () => 'size-charts',
      transformResponse: unwrap<ManagedChart[]>,
      providesTags: ['Product', 'Mine'],
    }),
    /** Replaces the chart with this id, or adds a new one. 409 if it has changed since `updatedAt`: the charts are then loaded again. */
    saveChart: build.mutation<ManagedChart, ChartFields & { id?: string; updatedAt?: string }>({
      query: ({ id, ...body }) => ({
        url: id ? `size-charts/${id}` : 'size-charts',
        method: id ? 'PATCH' : 'POST',
        body,
      }),
      transformResponse: unwrap<ManagedChart>,
      invalidatesTags: ['Product', 'Audit'],
    }),
    /** Returns the audit entry that can undo the deletion. 409 while a product uses the chart. */
    deleteChart: build.mutation<Deleted, string>({
      query: id => ({ url: `size-charts/${id}`, method: 'DELETE' }),
      transformResponse: unwrap<Deleted>,
      invalidatesTags: onceChanged(['Product', 'Audit']),
    }),
  }),
})
