import type { ManagedSettings, Section, Settings } from '#domain/settings/section.ts'
import { api, onceChanged, unwrap } from '../api.ts'

export const { useManagedSettingsQuery, useSaveSectionMutation } = api.injectEndpoints({
  endpoints: build => ({
    managedSettings: build.query<ManagedSettings, void>({
      query: () => 'settings/sections',
      transformResponse: unwrap<ManagedSettings>,
      providesTags: ['Settings'],
    }),
    saveSection: build.mutation<
      { value: Settings[Section]; version: number },
      { name: Section; value: Settings[Section]; version: number }
    >({
      query: ({ name, ...body }) => ({ url: `settings/sections/${name}`, method: 'PUT', body }),
      transformResponse: unwrap<{ value: Settings[Section]; version: number }>,
      invalidatesTags: onceChanged(['Settings', 'Audit']),
    }),
  }),
})
