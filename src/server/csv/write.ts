import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { neutralise } from './formulas.ts'

/** What makes spreadsheets read UTF-8. */
const bom = '\ufeff'
const form = { record_delimiter: 'windows', quote_record_delimiter: true, cast: { string: neutralise } } as const

/**
 * Writes rows as CSV in UTF-8, with a first line that names the columns, as spreadsheets read it; no cell runs as a formula.
 * @param pages some rows after the other, asked for as fast as the bytes are read
 * @returns the bytes; what `pages` throws destroys them, and destroying them ends `pages`
 */
export const writeCsv = (columns: readonly string[], pages: AsyncIterable<string[][]>): Readable =>
  Readable.from(piecesOf(columns, pages), { objectMode: false, highWaterMark: 1 })

async function* piecesOf(columns: readonly string[], pages: AsyncIterable<string[][]>): AsyncGenerator<Buffer> {
  yield Buffer.from(bom + stringify([[...columns]], form))
  for await (const rows of pages) if (rows.length > 0) yield Buffer.from(stringify(rows, form))
}
