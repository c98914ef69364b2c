import { formatCents, toCents } from '#domain/money.ts'
import { textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { useStockFiguresQuery } from '../api.ts'

const number = new Intl.NumberFormat('en-US')
const dollars = (amount: number) => formatCents(toCents(amount))

/** What lies in the stock room, in a sentence, and what needs the owner. */
export function StockLine() {
  const { data } = useStockFiguresQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data) return <p className="mb-6 min-h-16" />
  const { pieces, value, cost, costKnownOf, low, broken, uncounted } = data
  const views = [
    { n: low, view: 'low', text: low === 1 ? 'size is low' : 'sizes are low' },
    { n: broken, view: 'broken', text: broken === 1 ? 'broken run' : 'broken runs' },
    { n: uncounted, view: 'uncounted', text: uncounted === 1 ? 'size is not counted' : 'sizes are not counted' },
  ].filter(({ n }) => n > 0)
  return (
    <div className="mb-6 min-h-16 text-sm">
      <p>
        {pieces === 0 && low === 0
          ? 'Nothing is counted yet. Start with one product: until then everything can be bought without end.'
          : `${number.format(pieces)} pieces on hand, worth ${dollars(value)} at your prices${costKnownOf > 0 ? `; ${number.format(costKnownOf)} of them cost about ${dollars(cost)}, at the mean of their deliveries` : ''}.`}
      </p>
      {views.length > 0 && (
        <p className="flex flex-wrap gap-x-4">
          {views.map(({ n, view, text }) => (
            <Link key={view} to={`?view=${view}`} className={textLink}>
              {`${number.format(n)}${view === 'uncounted' && n === 1_000 ? ' or more' : ''} ${text}`}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}
