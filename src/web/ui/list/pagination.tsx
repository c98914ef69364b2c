import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { Link } from '../link.tsx'
import { shownPages } from './shown-pages.ts'

interface PaginationProps {
  page: number
  totalPages: number
  /** The address of a page. */
  to: (page: number) => string
}

const shape =
  'inline-flex min-h-11 min-w-11 items-center justify-center border px-3 text-sm tabular-nums rounded-control'

/**
 * Previous, one link per page, Next; renders nothing for a single page. Links work without scripts and can be shared. A
 * long list has links to the first, the last and the neighbouring pages; the others can be reached by their number.
 */
export function Pagination({ page, totalPages, to }: PaginationProps) {
  if (page === 1 && totalPages <= 1) return null
  const pages = shownPages(page, totalPages)
  /** A phone has room for the first, the last and the pages next to the current one. */
  const isFarFrom = (here: number, each: number) =>
    pages.length > 5 && each > 1 && each < totalPages && Math.abs(each - here) > 1
  return (
    <div className="contain-inline-size flex flex-col items-center gap-4">
      <nav aria-label="Pages" className="flex max-w-full items-center sm:gap-0.5">
        <Step
          to={page > 1 ? to(Math.max(1, Math.min(page - 1, totalPages))) : undefined}
          sign="max-sm:before:content-['\2039'_/_'']"
        >
          Previous
        </Step>
        <div className="flex min-w-0 gap-1 p-1.5 max-sm:overflow-x-auto sm:flex-wrap sm:justify-center sm:gap-2">
          {pages.map((each, index) => (
            <PageLink
              key={each}
              page={each}
              to={to(each)}
              isCurrent={each === page}
              gap={each - (pages[index - 1] ?? 0) > 1 ? 'always' : isFarFrom(page, each - 1) ? 'phone' : 'none'}
              isFar={isFarFrom(page, each)}
            />
          ))}
        </div>
        <Step to={page < totalPages ? to(page + 1) : undefined} sign="max-sm:before:content-['\203a'_/_'']">
          Next
        </Step>
      </nav>
      {pages.length < totalPages && <GoTo key={page} page={page} totalPages={totalPages} to={to} />}
    </div>
  )
}

function PageLink({
  page,
  to,
  isCurrent,
  gap,
  isFar,
}: {
  page: number
  to: string
  isCurrent: boolean
  /** Where pages are left out before this one. */
  gap: 'always' | 'phone' | 'none'
  isFar: boolean
}) {
  return (
    <>
      {gap !== 'none' && !(isFar && gap === 'phone') && (
        <span
          aria-hidden
          className={`inline-flex min-h-11 shrink-0 items-center text-stone ellipsis ${gap === 'phone' ? 'sm:hidden' : ''}`}
        />
      )}
      <Link
        to={to}
        preventScrollReset={false}
        aria-label={`Page ${page}`}
        aria-current={isCurrent ? 'page' : undefined}
        className={`${shape} shrink-0 ${isFar ? 'max-sm:hidden' : ''} ${isCurrent ? 'border-ink bg-ink text-ivory forced-color-adjust-none' : 'border-line bg-paper hover:border-ink'}`}
      >
        {page}
      </Link>
    </>
  )
}

function GoTo({ page, totalPages, to }: PaginationProps) {
  const navigate = useNavigate()
  const id = useId()

  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const asked = Math.trunc(Number(new FormData(event.currentTarget).get('page')))
    navigate(to(Math.min(totalPages, Math.max(1, asked || 1))))
  }

  return (
    <form onSubmit={go} noValidate className="flex items-center gap-2 text-sm">
      <label htmlFor={id} className="text-stone">
        Go to page
      </label>
      <input
        id={id}
        name="page"
        type="number"
        inputMode="numeric"
        min={1}
        max={totalPages}
        defaultValue={Math.min(page, totalPages)}
        className="min-h-11 w-24 rounded-control border border-edge bg-paper px-3 tabular-nums"
      />
      <button type="submit" className={`${shape} border-line bg-paper hover:border-ink`}>
        Go
      </button>
    </form>
  )
}

function Step({ to, sign, children }: { to: string | undefined; sign: string; children: string }) {
  const look = `${shape} shrink-0 border-line ${sign}`
  const content = <span className="max-sm:sr-only">{children}</span>
  if (!to) {
    return (
      <button type="button" disabled className={`${look} text-stone opacity-60`}>
        {content}
      </button>
    )
  }
  return (
    <Link to={to} className={`${look} bg-paper hover:border-ink`}>
      {content}
    </Link>
  )
}
