import { Navigate } from 'react-router'
import { contentEndpoints, usePageQuery } from '../content/api.ts'
import { contentLoader } from '../content/load-content.ts'
import { Loaded } from '../content/loaded.tsx'
import { PageView } from '../content/page-view.tsx'
import type { Route } from './+types/page'

export const loader = contentLoader(contentEndpoints.page)

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
