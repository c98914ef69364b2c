import type { ManagedSettings, Section, Settings } from '#domain/settings/section.ts'
import { api, onceChanged, unwrap } from '../api.ts'
import type { Store } from '../store.ts'
import { settingsEndpoints } from './api.ts'

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
      async onQueryStarted(_section, { dispatch, getState, queryFulfilled }) {
        const isSaved = await queryFulfilled.then(
          () => true,
          () => false,
        )
        if (isSaved) for (const answer of shownAnswers(getState())) dispatch(answer)
      },
    }),
  }),
})

/** Loads again what this tab shows of the settings. Nothing subscribes to it, so a tag would only empty it. */
function shownAnswers(state: ReturnType<Store['getState']>) {
  const again = { forceRefetch: true, subscribe: false }
  const { shopFrame, homeContent, policy } = settingsEndpoints
  return [
    shopFrame.initiate(undefined, again),
    ...api.util.selectCachedArgsForQuery(state, 'homeContent' as never).map(() => homeContent.initiate(undefined, again)),
    ...api.util.selectCachedArgsForQuery(state, 'policy' as never).map(slug => policy.initiate(slug, again)),
  ]
}
