import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { neutralise } from './formulas.ts'
import { yieldByTime } from './yield-by-time.ts'

/** Rows per step: even with the longest texts, one step takes a few milliseconds. */
const rowsAtOnce = 25
/** The byte order mark, by which spreadsheets recognise UTF-8. */
const bom = '\ufeff'
const form = { record_delimiter: 'windows', quote_record_delimiter: true, cast: { string: neutralise } } as const

/**
 * Writes rows as CSV in UTF-8 with a header line, as spreadsheets read it; no cell runs as a formula.
 * @param pages the rows in groups, requested as fast as the client reads the bytes
 * @returns the bytes; an error of `pages` destroys the stream, and destroying the stream ends `pages`
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
