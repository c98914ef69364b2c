interface ImportProgressProps {
  /** The step as text, which screen readers announce. */
  children: string
  /** From 0 to 1; undefined while unknown. */
  part?: number
}

/** A progress bar with its label. */
export function ImportProgress({ children, part }: ImportProgressProps) {
  const percent = part === undefined ? undefined : Math.floor(part * 100)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex justify-between gap-4 text-sm">
        <p role="status" className="[overflow-wrap:anywhere]">
          {children}
        </p>
        <p aria-hidden className="text-stone tabular-nums">
          {percent !== undefined && `${percent} %`}
        </p>
      </div>
      <div
        role="progressbar"
        aria-label={children}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={percent === undefined ? undefined : `${percent} percent`}
        className="h-2 overflow-hidden rounded-full bg-line outline-1 outline-transparent"
      >
        <div
          style={{ width: `${percent ?? 100}%` }}
          className={`h-full rounded-full bg-wine forced-color-adjust-none transition-[width] duration-200 ${percent === undefined ? 'motion-safe:animate-pulse' : ''}`}
        />
      </div>
    </div>
  )
}
