/** The cells of a block that was copied from a spreadsheet, by row; undefined for a text of one cell. */
export function readBlock(text: string): string[][] | undefined {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const cells = lines.map(line => line.split('\t').map(cell => cell.trim()))
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : undefined
}
