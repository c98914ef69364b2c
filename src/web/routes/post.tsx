import { Navigate, redirect } from 'react-router'
import { contentEndpoints, usePostQuery } from '../content/api.ts'
import { Loaded } from '../content/loaded.tsx'
import { OtherPosts } from '../content/other-posts.tsx'
import { PostView } from '../content/post-view.tsx'
import { prefetch, storeContext } from '../prefetch.ts'
import type { Route } from './+types/post'

export const loader = async ({ context, params }: Route.LoaderArgs) => {
  const address = params.address.toLowerCase()
  const status = await prefetch(context, [contentEndpoints.post, address])
  const { data } = contentEndpoints.post.select(address)(context.get(storeContext).getState())
  if (data && data.address !== params.address) throw redirect(`/blogs/${data.address}`, 301)
  return status
}

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
