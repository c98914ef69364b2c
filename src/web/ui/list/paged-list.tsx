import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { AnnouncedLine } from '../feedback/live-region.tsx'
import { Notice } from '../feedback/notice.tsx'
import { button } from '../form/button.ts'
import { Link } from '../link.tsx'
import { Pagination } from './pagination.tsx'
import { useListAddress } from './use-list-address.ts'

interface PagedListProps<Row> {
  /** The rows of this page, and the number of rows on all pages. */
  listed: { rows: readonly Row[]; total: number }
  /** Rows on a full page. */
  limit: number
  /** The noun for a row: singular and plural. */
  noun: readonly [string, string]
  /** Replaces a list that has no rows yet. */
  whenNone: ReactNode
  /** @param first the number of the first row, counted over all pages */
  children: (rows: readonly Row[], first: number) => ReactNode
}

const count = new Intl.NumberFormat('en-US')

/** One page of a list with pagination, or the reason why it is empty and a link out. */
export function PagedList<Row>({ listed: { rows, total }, limit, noun, whenNone, children }: PagedListProps<Row>) {
  const { page, addressOf } = useListAddress()
  const { pathname, search } = useLocation()
  const [one, many] = noun

  if (rows.length === 0) {
    if (!search) return whenNone
    const isPastEnd = total > 0
    return (
      <Notice
        action={
          <Link to={isPastEnd ? addressOf(1) : pathname} className={button.quiet}>
            {isPastEnd ? 'Go to the first page' : `Show all ${many}`}
          </Link>
        }
      >
        {isPastEnd ? `There are no ${many} on this page.` : `No ${many} match what you are looking for.`}
      </Notice>
    )
  }
  return (
    <>
      <AnnouncedLine>{`${count.format(total)} ${total === 1 ? one : many}`}</AnnouncedLine>
      {children(rows, (page - 1) * limit + 1)}
      {total > limit && (
        <div className="mt-8">
          <Pagination page={page} totalPages={Math.ceil(total / limit)} to={addressOf} />
        </div>
      )}
    </>
  )
}
