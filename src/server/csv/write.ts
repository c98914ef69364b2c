import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { neutralise } from './formulas.ts'
import { yieldByTime } from './yield-by-time.ts'

/** Even of the longest texts these are written within a few milliseconds. */
const rowsAtOnce = 25
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
  const yieldTurn = yieldByTime()
  for await (const rows of pages) {
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      yield Buffer.from(stringify(rows.slice(from, from + rowsAtOnce), form))
      await yieldTurn()
    }
  }
}
