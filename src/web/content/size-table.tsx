export const unitNames = { cm: 'Centimetres', in: 'Inches' } as const
export type Unit = keyof typeof unitNames

/** From minimum to maximum, or one measure, in centimetres. */
export type Range = readonly [number, number?]

interface SizeTableProps {
  caption: string
  measures: readonly string[]
  rows: readonly {
    size: string
    /** The equivalent size in another system. */
    also?: string
    cm: readonly Range[]
  }[]
  /** Only in this unit; in both without. */
  unit?: Unit
}

/** Measures in centimetres, inches or both, narrow enough for a phone; scrolls sideways when the text is very large. */
export function SizeTable({ caption, measures, rows, unit }: SizeTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-collapse text-left text-sm tabular-nums">
        <caption className="pb-3 text-left text-stone text-xs">
          {caption}
          {unit && `, in ${unitNames[unit].toLowerCase()}`}
        </caption>
        <thead>
          <tr className="border-ink border-b">
            {['Size', ...measures].map(header => (
              <th key={header} scope="col" className="py-2 pr-3 font-medium last:pr-0">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ size, also, cm }) => (
            <tr key={size} className="border-line border-b align-top">
              <th scope="row" className="py-3 pr-3 font-medium">
                {size}
                {also?.split(', ').map(other => (
                  <span key={other} className="block whitespace-nowrap font-normal text-stone text-xs">
                    {other}
                  </span>
                ))}
              </th>
              {cm.map((range, index) => (
                <td key={measures[index]} className="py-3 pr-4 last:pr-0 max-sm:text-[0.8125rem]">
                  {unit ? (
                    <span className="whitespace-nowrap">{unit === 'cm' ? centimetres(range) : inches(range)}</span>
                  ) : (
                    <>
                      <span className="block whitespace-nowrap">{`${centimetres(range)} cm`}</span>
                      <span className="block whitespace-nowrap text-stone">{`${inches(range)} in`}</span>
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const small = 10 // cm

function centimetres([least, most]: Range): string {
  if (most !== undefined) return `${least}–${most}`
  return least < small ? least.toFixed(2) : String(least)
}

/** Small measures to a hundredth of an inch, all others to a half. */
function inches([least, most]: Range): string {
  if (most === undefined) return least < small ? (least / 2.54).toFixed(2) : inHalves(least)
  return [...new Set([least, most].map(inHalves))].join('–')
}

function inHalves(cm: number): string {
  const halves = Math.round((cm / 2.54) * 2)
  return `${Math.floor(halves / 2)}${halves % 2 ? '½' : ''}`
}
