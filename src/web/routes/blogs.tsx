import { useLocation } from 'react-router'
import { contentEndpoints, postsShown, usePostsQuery } from '../content/api.ts'
import { Loaded } from '../content/loaded.tsx'
import { PostGrid } from '../content/post-grid.tsx'
import { prefetch } from '../prefetch.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { Pagination } from '../ui/list/pagination.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/blogs'

const trail = [
  { name: 'Home', path: '/' },
  { name: 'Journal', path: '/blogs' },
]

const askedPage = (search: string) =>
  Math.min(Math.max(Math.trunc(Number(new URLSearchParams(search).get('page'))) || 1, 1), 10_000)

export const loader = ({ context, request }: Route.LoaderArgs) =>
  prefetch(context, [
    contentEndpoints.posts,
    { page: askedPage(new URL(request.url).search), limit: postsShown.journal },
  ])

export const clientLoader = () => null

export default function Blogs() {
  const page = askedPage(useLocation().search)
  const answer = usePostsQuery({ page, limit: postsShown.journal })
  return (
    <div className="container-page py-6 md:py-10">
      <PageHead
        title={page > 1 ? `Journal, page ${page}` : 'Journal'}
        description="Notes from the house, on wearing things often and keeping them long."
        path={page > 1 ? `/blogs?page=${page}` : '/blogs'}
      />
      <Breadcrumb trail={trail} />
      <h1 className="text-4xl md:text-6xl">Journal</h1>
      <p className="mt-4 mb-12 max-w-[44ch] text-lg text-stone leading-relaxed">
        Notes from the house, on wearing things often and keeping them long.
      </p>
      <h2 className="sr-only">Posts</h2>
      <Loaded answer={answer}>
        {({ posts, totalPosts }) => (
          <>
            {posts.length > 0 ? (
              <PostGrid posts={posts} />
            ) : (
              <p className="py-10 text-stone">
                {totalPosts === 0 ? 'Nothing is written yet.' : 'There is nothing on this page.'}
                <meta name="robots" content="noindex" />
              </p>
            )}
            <div className="mt-14">
              <Pagination
                page={page}
                totalPages={Math.ceil(totalPosts / postsShown.journal)}
                to={each => (each > 1 ? `/blogs?page=${each}` : '/blogs')}
              />
            </div>
          </>
        )}
      </Loaded>
      <p className="mt-14 border-line border-t pt-6 text-sm text-stone">
        Is there something that you would like to read about?{' '}
        <Link to="/contact" className={textLink}>
          Write to us
        </Link>
      </p>
    </div>
  )
}
