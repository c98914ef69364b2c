import { type PackingCounts, type PackingView, packingViews } from '#domain/orders/packing.ts'
import { Link } from '../../ui/link.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'

const count = new Intl.NumberFormat('en-US')
const labels: Record<PackingView, string> = {
  all: 'All',
  ready: 'Ready to pack',
  waiting: 'Waiting for pieces',
  packed: 'Packed today',
}

/** The orders to show, from ?view: all unless it says otherwise. */
export function usePackingView(): PackingView {
  const asked = useListAddress().read('view')
  return packingViews.find(view => view === asked) ?? 'all'
}

const packingAt = (view: PackingView) => `/dashboard/packing${view === 'all' ? '' : `?view=${view}`}`

/** Links to the orders by what is to do, with how many there are. */
export function PackingFilter({ counts }: { counts: PackingCounts | undefined }) {
  const current = usePackingView()
  return (
    <nav aria-label="Orders to show" className="flex flex-wrap gap-2">
      {packingViews.map(view => (
        <Link
          key={view}
          to={packingAt(view)}
          preventScrollReset
          aria-current={view === current ? 'page' : undefined}
          className="inline-flex min-h-11 items-center gap-2 rounded-control border border-line bg-paper px-4 text-sm tabular-nums hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-ivory forced-colors:aria-[current=page]:underline"
        >
          {labels[view]} <span className="min-w-[2ch] text-right">{counts ? count.format(counts[view]) : ''}</span>
        </Link>
      ))}
    </nav>
  )
}
