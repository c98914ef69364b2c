// biome-ignore-all lint/a11y/noRedundantRoles: Safari drops the roles of a table whose rows are laid out as cards
import type { ReactNode } from 'react'

export interface Column<Row> {
  header: string
  cell: (row: Row, index: number) => ReactNode
  /** For figures. */
  align?: 'right'
  /** On a card: the row's title, or a small number in its corner. */
  onCard?: 'title' | 'corner'
  /** A link or buttons, which need no header on a card. */
  isAction?: true
}

interface TableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** An action in a row: unobtrusive, but with a touch target of full height. */
export const rowAction =
  'inline-flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap rounded-control px-2 text-sm underline decoration-edge underline-offset-4 transition-colors duration-150 hover:text-rosewood hover:decoration-current aria-disabled:opacity-50'

const onCards = {
  line: 'max-md:w-full max-md:justify-between max-md:text-right max-md:before:max-w-1/2 max-md:before:shrink-0 max-md:before:text-left max-md:before:text-stone max-md:before:text-xs max-md:before:content-[attr(data-header)]',
  title: 'max-md:order-first max-md:grow max-md:text-base',
  corner:
    'text-stone text-xs max-md:-order-1 max-md:self-baseline max-md:gap-1! max-md:before:content-[attr(data-header)]',
  action: 'max-md:empty:hidden',
}

/**
 * A table whose rows become cards with headers inside on narrow screens. The explicit roles are needed because that
 * layout removes the implicit ones.
 */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  const hasCorner = columns.some(({ onCard }) => onCard === 'corner')
  return (
    <table role="table" className="w-full border-collapse text-sm tabular-nums max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row">
          {columns.map(({ header, align }) => (
            <th
              key={header}
              role="columnheader"
              scope="col"
              className={`sticky top-16 z-10 border-line border-b bg-ivory px-[min(0.75rem,1vw)] py-3 font-medium text-stone text-xs ${align === 'right' ? 'text-right' : 'text-left'}`}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid max-md:gap-4 sm:max-md:grid-cols-2">
        {rows.map((row, index) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="border-line border-b max-md:relative max-md:flex max-md:min-w-0 max-md:flex-wrap max-md:content-start max-md:justify-end max-md:gap-x-2 max-md:rounded-card max-md:border max-md:bg-paper max-md:p-4 max-md:has-[td:last-child_:is(a,button)]:pb-0 md:[&_:is(a,button)]:scroll-mt-14"
          >
            {columns.map(({ header, cell, align, onCard, isAction }) => (
              <td
                key={header}
                role="cell"
                data-header={header}
                className={`px-[min(0.75rem,1vw)] py-3 max-md:flex max-md:items-center max-md:gap-[min(1.5rem,4vw)] max-md:px-0 max-md:py-1.5 ${onCards[isAction ? 'action' : (onCard ?? 'line')]} ${onCard === 'title' ? (hasCorner ? 'max-md:basis-1/2 max-md:self-baseline' : 'max-md:w-full') : ''} ${align === 'right' ? 'whitespace-nowrap text-right' : isAction ? '' : '[overflow-wrap:anywhere]'}`}
              >
                {cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
