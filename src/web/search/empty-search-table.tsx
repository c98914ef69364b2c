import type { EmptySearch } from '#domain/products/search.ts'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { type Column, Table } from '../ui/list/table.tsx'
import { LocalTime } from '../ui/local-time.tsx'

const columns: Column<EmptySearch>[] = [
  {
    header: 'Looked for',
    cell: ({ term }) => (
      <Link to={`/search?${new URLSearchParams({ q: term })}`} className={`${textLink} [overflow-wrap:anywhere]`}>
        {term}
      </Link>
    ),
  },
  { header: 'Times', cell: ({ times }) => times, align: 'right' },
  { header: 'First', cell: ({ firstAt }) => <LocalTime at={firstAt} /> },
  { header: 'Last', cell: ({ lastAt }) => <LocalTime at={lastAt} /> },
]

/** Searches without a result, each with a link to try it again. */
export const EmptySearchTable = ({ searches }: { searches: readonly EmptySearch[] }) => (
  <Table
    caption="Searches that found nothing, most often first"
    columns={columns}
    rows={searches}
    keyOf={({ term }) => term}
  />
)
