import type { BoardGroup } from './groups.ts'

interface Place {
  row: number
  /** -1 is the name of the product. */
  column: number
}

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }

/** The cell to which a key leads, undefined when it stays in its cell: within its text, or at the edge of the grid. */
export function cellAfter(pressed: Key, target: HTMLElement, group: BoardGroup, from: Place): Place | undefined {
  if (pressed.key === 'Tab') return inTurn(group, from, pressed.shiftKey ? -1 : 1)
  if (pressed.ctrlKey || pressed.metaKey) return toEdge(pressed.key, group)
  if (pressed.key === 'Enter' && from.column < 0) return undefined // it follows the link
  if (pressed.key === 'Enter') return vertically(group, from, pressed.shiftKey ? -1 : 1)
  if (pressed.key === 'ArrowDown') return vertically(group, from, 1)
  if (pressed.key === 'ArrowUp') return vertically(group, from, -1)
  if (pressed.key === 'ArrowLeft' && isAtEdge(target, 'start')) return horizontally(group, from, -1)
  if (pressed.key === 'ArrowRight' && isAtEdge(target, 'end')) return horizontally(group, from, 1)
  return undefined
}

const isThere = ({ rows }: BoardGroup, { row, column }: Place) =>
  column === -1 ? rows[row] !== undefined : rows[row]?.cells[column] !== undefined

/** The next row that has this size. */
function vertically(group: BoardGroup, { row, column }: Place, step: number): Place | undefined {
  for (let next = row + step; next >= 0 && next < group.rows.length; next += step)
    if (isThere(group, { row: next, column })) return { row: next, column }
  return undefined
}

function horizontally(group: BoardGroup, { row, column }: Place, step: number): Place | undefined {
  for (let next = column + step; next >= -1 && next < group.columns.length; next += step)
    if (isThere(group, { row, column: next })) return { row, column: next }
  return undefined
}

/** Through the sizes of a row and on to the next one, as in a spreadsheet; out of the grid at its ends. */
function inTurn(group: BoardGroup, from: Place, step: number): Place | undefined {
  const next = horizontally(group, from, step)
  if (next) return next
  const row = from.row + step
  return group.rows[row] && horizontally(group, { row, column: step > 0 ? -1 : group.columns.length }, step)
}

function toEdge(key: string, group: BoardGroup): Place | undefined {
  if (key === 'Home') return horizontally(group, { row: 0, column: -1 }, 1)
  const row = group.rows.length - 1
  return key === 'End' ? horizontally(group, { row, column: group.columns.length }, -1) : undefined
}

/** Whether an arrow leads out of the text, because the caret is at its edge or all of it is selected. */
function isAtEdge(target: HTMLElement, edge: 'start' | 'end'): boolean {
  if (!(target instanceof HTMLInputElement)) return true
  const { selectionStart, selectionEnd, value } = target
  const isAll = selectionStart === 0 && selectionEnd === value.length
  return isAll || (selectionStart === selectionEnd && selectionStart === (edge === 'start' ? 0 : value.length))
}
