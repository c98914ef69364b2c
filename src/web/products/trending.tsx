import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Product } from '#domain/products/product.ts'
import { Failure, Notice } from '../ui/feedback/notice.tsx'
import { button } from '../ui/form/button.ts'
import { ProductGrid, ProductGridLoading } from './product-grid.tsx'
import { useTrendingProductsInfiniteQuery } from './trending-api.ts'

const firstShown = 8
const moreShown = 4
const shownAt = new Map<string, number>() // by history entry, for the way back

/** The home page's products: eight, and four more at a time, for which it asks the API when they are needed. */
export function Trending() {
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch } = useTrendingProductsInfiniteQuery()
  const { key } = useLocation()
  const [shown, setShown] = useState(() => shownAt.get(key) ?? firstShown)
  const products = withoutRepeats(data?.pages.flatMap(page => page.products) ?? [])
  const total = data?.pages.at(-1)?.totalProducts ?? 0
  const isShort = shown > products.length && hasNextPage
  const hasFailed = isError && !isFetching

  useEffect(() => {
    if (isShort && !isFetching && !isError) fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])

  function showMore() {
    if (isShort && isFetching) return
    if (isShort) return fetchNextPage()
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
          {products.length === 0 && <Notice>Not products found</Notice>}
          <ProductGrid
            wide
            products={products.slice(0, shown)}
            awaited={isShort && !hasFailed ? Math.min(shown, total) - products.length : 0}
          />
          {(shown < products.length || hasNextPage) && (
            <div className="mt-12 flex flex-col items-center gap-4">
              {isShort && hasFailed && <p role="alert">Error to load products</p>}
              <button
                ref={leaveFocusBeforeNewCards}
                type="button"
                className={`${button.quiet} aria-disabled:opacity-50`}
                aria-disabled={isShort && isFetching}
                onClick={showMore}
              >
                {!isShort ? 'Load More' : hasFailed ? 'Try again' : 'Loading…'}
              </button>
            </div>
          )}
        </>
      ) : hasFailed ? (
        <Failure onRetry={refetch}>Error to load products</Failure>
      ) : (
        <ProductGridLoading wide count={firstShown} />
      )}
    </section>
  )
}

/** A product that came to the shop between two pages moves another one from the first to the second. */
const withoutRepeats = (products: Product[]): Product[] => [
  ...new Map(products.map(product => [product._id, product])).values(),
]

/** When the last products are shown the button goes; the focus then stays on the card before them. */
function leaveFocusBeforeNewCards(pressed: HTMLButtonElement) {
  return () => {
    const cards = pressed.closest('section')?.querySelectorAll<HTMLElement>('article a')
    if (document.activeElement === pressed) [...(cards ?? [])].at(-1)?.focus({ preventScroll: true })
  }
}
