import { Fragment } from 'react'
import { type ProductFilters, pageSizes, writeProductFilters } from '#domain/products/product.ts'
import { Link } from '../ui/link.tsx'

const choices = [pageSizes.shop, pageSizes.large]

/** How many products a page shows: links, so that the choice stays in the address and needs no script. */
export function PageSizeLinks({ path, filters }: { path: string; filters: ProductFilters }) {
  return (
    <nav aria-label="Products on a page" className="mt-4 flex items-center justify-center text-sm text-stone">
      <span aria-hidden className="mr-2">
        Products on a page
      </span>
      {choices.map((limit, at) => (
        <Fragment key={limit}>
          {at > 0 && <span aria-hidden>·</span>}
          <Link
            to={path + writeProductFilters({ ...filters, limit, page: 1 })}
            preventScrollReset={false}
            aria-label={`${limit} on a page`}
            aria-current={limit === filters.limit ? 'true' : undefined}
            className="inline-flex min-h-11 min-w-11 items-center justify-center tabular-nums underline-offset-6 hover:text-rosewood aria-[current=true]:text-ink aria-[current=true]:underline"
          >
            {limit}
          </Link>
        </Fragment>
      ))}
    </nav>
  )
}
