import { contentEndpoints, postsShown, usePostsQuery } from '../content/api.ts'
import { PostGrid } from '../content/post-grid.tsx'
import { Benefits } from '../home/benefits.tsx'
import { CategoryCards } from '../home/category-cards.tsx'
import { Deals } from '../home/deals.tsx'
import { Hero } from '../home/hero.tsx'
import { PromoCards } from '../home/promo-cards.tsx'
import { ShopData } from '../home/structured-data.tsx'
import { prefetch } from '../prefetch.ts'
import { Trending } from '../products/trending.tsx'
import { trendingEndpoints } from '../products/trending-api.ts'
import { settingsEndpoints, useHomeContentQuery } from '../settings/api.ts'
import { Failure } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/home'

const newestPosts = { page: 1, limit: postsShown.home }

export const loader = ({ context }: Route.LoaderArgs) =>
  prefetch(
    context,
    [settingsEndpoints.homeContent, undefined],
    [trendingEndpoints.trendingProducts, undefined],
    [contentEndpoints.posts, newestPosts],
  )

export const clientLoader = () => null

export default function Home() {
  const { data, isError, refetch } = useHomeContentQuery()
  if (!data) return isError ? <Failure onRetry={refetch}>Error to load products</Failure> : <Spinner />
  return (
    <>
      <PageHead description={data.description} path="/" />
      <ShopData />
      <Hero />
      <CategoryCards />
      <PromoCards />
      <Trending />
      <Deals />
      <Benefits />
      <Journal />
    </>
  )
}

function Journal() {
  const { data } = usePostsQuery(newestPosts)
  if (!data?.posts.length) return null
  return (
    <section aria-labelledby="journal-title" className="container-page mt-20 md:mt-28">
      <div className="mb-8 flex items-end justify-between gap-4">
        <h2 id="journal-title" className="text-3xl md:text-4xl">
          From the journal
        </h2>
        <Link to="/blogs" className="min-h-11 content-center text-sm underline underline-offset-4 hover:text-rosewood">
          All posts
        </Link>
      </div>
      <PostGrid posts={data.posts} />
    </section>
  )
}
