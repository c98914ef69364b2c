import type { StockTake } from '#domain/stock/take.ts'
import { LocalDate } from '../../ui/local-time.tsx'

const number = new Intl.NumberFormat('en-US')

/** How far a stock take is, and what was found. */
export function TakeFigures({
  take: { category, startedAt, startedBy, endedAt, sizes, counted, missing, surplus },
}: {
  take: StockTake
}) {
  const found = [
    missing > 0 && `${number.format(missing)} pieces missing`,
    surplus > 0 && `${number.format(surplus)} more than expected`,
  ]
  return (
    <div className="text-sm tabular-nums">
      <p>
        {`${number.format(counted)} of ${number.format(sizes)} sizes counted`}
        {counted > 0 && `; ${found.filter(Boolean).join(', ') || 'all as expected'}`}
      </p>
      <p className="text-stone text-xs">
        <span className="capitalize">{category ?? 'The whole shop'}</span> · since <LocalDate at={startedAt} />
        {startedBy && ` · ${startedBy}`}
        {endedAt && (
          <>
            {' '}
            · ended <LocalDate at={endedAt} />
          </>
        )}
      </p>
    </div>
  )
}
