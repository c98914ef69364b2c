// Malformed product files are imported while a visitor loads the home page.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProductColumn, productColumns } from '#domain/products/product-import.ts'
import { countBrokenRules, signInAdmin } from './support/admin.ts'
import { percentile } from './support/load/open-loop.ts'
import * as shop from './support/shop-in-hand.ts'
import { visit } from './support/shoppers.ts'
import { trial } from './support/trial.ts'

const files = 200
const max = { p99Ms: 100, visitEveryMs: 10 }
const cellLength = 60_000
const rowsInFile = 5

const fill = (text: string) => text.repeat(Math.ceil(cellLength / text.length)).slice(0, cellLength)
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

/** The content of a cell. */
const cells: Record<string, string> = {
  spaces: fill(' '),
  'spaces and a digit': `${fill(' ')}1`,
  digits: fill('9'),
  points: fill('1.'),
  apostrophes: fill("1'"),
  quotes: quoted(fill('"')),
  commas: quoted(fill(',')),
  lines: quoted(fill('\n')),
  'combining marks': `a${fill('\u0301')}`,
  'marks in no order': `a${fill('\u0301\u0327')}`,
  'Hangul letters': fill('\u1100\u1161'),
  'invisible characters': fill('\u200b'),
  'one long word': fill('a'),
  words: fill('silk '),
  '@ and points': fill('a@b.'),
  slashes: `http:${fill('/')}`,
}
/** The content of a whole file without regular rows. */
const shapes: Record<string, string> = {
  'a first line of commas': `${','.repeat(cellLength)}name\n`,
  'rows of commas': `name\n${`${','.repeat(cellLength)}\n`.repeat(rowsInFile)}`,
  'quotes that do not end': `name\n"${fill('a"b')}`,
  'quotes in quotes': `name\n${fill('""')}`,
  'empty lines': `name\n${fill('\n')}`,
  'returns without lines': `name\n${fill('\r')}`,
  'marks in the first line': `na${fill('\u0301')}me\n`,
  'bytes that are no text': `name\n${fill('\ufffd')}`,
}

const usual: Record<ProductColumn, string> = {
  id: '',
  name: 'Silk dress',
  category: 'dress',
  color: 'black',
  price: '49.90',
  old_price: '',
  description: 'A dress',
  image: '',
}

/** A file whose rows are valid except for one column. */
function fileWith(column: ProductColumn, cell: string): string {
  const row = productColumns.map(each => (each === column ? cell : usual[each])).join(',')
  return `${productColumns.join(',')}\n${`${row}\n`.repeat(rowsInFile)}`
}

const hostile = [
  ...Object.values(shapes),
  ...Object.values(cells).flatMap(cell => productColumns.map(column => fileWith(column, cell))),
]

await trial('Whatever stands in a file of products, visitors are served while it is read.', async trial => {
  const { times, none, atMost, note } = trial
  try {
    await shop.start('', {}, shop.startCommand)
    note('visitor and database have a core of their own', (await shop.partCores()) ? 'yes' : 'no')
    await shop.sellProduct(4_990)
    const admin = await signInAdmin()
    const waits: number[] = []
    let unserved = 0
    let isOver = false
    const visiting = (async () => {
      for (; !isOver; await sleep(max.visitEveryMs)) {
        const { status, from, to } = await visit('home page', '/')
        waits.push(to - from)
        if (status !== 200) unserved += 1
      }
    })()
    await shop.until('a visitor who was served', () => waits.length > 20)
    waits.length = 0
    const statuses: number[] = []
    const bodies = Array.from({ length: times(files) }, (_, n) => hostile[n % hostile.length] ?? '')
    let slowest = 0
    for (const body of bodies) {
      const headers = { 'content-type': 'text/csv', ...admin }
      const { status, from, to } = await visit('import', '/api/products/imports', { method: 'POST', headers, body })
      statuses.push(status)
      slowest = Math.max(slowest, to - from)
    }
    isOver = true
    await visiting
    note('hostile files', `${bodies.length}, the slowest read in ${Math.round(slowest)} ms`)
    none(
      'of these answered in any other way than read or refused',
      statuses.filter(each => each !== 201 && each !== 400).length,
    )
    note('visits of the home page meanwhile', waits.length)
    none('of these not served', unserved)
    note('half of these waited at most', `${percentile(waits, 0.5).toFixed(1)} ms`)
    atMost('99 of 100 of these waited at most', max.p99Ms, percentile(waits, 0.99), 'ms')
    note('the longest wait', `${Math.round(Math.max(...waits))} ms`)
    none('rules broken on the Proof page', await countBrokenRules())
  } finally {
    await shop.cleanUp()
  }
})
