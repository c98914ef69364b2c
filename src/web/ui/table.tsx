// biome-ignore-all lint/a11y/noRedundantRoles: Safari forgets the roles of a table whose rows are laid out as cards
import type { ReactNode } from 'react'

export interface Column<Row> {
  header: string
  cell: (row: Row, index: number) => ReactNode
  /** Figures stand on the right. */
  align?: 'right'
  /** A link or buttons, which need no header beside them on a phone. */
  isAction?: true
}

interface TableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
}

/** A table; on a phone every row is a card with its headers inside. The roles are said again because the cards would hide them. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table role="table" className="w-full border-collapse text-sm tabular-nums max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
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
      <tbody role="rowgroup" className="max-sm:flex max-sm:flex-col max-sm:gap-4">
        {rows.map((row, index) => (
          <tr
            key={keyOf(row)}
            role="row"
            className="border-line border-b max-sm:flex sm:[&_:is(a,button)]:scroll-mt-14 max-sm:flex-wrap max-sm:justify-end max-sm:gap-x-2 max-sm:rounded-card max-sm:border max-sm:bg-paper max-sm:p-4"
          >
            {columns.map(({ header, cell, align, isAction }) => (
              <td
                key={header}
                role="cell"
                data-header={header}
                className={`px-[min(0.75rem,1vw)] py-3 max-sm:flex max-sm:items-center max-sm:justify-between max-sm:gap-[min(1.5rem,4vw)] max-sm:px-0 max-sm:py-1.5 max-sm:text-right ${isAction ? 'max-sm:empty:hidden' : 'max-sm:w-full max-sm:before:max-w-1/2 max-sm:before:shrink-0 max-sm:before:text-left max-sm:before:text-stone max-sm:before:content-[attr(data-header)]'} ${align === 'right' ? 'whitespace-nowrap text-right' : isAction ? '' : '[overflow-wrap:anywhere]'}`}
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
