import type { DiscountCodeFields, DiscountUse, ManagedDiscountCode } from '#domain/costs/discount-code.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../api.ts'

const changed = onceChanged(['Settings', 'Audit'] as const)

export const { useListCodesQuery, useListCodeUsesQuery, useSaveCodeMutation } = api.injectEndpoints({
  endpoints: build => ({
    listCodes: build.query<ManagedDiscountCode[], void>({
      query: () => 'discount-codes',
      transformResponse: unwrap<ManagedDiscountCode[]>,
      providesTags: ['Settings', 'Mine'],
    }),
    /** The orders of a code, newest first. */
    listCodeUses: build.query<Listed<DiscountUse>, string>({
      query: id => `discount-codes/${id}/uses?limit=100`,
      transformResponse: unwrapList<DiscountUse>,
      providesTags: ['Mine'],
      keepUnusedDataFor: 0,
    }),
    /** Makes a code, or replaces the one with this id. */
    saveCode: build.mutation<unknown, { id?: string; version?: number; fields: DiscountCodeFields }>({
      query: ({ id, version, fields }) =>
        id
          ? { url: `discount-codes/${id}`, method: 'PUT', body: { version, fields } }
          : { url: 'discount-codes', method: 'POST', body: { fields } },
      invalidatesTags: changed,
    }),
  }),
})
