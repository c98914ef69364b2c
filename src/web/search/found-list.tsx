import type { SearchAnswer } from '#domain/products/search.ts'
import { formErrorOf } from '../session/form-error.ts'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { CategoryLinks, chip } from './category-links.tsx'
import { FoundProduct } from './found-product.tsx'

interface FoundListProps {
  asked: string
  results: {
    /** The last loaded results, and those of the current text. */
    data?: SearchAnswer
    currentData?: SearchAnswer
    isError: boolean
    error?: unknown
    isFetching: boolean
    refetch: () => void
  }
  marked: number
  onMark: (id: string) => void
  onOpen: () => void
  onSuggestion: (text: string) => void
  listId: string
  optionId: (index: number) => string
}

/** Results while the visitor types. The last results stay until the next have loaded. */
export function FoundList({ asked, results, onSuggestion, onOpen, ...list }: FoundListProps) {
  const { data, currentData, isError, error, isFetching, refetch } = results
  const hasFailed = isError && !isFetching
  const announced = hasFailed ? '' : !currentData ? 'Searching' : countOf(currentData)
  const { marked, onMark, listId, optionId } = list
  const { products = [], totalProducts = 0, isMore, suggestions = [], corrected } = data ?? {}
  return (
    <div className={isFetching ? 'opacity-60' : ''}>
      <p role="status" className="py-2 text-stone text-sm tabular-nums">
        {announced}
        {corrected && currentData && ` for “${corrected}”`}
      </p>
      {hasFailed && (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 text-sm">
          <p>{formErrorOf(error)}</p>
          <button type="button" className={textLink} onClick={refetch}>
            Try again
          </button>
        </div>
      )}
      <div id={listId} role="listbox" aria-label="Products" className="-mx-3.5 grid gap-x-6 md:grid-cols-2">
        {!hasFailed &&
          products.map((product, index) => (
            <FoundProduct
              key={product._id}
              id={optionId(index)}
              product={product}
              isMarked={index === marked}
              onMark={() => onMark(product._id)}
              onOpen={onOpen}
            />
          ))}
      </div>
      {!hasFailed && totalProducts > 0 && (
        <Link to={`/search?${new URLSearchParams({ q: asked })}`} onClick={onOpen} className={`${textLink} mt-3`}>
          {totalProducts === 1 ? 'See the result' : isMore ? 'See all results' : `See all ${totalProducts} results`}
        </Link>
      )}
      {!hasFailed && data && totalProducts === 0 && (
        <div className="flex flex-col gap-4">
          {suggestions.length > 0 && (
            <div className="flex flex-wrap items-center gap-2 text-sm">
              Did you mean
              {suggestions.map(text => (
                <button key={text} type="button" className={chip} onClick={() => onSuggestion(text)}>
                  {text}
                </button>
              ))}
            </div>
          )}
          <div>
            <p className="eyebrow mb-3">Look around</p>
            <CategoryLinks onOpen={onOpen} />
          </div>
        </div>
      )}
    </div>
  )
}

function countOf({ totalProducts, isMore }: SearchAnswer): string {
  if (totalProducts === 0) return 'No products found'
  if (isMore) return `More than ${totalProducts} products found`
  return totalProducts === 1 ? '1 product found' : `${totalProducts} products found`
}
