import { formatCents, toCents } from '#domain/money.ts'

/** The price in major units, with the old price struck through if there is one. */
export function Price({ price, oldPrice }: { price: number; oldPrice?: number }) {
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 tabular-nums">
      <span className={oldPrice ? 'text-rosewood' : ''}>
        {oldPrice && <span className="sr-only">Now </span>}
        {formatCents(toCents(price))}
      </span>
      {oldPrice && (
        <s className="text-stone text-[0.9em]">
          <span className="sr-only">Was </span>
          {formatCents(toCents(oldPrice))}
        </s>
      )}
    </span>
  )
}
