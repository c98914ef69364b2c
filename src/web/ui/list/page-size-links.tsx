import { Fragment } from 'react'
import { Link } from '../link.tsx'

interface PageSizeLinksProps {
  /** What a page shows, such as 'Products'. */
  noun: string
  sizes: readonly number[]
  current: number
  /** The address of the list with a size. */
  to: (size: number) => string
}

/** How many a page of a list shows: links, so that the choice stays in the address and needs no script. */
export const PageSizeLinks = ({ noun, sizes, current, to }: PageSizeLinksProps) => (
  <nav aria-label={`${noun} on a page`} className="flex items-center text-sm text-stone">
    <span aria-hidden className="mr-2">
      {noun} on a page
    </span>
    {sizes.map((size, at) => (
      <Fragment key={size}>
        {at > 0 && <span aria-hidden>·</span>}
        <Link
          to={to(size)}
          preventScrollReset={false}
          aria-label={`${size} on a page`}
          aria-current={size === current ? 'true' : undefined}
          className="inline-flex min-h-11 min-w-11 items-center justify-center tabular-nums underline-offset-6 hover:text-rosewood aria-[current=true]:text-ink aria-[current=true]:underline"
        >
          {size}
        </Link>
      </Fragment>
    ))}
  </nav>
)
