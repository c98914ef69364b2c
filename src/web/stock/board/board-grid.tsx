// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: a spreadsheet is a table that is a grid
// biome-ignore-all lint/a11y/useSemanticElements: the roles stay when the rows are laid out as cards
// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the roles of a table whose rows are laid out as cards
// biome-ignore-all lint/a11y/useFocusableInteractive: the field in the cell takes the focus
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, useState } from 'react'
import type { BoardProduct, BoardSize } from '#domain/stock/board.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { readBlock } from '../../ui/form/read-block.ts'
import { Link } from '../../ui/link.tsx'
import { BoardCell } from './board-cell.tsx'
import { type BoardGroup, placeBlock } from './groups.ts'
import { cellAfter } from './move.ts'
import type { Edits } from './use-edits.ts'

interface BoardGridProps {
  group: BoardGroup
  caption: string
  edits: Edits
  isTake: boolean
  isEnded: boolean
  onType: (product: BoardProduct, cell: BoardSize, text: string) => void
  onRevert: (variantId: string) => void
}

/** Products as rows and sizes as columns, with a spreadsheet's keys; cards on a narrow screen. */
export function BoardGrid({ group, caption, edits, isTake, isEnded, onType, onRevert }: BoardGridProps) {
  const { columns, rows } = group
  const [active, setActive] = useState({ row: 0, column: rows[0]?.cells.findIndex(Boolean) ?? 0 })
  const isActive = (row: number, column: number) => active.row === row && active.column === column

  function handleKey(event: KeyboardEvent<HTMLTableElement>) {
    const place = placeOf(event.target)
    if (!place) return
    const { variant } = (event.target as HTMLElement).dataset
    if (event.key === 'Escape' && variant) onRevert(variant)
    const next = cellAfter(event, event.target as HTMLElement, group, place)
    const target =
      next && event.currentTarget.querySelector<HTMLElement>(`[data-row="${next.row}"][data-column="${next.column}"]`)
    if (!target) return
    event.preventDefault()
    target.focus()
  }

  function handlePaste(event: ClipboardEvent<HTMLTableElement>) {
    const place = placeOf(event.target)
    const block = readBlock(event.clipboardData.getData('text/plain'))
    if (!block || !place || place.column < 0 || isEnded) return
    event.preventDefault()
    const { texts, outside } = placeBlock(group, block, place.row, place.column)
    for (const { product, cells } of rows)
      for (const cell of cells) {
        const text = cell && texts.get(cell.variantId)
        if (cell && text !== undefined) onType(product, cell, text)
      }
    const filled = `${texts.size} ${texts.size === 1 ? 'cell is' : 'cells are'} filled in.`
    toast.say(outside === 0 ? filled : `${filled} ${outside} values fell outside of the board.`)
  }

  function handleFocus({ target }: FocusEvent) {
    const place = placeOf(target)
    if (place) setActive(place)
  }

  return (
    <div className="min-w-0 md:overflow-x-auto md:pb-2">
      <table
        role="grid"
        className="border-collapse text-sm tabular-nums max-md:block max-md:w-full"
        onKeyDown={handleKey}
        onPaste={handlePaste}
        onFocus={handleFocus}
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            <th role="columnheader" scope="col" className={`${header} text-left md:w-64 md:min-w-64 lg:w-80`}>
              Product
            </th>
            {columns.map(({ size, label }) => (
              <th key={size} role="columnheader" scope="col" className={header}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:grid max-md:gap-4">
          {rows.map(({ product, cells }, row) => (
            <tr
              key={product._id}
              role="row"
              className="border-line border-b max-md:grid max-md:grid-cols-3 max-md:gap-3 max-md:rounded-card max-md:border max-md:bg-paper max-md:p-4"
            >
              <th
                role="rowheader"
                scope="row"
                className="bg-ivory py-3 pr-4 text-left align-top font-normal [overflow-wrap:anywhere] max-md:col-span-3 max-md:bg-paper max-md:p-0 md:sticky md:left-0 md:z-10"
              >
                <Link
                  to={`/dashboard/stock/${product._id}`}
                  data-row={row}
                  data-column={-1}
                  tabIndex={isActive(row, -1) ? 0 : -1}
                  className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:text-rosewood md:min-h-6"
                >
                  {product.name}
                </Link>
                <span className="block text-stone text-xs first-letter:uppercase">
                  {product.color}
                  {product.isBroken && <span className="text-danger"> · broken run</span>}
                </span>
              </th>
              {cells.map((cell, column) => (
                <td
                  key={columns[column]?.size}
                  role="gridcell"
                  className="px-1 py-3 align-top max-md:p-0 max-md:empty:hidden md:w-20 md:min-w-20"
                >
                  {cell && (
                    <>
                      <span aria-hidden className="mb-1 block text-stone text-xs md:hidden">
                        {cell.label}
                      </span>
                      <BoardCell
                        {...{ product, cell, row, column, isTake, isEnded, onType }}
                        edit={edits.get(cell.variantId)}
                        isActive={isActive(row, column)}
                      />
                    </>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const header = 'border-line border-b bg-ivory px-1 py-3 font-medium text-stone text-xs'

function placeOf(target: EventTarget): { row: number; column: number } | undefined {
  const { row, column } = target instanceof HTMLElement ? target.dataset : {}
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) }
}
