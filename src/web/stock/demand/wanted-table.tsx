import { formatCents, toCents } from '#domain/money.ts'
import { stockNote } from '#domain/products/stock.ts'
import type { WantedSize } from '#domain/stock/lost-demand.ts'
import { Link } from '../../ui/link.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'

const nowOf = ({ state, left }: WantedSize): string => {
  if (state === 'gone') return 'not sold any more'
  return stockNote({ state, ...(left && { left }) }) ?? 'there again'
}

const columns: Column<WantedSize>[] = [
  {
    header: 'Product',
    onCard: 'title',
    cell: ({ productId, name, color }) => (
      <>
        <Link
          to={`/dashboard/stock/${productId}`}
          className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:text-rosewood md:min-h-8"
        >
          {name}
        </Link>
        <span className="block text-stone text-xs first-letter:uppercase">{color}</span>
      </>
    ),
  },
  { header: 'Size', cell: ({ size }) => size },
  { header: 'Asked for by', align: 'right', cell: ({ visitors }) => visitors },
  { header: 'Worth', align: 'right', cell: ({ value }) => formatCents(toCents(value)) },
  { header: 'Now', cell: nowOf },
]

/** The sizes that visitors asked for and could not buy, the highest value first. */
export const WantedTable = ({ sizes }: { sizes: readonly WantedSize[] }) => (
  <Table
    caption="Sizes asked for and not sold, the highest value first"
    columns={columns}
    rows={sizes}
    keyOf={({ variantId }) => variantId}
  />
)
