import { contentEndpoints, usePreviewQuery } from '../content/api.ts'
import { Loaded } from '../content/loaded.tsx'
import { PageView } from '../content/page-view.tsx'
import { PostView } from '../content/post-view.tsx'
import { prefetch } from '../prefetch.ts'
import type { Route } from './+types/preview'

const asked = ({ id, contentKey }: Route.LoaderArgs['params']) => ({ id, contentKey })

export const loader = ({ context, params }: Route.LoaderArgs) =>
  prefetch(context, [contentEndpoints.preview, asked(params)])

export const clientLoader = () => null

/** What is saved of a page or a post, published or not, for anybody who has the link. */
export default function Preview({ params }: Route.ComponentProps) {
  const answer = usePreviewQuery(asked(params))
  return (
    <>
      <meta name="robots" content="noindex" />
      <Loaded answer={answer}>
        {content => (
          <>
            <p className="bg-wine px-5 py-2 text-center text-on-wine text-sm">
              This is a preview: {content.date ? 'what is saved now' : 'a draft that visitors do not see'}.
            </p>
            {content.kind === 'page' ? (
              <PageView content={content} />
            ) : (
              <div className="container-page py-6 md:py-10">
                <PostView content={content} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}
