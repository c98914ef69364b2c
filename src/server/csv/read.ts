import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { badRequest } from '../lib/errors.ts'
import { restore } from './formulas.ts'
import { readUtf8 } from './text.ts'
import { yieldByTime } from './yield-by-time.ts'

const maxRowLength = 64 * 1024
/** The limit allows for doubling every quote in the text. */
const maxLineLength = 2 * maxRowLength
const maxRagged = 10_000
/** Bytes per piece: the parser handles all rows of one piece without a pause. */
const pieceBytes = 4 * 1024
const maxNamed = 5

export interface CsvRow<Column extends string, Dispensable extends string = never> {
  /** The line on which it begins, as an editor counts; line 1 names the columns. */
  line: number
  /** Without those of the dispensable columns that the file lacks. */
  cells: Record<Exclude<Column, Dispensable>, string> & Partial<Record<Dispensable, string>>
  /** Why the cells of the row cannot be separated. */
  error?: string
}

/**
 * Reads a CSV file whose first line names exactly these columns, in any order: comma, semicolon or tab between them, UTF-8
 * with or without BOM. Rows without any text are skipped. The memory use is the size of the input plus one row. Reading yields to
 * the event loop, also between rows.
 * @throws ShopError 400 with one sentence for a file that is not CSV, is cut off, or has other columns
 */
export async function* readCsv<Column extends string, Dispensable extends Column = never>(
  bytes: AsyncIterable<Buffer>,
  columns: readonly Column[],
  dispensable: readonly Dispensable[] = [],
): AsyncGenerator<CsvRow<Column, Dispensable>> {
  const { head, rest } = await firstLine(readUtf8(bytes))
  let line = 1
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head.toString()),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: maxRowLength,
    on_record: (cells: string[]) => {
      const row = { line, cells }
      line += 1 + cells.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
      return row as unknown as string[]
    },
  })
  const yieldTurn = yieldByTime()
  pipeline(Readable.from(joined(head, rest, yieldTurn)), parser, () => undefined)
  let order: (Column | undefined)[] | undefined
  let [ragged, width] = [0, 0]
  try {
    for await (const row of parser as AsyncIterable<{ line: number; cells: string[] }>) {
      await yieldTurn()
      if (order && row.cells.length !== width && ++ragged > maxRagged) throw tooRagged()
      if (row.cells.every(cell => cell.trim() === '')) continue
      if (order) yield toRow<Column, Dispensable>(row, order)
      else {
        order = orderOf(row.cells, columns, dispensable)
        width = row.cells.length
      }
    }
  } catch (error) {
    throw error instanceof CsvError ? badRequest(sentenceOf(error, line)) : error
  } finally {
    // Otherwise the rest of a refused file would stay in its connection, and no later request on it would be answered.
    void rest.return(undefined)
  }
  if (!order) throw badRequest('The file is empty.')
}

async function firstLine(text: AsyncGenerator<Buffer>) {
  let head: Buffer = Buffer.alloc(0)
  for (;;) {
    const { value, done } = await text.next()
    if (done) break
    head = Buffer.concat([head, value])
    if (value.includes(lineFeed) || value.includes(carriageReturn) || head.length > maxRowLength) break
  }
  return { head, rest: text }
}

/** The parser counts line ends inside cells, and not those between rows. */
async function* joined(
  head: Buffer,
  rest: AsyncGenerator<Buffer>,
  yieldTurn: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let [line, length] = [1, 0]
  const count = (chunk: Buffer) => {
    for (const byte of chunk) {
      if (byte === lineFeed) line += 1
      if (byte === lineFeed || byte === carriageReturn) length = 0
      else if (++length > maxLineLength)
        throw badRequest(`The row on line ${line} is longer than 64 KB: a quote may not be closed.`)
    }
    return chunk
  }
  async function* pieces(chunk: Buffer) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      await yieldTurn()
      yield count(chunk.subarray(from, from + pieceBytes))
    }
  }
  yield* pieces(head)
  for await (const chunk of rest) yield* pieces(chunk)
}

const lineFeed = 10
const carriageReturn = 13

/** The separator that occurs most often in the first line. */
function delimiterOf(head: string): string {
  const [names = ''] = head.split(/[\r\n]/, 1)
  const countOf = (delimiter: string) => names.split(delimiter).length
  return [',', ';', '\t'].toSorted((a, b) => countOf(b) - countOf(a))[0] ?? ','
}

const breaksIn = (cell: string) => (/[\r\n]/.test(cell) ? (cell.match(/\r\n|\r|\n/g)?.length ?? 0) : 0)

/** The column of each cell in a row; spreadsheets may leave columns without a name at the end. */
function orderOf<Column extends string>(
  header: string[],
  columns: readonly Column[],
  dispensable: readonly Column[],
): (Column | undefined)[] {
  const names = header.map(name => name.trim().toLowerCase())
  const named = names.slice(0, names.findLastIndex(name => name !== '') + 1)
  const seen = new Set<string>()
  const double = unique(named.filter(name => seen.size === seen.add(name).size))
  const unknown = unique(named.filter(name => !columns.some(column => column === name)))
  const needed = columns.filter(column => !dispensable.includes(column))
  const missing = needed.filter(column => !named.includes(column))
  const reasons = [
    missing.length > 0 && `${listed(missing)} ${missing.length === 1 ? 'is' : 'are'} missing`,
    double.length > 0 && `${listed(double)} ${double.length === 1 ? 'stands' : 'stand'} there twice`,
    unknown.length > 0 && `${listed(unknown)} ${unknown.length === 1 ? 'is' : 'are'} unknown`,
  ].filter(reason => reason !== false)
  if (reasons.length > 0)
    throw badRequest(
      `The first line must name the columns ${needed.join(', ')}${dispensable.length > 0 ? `, and may name ${dispensable.join(', ')}` : ''}: ${reasons.join(', ')}.`,
    )
  return named.map(name => columns.find(column => column === name))
}

const tooRagged = () =>
  badRequest(`More than ${maxRagged.toLocaleString('en-US')} rows have not as many cells as the first line.`)

const unique = (names: string[]) => [...new Set(names)]

function listed(names: string[]): string {
  const shown = names.slice(0, maxNamed).map(name => (name === '' ? 'a column without a name' : name.slice(0, 40)))
  const others = names.length - shown.length
  return shown.join(', ') + (others > 0 ? ` and ${others} more` : '')
}

function toRow<Column extends string, Dispensable extends string>(
  { line, cells }: { line: number; cells: string[] },
  order: (Column | undefined)[],
): CsvRow<Column, Dispensable> {
  const named = Object.fromEntries(order.map((column, at) => [column, restore(cells[at] ?? '')]))
  const row = { line, cells: named as CsvRow<Column, Dispensable>['cells'] }
  const isTooLong = cells.slice(order.length).some(cell => cell.trim() !== '')
  if (cells.length >= order.length && !isTooLong) return row
  const expected = `${cells.length} cells where the first line has ${order.length}`
  return { ...row, error: `This row has ${expected}: a cell may lack its quotes, or the file was cut off.` }
}

function sentenceOf({ code }: CsvError, line: number): string {
  const row = `The row that begins on line ${line}`
  if (code === 'CSV_QUOTE_NOT_CLOSED') return `${row} has a quote that never closes: the file may have been cut off.`
  if (code === 'CSV_MAX_RECORD_SIZE') return `${row} is longer than 64 KB: a quote may not be closed.`
  return `${row} has a quote in a wrong place: a cell with quotes must stand in quotes, with each of its own doubled.`
}
