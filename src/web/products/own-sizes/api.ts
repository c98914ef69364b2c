import { api, unwrap } from '../../api.ts'

interface OwnSizes {
  sizes: string[]
}

export const { useLazyOwnSizesQuery, useSaveOwnSizesMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** The sizes in the account of who is signed in. */
    ownSizes: build.query<OwnSizes, void>({
      query: () => 'auth/sizes',
      transformResponse: unwrap<OwnSizes>,
      providesTags: ['Mine'],
    }),
    saveOwnSizes: build.mutation<OwnSizes, OwnSizes>({
      query: body => ({ url: 'auth/sizes', method: 'PUT', body }),
      transformResponse: unwrap<OwnSizes>,
      invalidatesTags: ['Mine'],
    }),
  }),
})
