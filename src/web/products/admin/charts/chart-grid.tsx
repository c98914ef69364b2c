import { Plus, X } from 'lucide'
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { chartLimits } from '#domain/products/fields/size-chart-fields.ts'
import { labelOf } from '#domain/products/size.ts'
import { iconButton } from '../../../ui/form/button.ts'
import { controlShape } from '../../../ui/form/control-shape.ts'
import { readBlock } from '../../../ui/form/read-block.ts'
import { Icon } from '../../../ui/icon.tsx'
import { cellName, type EditedChart, fillIn, measureName, missingSizes } from './edited-chart.ts'

interface ChartGridProps {
  chart: EditedChart
  onChange: (chart: EditedChart) => void
  /** One sentence for an invalid field, by its name. */
  errors: Record<string, string | undefined>
}

/** The measures of a chart as columns and its sizes as rows, filled in like a spreadsheet. */
export function ChartGrid({ chart, onChange, errors }: ChartGridProps) {
  const id = useId()
  const table = useRef<HTMLTableElement>(null)
  const [pasted, setPasted] = useState('')
  const { measures, rows } = chart
  const [error] = Object.values(errors)
  const invalid = (name: string) =>
    errors[name] ? { 'aria-invalid': true, 'aria-describedby': `${id}-error` } : undefined
  const shape = (name: string) => `${controlShape} ${errors[name] ? 'border-danger' : 'border-edge'}`
  const missing = missingSizes(chart)

  const rename = (column: number, measure: string) => onChange({ ...chart, measures: measures.with(column, measure) })
  const addMeasure = () =>
    onChange({
      ...chart,
      measures: [...measures, ''],
      rows: rows.map(({ size, cells }) => ({ size, cells: [...cells, ''] })),
    })
  const removeMeasure = (column: number) =>
    onChange({
      ...chart,
      measures: measures.toSpliced(column, 1),
      rows: rows.map(({ size, cells }) => ({ size, cells: cells.toSpliced(column, 1) })),
    })
  const addSize = (size: string) => onChange({ ...chart, rows: [...rows, { size, cells: measures.map(() => '') }] })
  const removeSize = (row: number) => onChange({ ...chart, rows: rows.toSpliced(row, 1) })

  function paste(event: ClipboardEvent, row: number, column: number) {
    const block = readBlock(event.clipboardData.getData('text/plain'))
    if (!block) return
    event.preventDefault()
    onChange(fillIn(chart, block, row, column))
    const isTooLarge = block.length > rows.length - row || block.some(line => line.length > measures.length - column)
    setPasted(
      isTooLarge ? 'What you pasted is larger than the table: some of it was left out.' : 'The cells are filled in.',
    )
  }

  /** Enter and the arrows go up and down, as in a spreadsheet. */
  function goTo(event: KeyboardEvent, row: number, column: number) {
    const steps: Record<string, number> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    const cell = step && table.current?.querySelector<HTMLInputElement>(`[name=${cellName(row + step, column)}]`)
    if (!cell) return
    event.preventDefault()
    cell.focus()
    cell.select()
  }

  return (
    <div className="flex min-w-0 flex-col gap-3">
      <p id={`${id}-hint`} className="text-stone text-sm">
        In cm, such as 86 or 86-90. A block copied from a spreadsheet can be pasted into a cell.
      </p>
      <div className="min-w-0 overflow-x-auto p-1">
        <table ref={table} className="border-separate border-spacing-1 text-sm tabular-nums">
          <caption className="sr-only">Measures by size, in cm</caption>
          <thead>
            <tr>
              <th scope="col" className="pr-2 text-left font-normal text-stone text-xs">
                Size
              </th>
              {measures.map((measure, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name, and is typed in
                <th key={column} scope="col" className="min-w-28 font-normal">
                  <div className="relative">
                    <input
                      name={measureName(column)}
                      aria-label={`Measure ${column + 1}`}
                      placeholder="Ex: Waist"
                      value={measure}
                      maxLength={chartLimits.measure}
                      autoComplete="off"
                      onChange={({ target }) => rename(column, target.value)}
                      className={`${shape(measureName(column))} pr-11`}
                      {...invalid(measureName(column))}
                    />
                    {measures.length > 1 && (
                      <button
                        type="button"
                        aria-label={`Remove the measure ${measure || column + 1}`}
                        className={`${iconButton} absolute! top-0 right-0`}
                        onClick={() => removeMeasure(column)}
                      >
                        <Icon of={X} className="size-4" />
                      </button>
                    )}
                  </div>
                </th>
              ))}
              <td>
                {measures.length < chartLimits.measures && (
                  <button type="button" aria-label="Add a measure" className={iconButton} onClick={addMeasure}>
                    <Icon of={Plus} className="size-4" />
                  </button>
                )}
              </td>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ size, cells }, row) => (
              <tr key={size}>
                <th scope="row" className="whitespace-nowrap pr-2 text-left font-medium">
                  {labelOf(size)}
                </th>
                {cells.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name, and is typed in
                  <td key={column}>
                    <input
                      name={cellName(row, column)}
                      aria-label={`${labelOf(size)}, ${measures[column] || `measure ${column + 1}`}`}
                      aria-describedby={`${id}-hint`}
                      value={cell}
                      autoComplete="off"
                      onChange={({ target }) =>
                        onChange({ ...chart, rows: rows.with(row, { size, cells: cells.with(column, target.value) }) })
                      }
                      onPaste={event => paste(event, row, column)}
                      onKeyDown={event => goTo(event, row, column)}
                      className={shape(cellName(row, column))}
                      {...invalid(cellName(row, column))}
                    />
                  </td>
                ))}
                <td>
                  <button
                    type="button"
                    aria-label={`Remove the size ${labelOf(size)}`}
                    className={iconButton}
                    onClick={() => removeSize(row)}
                  >
                    <Icon of={X} className="size-4" />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {missing.length > 0 && rows.length < chartLimits.rows && (
        <select
          name="size"
          aria-label="Add a size"
          value=""
          onChange={({ target }) => addSize(target.value)}
          className={`${shape('size')} max-w-48`}
          {...invalid('size')}
        >
          <option value="">Add a size</option>
          {missing.map(code => (
            <option key={code} value={code}>
              {labelOf(code)}
            </option>
          ))}
        </select>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <p role="status" className="text-stone text-xs empty:hidden">
        {pasted}
      </p>
    </div>
  )
}
