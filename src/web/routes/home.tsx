import { useState } from 'react'
import { useLocation } from 'react-router'
import { BlogGrid } from '../blog/blog-grid.tsx'
import { Benefits } from '../home/benefits.tsx'
import { CategoryCards } from '../home/category-cards.tsx'
import { Deals } from '../home/deals.tsx'
import { Hero } from '../home/hero.tsx'
import { PromoCards } from '../home/promo-cards.tsx'
import { ShopData } from '../home/structured-data.tsx'
import { prefetch } from '../prefetch.ts'
import { productEndpoints, useListProductsQuery } from '../products/api.ts'
import { ProductGrid, ProductGridLoading } from '../products/product-grid.tsx'
import { Failure, Notice } from '../ui/feedback/notice.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'
import type { Route } from './+types/home'

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [productEndpoints.listProducts, {}])

export const clientLoader = () => null

export default function Home() {
  return (
    <>
      <PageHead
        description="Dresses, accessories, jewellery and cosmetics, chosen one piece at a time. Free delivery, and a 100% money-back guarantee."
        path="/"
      />
      <ShopData />
      <Hero />
      <CategoryCards />
      <PromoCards />
      <Trending />
      <Deals />
      <Benefits />
      <section aria-labelledby="journal-title" className="container-page mt-20 md:mt-28">
        <div className="mb-8 flex items-end justify-between gap-4">
          <h2 id="journal-title" className="text-3xl md:text-4xl">
            From the journal
          </h2>
          <Link
            to="/blogs"
            className="min-h-11 content-center text-sm underline underline-offset-4 hover:text-rosewood"
          >
            All posts
          </Link>
        </div>
        <BlogGrid />
      </section>
    </>
  )
}

const firstShown = 8
const moreShown = 4
const shownAt = new Map<string, number>() // by history entry, for the way back

function Trending() {
  const { data, isError, isFetching, refetch } = useListProductsQuery({})
  const { key } = useLocation()
  const [shown, setShown] = useState(() => shownAt.get(key) ?? firstShown)

  function showMore() {
    shownAt.set(key, shown + moreShown)
    setShown(shown + moreShown)
  }

  return (
    <section aria-labelledby="trending-title" className="container-page mt-20 md:mt-28">
      <h2 id="trending-title" className="mb-8 text-3xl md:text-4xl">
        Trending Products
      </h2>
      {data ? (
        <>
          {data.products.length === 0 && <Notice>Not products found</Notice>}
          <ProductGrid wide products={data.products.slice(0, shown)} />
          {shown < data.products.length && (
            <p className="mt-12 text-center">
              <button type="button" className={button.quiet} onClick={showMore}>
                Load More
              </button>
            </p>
          )}
        </>
      ) : isError && !isFetching ? (
        <Failure onRetry={refetch}>Error to load products</Failure>
      ) : (
        <ProductGridLoading wide count={firstShown} />
      )}
    </section>
  )
}
