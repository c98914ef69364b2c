import { findSize } from '#domain/products/size.ts'
import type { BoardProduct, BoardSize } from '#domain/stock/board.ts'

/** The products of a page whose sizes are of one run, with the sizes that any of them has as columns. */
export interface BoardGroup {
  columns: { size: string; label: string }[]
  rows: { product: BoardProduct; cells: (BoardSize | undefined)[] }[]
}

const placeOf = (size: string) => findSize(size)?.place ?? Number.MAX_SAFE_INTEGER

/** Puts the products into groups by their run of sizes, in the order in which the runs first come. */
export function groupByRun(products: readonly BoardProduct[]): BoardGroup[] {
  const groups = Map.groupBy(products, ({ sizes }) => findSize(sizes[0]?.size ?? '')?.run)
  return [...groups.values()].map(group => {
    const labels = new Map(group.flatMap(({ sizes }) => sizes.map(({ size, label }) => [size, label])))
    const columns = [...labels]
      .map(([size, label]) => ({ size, label }))
      .sort((a, b) => placeOf(a.size) - placeOf(b.size))
    return {
      columns,
      rows: group.map(product => ({
        product,
        cells: columns.map(({ size }) => product.sizes.find(each => each.size === size)),
      })),
    }
  })
}

/** The cells that a pasted block falls on, from a cell on to the right and down, and how many values fell on none. */
export function placeBlock({ rows }: BoardGroup, block: string[][], row: number, column: number) {
  const texts = new Map<string, string>()
  let outside = 0
  for (const [r, line] of block.entries())
    for (const [c, text] of line.entries()) {
      if (text === '') continue
      const cell = rows[row + r]?.cells[column + c]
      if (cell) texts.set(cell.variantId, text)
      else outside += 1
    }
  return { texts, outside }
}
