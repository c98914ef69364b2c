/** What was seen under one fault. */
export interface Row {
  fault: string
  orders: number
  paid: number
  /** Confirmed orders and payments that the shop does not have in the end. */
  lost: number
  /** Orders paid twice. */
  twice: number
  writesBackMs: number
  /** Writes that were refused with 503 meanwhile; their buyers tried again. */
  refused: number
  pages: number
  pagesFailed: number
  slowestPageMs: number
  /** Answers that are neither a success nor 503. */
  odd: number
  /** Pages that show an old price a second after the change. */
  stale: number
  loneWrites: number
  /** Of these, how many the final primary does not have: both sides were written. */
  split: number
  /** Until all three databases ran again, after the fault was taken back. */
  wholeAfterMs: number
}

const maxWritesBackMs = 30_000

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

const columns: [string, (row: Row) => string | number, ((row: Row) => boolean)?][] = [
  ['fault', ({ fault }) => fault],
  ['orders', ({ orders }) => orders],
  ['paid', ({ paid }) => paid],
  ['lost', ({ lost }) => lost, ({ lost }) => lost === 0],
  ['paid twice', ({ twice }) => twice, ({ twice }) => twice === 0],
  ['writes back, s', row => seconds(row.writesBackMs), ({ writesBackMs }) => writesBackMs <= maxWritesBackMs],
  ['refused', ({ refused }) => refused],
  ['pages', ({ pages }) => pages],
  ['pages failed', ({ pagesFailed }) => pagesFailed, ({ pagesFailed }) => pagesFailed === 0],
  ['slowest page, s', row => seconds(row.slowestPageMs)],
  ['other answers', ({ odd }) => odd, ({ odd }) => odd === 0],
  ['stale', ({ stale }) => stale, ({ stale }) => stale === 0],
  ['writes past HAProxy', ({ loneWrites }) => loneWrites],
  ['both sides', ({ split }) => split, ({ split }) => split === 0],
  ['whole after, s', row => seconds(row.wholeAfterMs)],
]

/**
 * Prints the rows as a table; `!` marks a missed bar.
 * @returns whether all bars were met
 */
export function printTable(rows: Row[]): boolean {
  const cells = rows.map(row => columns.map(([, show, isMet]) => `${show(row)}${isMet && !isMet(row) ? ' !' : ''}`))
  const titles = columns.map(([title]) => title)
  const widths = titles.map((title, n) => Math.max(title.length, ...cells.map(each => each[n]?.length ?? 0)))
  const line = (each: string[]) => each.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(' | ')
  console.log(`\n| ${line(titles)} |`)
  console.log(`|${widths.map(width => '-'.repeat(width + 2)).join('|')}|`)
  for (const each of cells) console.log(`| ${line(each)} |`)
  return rows.length > 0 && rows.every(row => columns.every(([, , isMet]) => !isMet || isMet(row)))
}
