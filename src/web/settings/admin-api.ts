import type { FieldWarning } from '#domain/content/field-warning.ts'
import type { ManagedSettings, Section, Settings } from '#domain/settings/section.ts'
import { api, onceChanged, unwrap } from '../api.ts'
import { settingsEndpoints } from './api.ts'

interface SavedSection {
  value: Settings[Section]
  version: number
  warnings: FieldWarning[]
}

export const { useManagedSettingsQuery, useSaveSectionMutation } = api.injectEndpoints({
  endpoints: build => ({
    managedSettings: build.query<ManagedSettings, void>({
      query: () => 'settings/sections',
      transformResponse: unwrap<ManagedSettings>,
      providesTags: ['Settings'],
    }),
    saveSection: build.mutation<
      SavedSection,
      { name: Section; value: Settings[Section]; version: number; targets?: Record<string, string> }
    >({
      query: ({ name, ...body }) => ({ url: `settings/sections/${name}`, method: 'PUT', body }),
      transformResponse: unwrap<SavedSection>,
      invalidatesTags: onceChanged(['Settings', 'Audit', 'Product']),
      async onQueryStarted(_section, { dispatch, queryFulfilled }) {
        const isSaved = await queryFulfilled.then(
          () => true,
          () => false,
        )
        if (!isSaved) return
        // Nothing subscribes to what this tab shows of the settings, so a tag would only empty it.
        const again = { forceRefetch: true, subscribe: false }
        dispatch(settingsEndpoints.shopFrame.initiate(undefined, again))
        dispatch(settingsEndpoints.homeContent.initiate(undefined, again))
      },
    }),
  }),
})
