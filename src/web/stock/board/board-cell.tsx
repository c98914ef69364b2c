import { memo, useId } from 'react'
import type { BoardProduct, BoardSize } from '#domain/stock/board.ts'
import { type Edit, storedText } from './use-edits.ts'

interface BoardCellProps {
  product: BoardProduct
  cell: BoardSize
  row: number
  column: number
  edit: Edit | undefined
  isTake: boolean
  isEnded: boolean
  /** Whether Tab leads to it: one cell of a grid is. */
  isActive: boolean
  onType: (product: BoardProduct, cell: BoardSize, text: string) => void
}

const isGone = ({ shelf, held, toPack }: BoardSize) => shelf !== null && shelf - toPack - held <= 0

/** The pieces of a size that lie on the shelf, to be overtyped, and below them those that are promised. */
export const BoardCell = memo(function BoardCell(props: BoardCellProps) {
  const { product, cell, row, column, edit, isTake, isEnded, isActive, onType } = props
  const id = useId()
  const stored = storedText(cell, isTake)
  const note = noteOf(cell, isTake)
  return (
    <span className="flex min-w-0 flex-col gap-1">
      <input
        data-row={row}
        data-column={column}
        data-variant={cell.variantId}
        tabIndex={isActive ? 0 : -1}
        readOnly={isEnded}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        placeholder={isTake ? '' : '–'}
        value={edit?.text ?? stored}
        onChange={({ target }) => onType(product, cell, target.value)}
        onFocus={({ target }) => target.select()}
        aria-label={`${product.name}, ${product.color}, ${cell.label}: pieces on the shelf`}
        aria-invalid={edit?.error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={`min-h-11 w-full min-w-14 scroll-mt-32 scroll-mb-40 rounded-control border bg-paper px-2 text-center text-base tabular-nums outline-offset-2 placeholder:text-stone md:min-h-10 md:text-sm ${isGone(cell) ? 'text-danger' : ''} ${edit ? `border-2 font-medium ${edit.error ? 'border-danger' : 'border-rosewood'}` : 'border-edge'}`}
      />
      <span id={`${id}-note`} className="flex flex-col text-center text-xs text-stone leading-tight empty:hidden">
        {edit && <span className="text-rosewood">{stored === '' ? 'new' : `was ${stored}`}</span>}
        {note && <span>{note}</span>}
        {edit?.error && (
          <span role="alert" className="text-danger">
            {edit.error}
          </span>
        )}
      </span>
    </span>
  )
})

function noteOf(cell: BoardSize, isTake: boolean): string {
  const notes = isTake ? takeNotes(cell) : shelfNotes(cell)
  return notes.filter(note => note !== false).join(', ')
}

function shelfNotes({ shelf, held, toPack, owed, isLow, waiting }: BoardSize): (string | false)[] {
  const free = shelf === null ? 0 : shelf - held - toPack
  const promised = [held > 0 && `${held} held`, toPack > 0 && `${toPack} to pack`, owed > 0 && `${owed} missing`]
  const isPromised = promised.some(Boolean)
  return [
    isPromised && shelf !== null && `${free} free`,
    ...promised,
    isLow && free > 0 && 'low',
    shelf !== null && free <= 0 && !isPromised && 'sold out',
    waiting > 0 && `${waiting} ${waiting === 1 ? 'waits' : 'wait'} for it`,
  ]
}

function takeNotes({ shelf, take }: BoardSize): (string | false)[] {
  const { expected = null, foundBefore = null, counted = null } = take ?? {}
  if (counted !== null) return [counted === foundBefore ? 'as expected' : `${foundBefore ?? 'none'} expected`]
  if (shelf === null) return ['not counted so far']
  const moved = expected === null ? 0 : shelf - expected
  return [`${shelf} expected`, moved !== 0 && `${moved > 0 ? '+' : '−'}${Math.abs(moved)} since the beginning`]
}
