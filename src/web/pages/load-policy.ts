import type { RouterContextProvider } from 'react-router'
import type { PolicySlug } from '#domain/settings/section.ts'
import { prefetch } from '../prefetch.ts'
import { settingsEndpoints } from '../settings/api.ts'

/** The loader of a page with one of the owner's texts. */
export const policyLoader =
  (slug: PolicySlug) =>
  ({ context }: { context: Readonly<RouterContextProvider> }) =>
    prefetch(context, [settingsEndpoints.policy, slug])
