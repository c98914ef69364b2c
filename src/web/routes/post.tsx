import { Navigate } from 'react-router'
import { contentEndpoints, usePostQuery } from '../content/api.ts'
import { contentLoader } from '../content/load-content.ts'
import { Loaded } from '../content/loaded.tsx'
import { OtherPosts } from '../content/other-posts.tsx'
import { PostView } from '../content/post-view.tsx'
import type { Route } from './+types/post'

export const loader = contentLoader(contentEndpoints.post)

export const clientLoader = () => null

export default function Post({ params }: Route.ComponentProps) {
  const answer = usePostQuery(params.address.toLowerCase())
  return (
    <Loaded answer={answer}>
      {content =>
        content.address === params.address ? (
          <div className="container-page py-6 md:py-10">
            <PostView content={content} />
            <OtherPosts {...content} />
          </div>
        ) : (
          <Navigate to={`/blogs/${content.address}`} replace />
        )
      }
    </Loaded>
  )
}
