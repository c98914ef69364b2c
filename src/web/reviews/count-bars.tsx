interface CountBarsProps {
  bars: readonly { name: string; count: number }[]
  /** The number of all; a bar that counts all is full. */
  total: number
}

/** Named numbers, each with a bar. */
export const CountBars = ({ bars, total }: CountBarsProps) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm tabular-nums">
    {bars.map(({ name, count }) => (
      <div key={name} className="contents">
        <dt className="text-stone">{name}</dt>
        <dd className="flex items-center gap-3">
          <span aria-hidden className="h-2 grow overflow-hidden rounded-full bg-line">
            <span
              className="block h-full bg-gold forced-colors:bg-[CanvasText]"
              style={{ width: `${(100 * count) / total}%` }}
            />
          </span>
          <span className="min-w-6 text-right">{count.toLocaleString('en-US')}</span>
        </dd>
      </div>
    ))}
  </dl>
)
