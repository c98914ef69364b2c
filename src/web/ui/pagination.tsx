import { Link } from 'react-router'

interface PaginationProps {
  page: number
  totalPages: number
  /** The address of a page. */
  to: (page: number) => string
}

const shape =
  'inline-flex min-h-11 min-w-11 items-center justify-center border px-3 text-sm tabular-nums rounded-control'

/** Previous, one button per page, Next. They are links: they work before any script does, and a page can be shared. */
export function Pagination({ page, totalPages, to }: PaginationProps) {
  if (totalPages < 1) return null
  const pages = Array.from({ length: totalPages }, (_, index) => index + 1)
  return (
    <nav aria-label="Pages" className="flex flex-wrap justify-center gap-1 sm:gap-2">
      <Step to={page > 1 ? to(Math.min(page - 1, totalPages)) : undefined}>Previous</Step>
      {pages.map(each => (
        <Link
          key={each}
          to={to(each)}
          preventScrollReset={false}
          aria-label={`Page ${each}`}
          aria-current={each === page ? 'page' : undefined}
          className={`${shape} ${each === page ? 'border-ink bg-ink text-ivory' : 'border-line bg-paper hover:border-ink'}`}
        >
          {each}
        </Link>
      ))}
      <Step to={page < totalPages ? to(page + 1) : undefined}>Next</Step>
    </nav>
  )
}

function Step({ to, children }: { to: string | undefined; children: string }) {
  if (!to) {
    return (
      <button type="button" disabled className={`${shape} border-line text-stone opacity-60`}>
        {children}
      </button>
    )
  }
  return (
    <Link to={to} className={`${shape} border-line bg-paper hover:border-ink`}>
      {children}
    </Link>
  )
}
