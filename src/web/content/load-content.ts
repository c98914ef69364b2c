import { type RouterContextProvider, redirect } from 'react-router'
import { contentPath, type ShownContent } from '#domain/content/content.ts'
import { prefetch, storeContext } from '../prefetch.ts'
import type { Store } from '../store.ts'

interface ContentEndpoint {
  initiate(address: string): unknown
  select(address: string): (state: ReturnType<Store['getState']>) => { data?: ShownContent }
}

/** The loader of a page or a post. A former address leads to the present one. */
export const contentLoader =
  (endpoint: ContentEndpoint) =>
  async ({ context, params }: { context: Readonly<RouterContextProvider>; params: { address: string } }) => {
    const address = params.address.toLowerCase()
    const status = await prefetch(context, [endpoint, address])
    const { data } = endpoint.select(address)(context.get(storeContext).getState())
    if (data && data.address !== params.address) throw redirect(contentPath(data), 301)
    return status
  }
