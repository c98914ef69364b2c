import { oneSize, sizeLimits } from '#domain/products/size.ts'
import type { FileRow } from './file-row.ts'

/** One row too many is read of a product, so that the fault is told. */
const maxRows = sizeLimits.perProduct + 1

/**
 * Puts the rows of one product together: rows below one another with the same id, or without ids those of sizes that share name,
 * color and shade. In a file without a column of sizes each row is a product.
 */
export async function* groupRows(rows: AsyncIterable<FileRow>): AsyncGenerator<[FileRow, ...FileRow[]]> {
  let group: [FileRow, ...FileRow[]] | undefined
  let key: string | undefined
  for await (const row of rows) {
    const next = keyOf(row)
    const isSame = next !== undefined && next === key
    if (group && isSame && group.length < maxRows) group.push(row)
    else {
      if (group) yield group
      group = [row]
    }
    key = next
  }
  if (group) yield group
}

/** What the rows of one product have in common; undefined for a row that stands for a whole product. */
function keyOf({ cells, error }: FileRow): string | undefined {
  const size = cells.size?.trim().toLowerCase() ?? ''
  if (cells.size === undefined || error) return undefined
  const id = cells.id?.trim().toLowerCase() ?? ''
  if (id !== '') return id
  if (size === '' || size === oneSize) return undefined
  return [cells.name, cells.color, cells.shade ?? ''].map(cell => cell.trim().toLowerCase()).join('\n')
}
