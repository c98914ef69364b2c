// Compares this checkout with an earlier commit: two shops with the same goods, measured in turn in the same minutes.
//   npm run bench:beside -- COMMIT                        1,000 and 100,000 products, eleven rounds each
//   npm run bench:beside -- COMMIT --products 1000 --rounds 5 --only list
// A ratio above 1 says that this checkout is faster.
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { type BuiltCommit, buildCommit } from '../scripts/build-commit.ts'
import { measureCheckout } from './checkout.ts'
import { type FilledShop, openFilledShop, startClearingCache } from './filled-shop.ts'
import { load, needTools } from './load.ts'
import { differentLists, differentSearches } from './request-paths.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    products: { type: 'string', default: '1000,100000' },
    rounds: { type: 'string', default: '11' },
    only: { type: 'string', default: '' },
  },
})
const [commit] = positionals
if (!commit) {
  console.error('Say which commit to compare with: npm run bench:beside -- COMMIT')
  process.exit(2)
}
needTools()
const rounds = Number(options.rounds)
const warmUpRounds = 4
const seconds = 2
const folder = mkdtempSync('/tmp/vitrine-beside-')

interface Row {
  what: string
  products: number
  before: number
  now: number
  /** Median of the rounds' ratios, now / before. */
  ratio: number
  /** The middle half of the ratios. */
  middle: string
}
const rows: Row[] = []

async function compare({ folder: checkout }: BuiltCommit, products: number): Promise<void> {
  const older: { openFilledShop: typeof openFilledShop } = await import(
    pathToFileURL(path.join(checkout, 'bench/filled-shop.ts')).href
  )
  const [before, now] = [await older.openFilledShop(products, products), await openFilledShop(products, products)]
  try {
    for (const [what, measure] of Object.entries(loads).filter(([what]) => what.includes(options.only))) {
      const figures: [before: number, now: number][] = []
      for (let round = -warmUpRounds; round < rounds; round++) {
        const pair: [number, number] = [0, 0]
        // Who is measured first takes turns, because the second one finds a warmer machine.
        for (const side of round % 2 ? [0, 1] : [1, 0]) {
          const shop = side ? now : before
          await shop.query("select pg_notify('shop_changed', 'all')")
          pair[side] = await measure(shop)
        }
        if (round >= 0) figures.push(pair)
      }
      rows.push(summaryOf(what, products, figures))
      console.log(JSON.stringify(rows.at(-1)))
    }
  } finally {
    await before.remove()
    await now.remove()
  }
}

type Measure = (shop: FilledShop) => Promise<number>

const get =
  (paths: (shop: FilledShop) => Promise<string[]> | string[], connections = 32): Measure =>
  async shop => {
    const { url, host } = shop
    const requests = { url, paths: await paths(shop), headers: { Host: host }, seconds, connections }
    return (await load(requests, folder)).requestsPerSecond
  }

const clearing =
  (measure: Measure): Measure =>
  async shop => {
    const cleared = startClearingCache(shop)
    try {
      return await measure(shop)
    } finally {
      await cleared.end()
    }
  }

const products = async ({ query }: FilledShop, path: string) =>
  (await query<{ id: string }>('select id from product where deleted_at is null order by random() limit 50000')).map(
    ({ id }) => path + id,
  )

/** More than a round requests, so that no answer comes from the cache. */
const many = 20_000

/** What is measured, each in requests or orders per second. */
const loads: Record<string, Measure> = {
  'kept list answer': get(() => ['/api/products?limit=8']),
  'kept shop page': get(() => ['/shop']),
  'list answer, each another': get(() => differentLists('/api/products?limit=8&', many)),
  'shop page, each another': get(() => differentLists('/shop?', many)),
  'search, each another': get(() => differentSearches(many), 4),
  'product answer, made anew': clearing(get(shop => products(shop, '/api/products/'))),
  'product page, made anew': clearing(get(shop => products(shop, '/shop/'))),
  'order: cart to confirmation': async shop => (await measureCheckout(shop, seconds, 32)).ordersPerSecond,
}

function summaryOf(what: string, products: number, figures: [before: number, now: number][]): Row {
  const ratios = figures.map(([before, now]) => now / before).toSorted((a, b) => a - b)
  const at = (part: number, sorted: number[]) => sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
  const median = (side: 0 | 1) =>
    Math.round(
      at(
        0.5,
        figures.map(pair => pair[side]).toSorted((a, b) => a - b),
      ),
    )
  return {
    what,
    products,
    before: median(0),
    now: median(1),
    ratio: Number(at(0.5, ratios).toFixed(2)),
    middle: `${at(0.25, ratios).toFixed(2)} to ${at(0.75, ratios).toFixed(2)}`,
  }
}

const built = buildCommit(commit)
try {
  for (const products of options.products.split(',').map(Number)) await compare(built, products)
} finally {
  built.remove()
  rmSync(folder, { recursive: true })
}
console.table(rows)
