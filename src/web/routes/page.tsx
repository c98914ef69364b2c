import { Navigate, redirect } from 'react-router'
import { contentEndpoints, usePageQuery } from '../content/api.ts'
import { Loaded } from '../content/loaded.tsx'
import { PageView } from '../content/page-view.tsx'
import { prefetch, storeContext } from '../prefetch.ts'
import type { Route } from './+types/page'

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const address = params.address.toLowerCase()
  const status = await prefetch(context, [contentEndpoints.page, address])
  const { data } = contentEndpoints.page.select(address)(context.get(storeContext).getState())
  if (data && data.address !== params.address) throw redirect(`/pages/${data.address}`, 301)
  return status
}

export const clientLoader = () => null

export default function Page({ params }: Route.ComponentProps) {
  const answer = usePageQuery(params.address.toLowerCase())
  return (
    <Loaded answer={answer}>
      {content =>
        content.address === params.address ? (
          <PageView content={content} />
        ) : (
          <Navigate to={`/pages/${content.address}`} replace />
        )
      }
    </Loaded>
  )
}
