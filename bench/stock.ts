// Measures what counting pieces costs: orders of counted and of other goods in turn, one size that everybody buys, and a drop of ten
// pieces on which a thousand buyers come.
//   npm run bench:stock -- --rounds 11
import { parseArgs } from 'node:util'
import { type Answered, openAsker, percentile } from '../tests/chaos/support/load/open-loop.ts'
import { pinTo } from '../tests/support/cores.ts'
import { measureCheckout } from './checkout.ts'
import { type FilledShop, openFilledShop } from './filled-shop.ts'
import { needTools } from './load.ts'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '11' }, only: { type: 'string', default: '' } },
})
const rounds = Number(options.rounds)
const warmUpRounds = 2
const seconds = 2
const connections = 32
const catalogue = 1_000
const bars = { counted: 0.95, hot: 0.5, others: 0.8, refusalMs: 300, pageMs: 50 }
const drop = { buyers: 1_000, pieces: 10, pagesPerSecond: 20 }
const enough = 1_000_000

interface Row {
  what: string
  /** Medians of the rounds. */
  before: number
  now: number
  /** Median of the rounds' ratios, and the middle half of them. */
  ratio: number
  middle: string
  bar: string
  isMet: boolean
}
const rows: Row[] = []

const at = (part: number, values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Number.NaN

function noteRatio(what: string, pairs: [before: number, now: number][], bar: number): void {
  const ratios = pairs.map(([before, now]) => now / before)
  const [before, now] = [0, 1].map(side =>
    Math.round(
      at(
        0.5,
        pairs.map(pair => pair[side as 0 | 1]),
      ),
    ),
  )
  const ratio = Number(at(0.5, ratios).toFixed(3))
  const middle = `${at(0.25, ratios).toFixed(2)} to ${at(0.75, ratios).toFixed(2)}`
  rows.push({ what, before: before ?? 0, now: now ?? 0, ratio, middle, bar: `>= ${bar}`, isMet: ratio >= bar })
  console.log(JSON.stringify(rows.at(-1)))
}

/** Counts these products by hand, because a count in the shop is one request for each size. */
async function count({ query }: FilledShop, products: string[], pieces: number): Promise<void> {
  await query(`insert into stock (variant_id, product_id, on_hand) select id, id, $2 from unnest($1::uuid[]) id`, [
    products,
    pieces,
  ])
  await query(
    `insert into stock_movement (variant_id, kind, on_hand, at) select id, 'counted', $2, now() from unnest($1::uuid[]) id`,
    [products, pieces],
  )
}

/** Measures orders of both kinds of goods in turn. Who comes first takes turns, too. */
async function compare(shop: FilledShop, what: string, goods: [before: string[], now: string[]], bar: number) {
  const pairs: [number, number][] = []
  for (let round = -warmUpRounds; round < rounds; round++) {
    const pair: [number, number] = [0, 0]
    for (const side of (round % 2 ? [0, 1] : [1, 0]) as (0 | 1)[])
      pair[side] = (await measureCheckout(shop, seconds, connections, goods[side])).ordersPerSecond
    if (round >= 0) pairs.push(pair)
  }
  noteRatio(what, pairs, bar)
}

const isServed = ({ status }: Answered) => status === 200
const timesOf = (answers: Answered[]) => answers.map(({ ms }) => ms)

/**
 * Other orders and the buyers of the drop arrive independently of answers, together at half of the checkouts that the machine serves,
 * and pages are asked for meanwhile.
 */
async function measureDrops(shop: FilledShop, others: string[], dropped: string[]): Promise<void> {
  const [orders, buyers, pages] = [openAsker(), openAsker(), openAsker()]
  const path = '/api/orders/create-checkout-session'
  const bodyOf = (_id: string) => JSON.stringify({ products: [{ _id, quantity: 1 }] })
  const otherOrders = { url: shop.url, path, bodies: others.map(bodyOf) }
  const shopPages = { url: shop.url, path: '/shop?maxPrice=1#' }
  const pairs: [number, number][] = []
  const seen = {
    refusals: [] as number[],
    pages: [] as number[],
    pagesBefore: [] as number[],
    late: [] as number[],
    putOff: [] as number[],
  }
  const most: number[] = []
  try {
    for (const [n, product] of dropped.entries()) {
      const ms = seconds * 1_000
      const busiest = (await orders.ask(otherOrders, { atOnce: connections, ms })).filter(isServed).length / seconds
      const perSecond = busiest / 4
      const lasts = (drop.buyers / perSecond) * 1_000
      const [before, pagesBefore] = await Promise.all([
        orders.ask(otherOrders, { perSecond, ms: lasts }),
        pages.ask(shopPages, { perSecond: drop.pagesPerSecond, ms: lasts }),
      ])
      await count(shop, [product], drop.pieces)
      const [meanwhile, answers, pagesMeanwhile] = await Promise.all([
        orders.ask(otherOrders, { perSecond, ms: lasts }),
        buyers.ask({ url: shop.url, path, bodies: [bodyOf(product)] }, { perSecond, ms: lasts }),
        pages.ask(shopPages, { perSecond: drop.pagesPerSecond, ms: lasts }),
      ])
      const [sold, refused] = [answers.filter(isServed), answers.filter(({ status }) => status === 409)]
      if (sold.length !== drop.pieces) throw new Error(`${drop.pieces} pieces were sold to ${sold.length} buyers.`)
      if (n < 1) continue // warms up
      const rateOf = (all: Answered[]) =>
        (all.filter(isServed).length / Math.max(...all.map(({ at, ms }) => at + ms))) * 1_000
      pairs.push([rateOf(before), rateOf(meanwhile)])
      most.push(busiest)
      seen.putOff.push(answers.length - sold.length - refused.length)
      seen.refusals.push(percentile(timesOf(refused), 0.95))
      seen.pages.push(percentile(timesOf(pagesMeanwhile), 0.99))
      seen.pagesBefore.push(percentile(timesOf(pagesBefore), 0.99))
      seen.late.push(
        percentile(
          [...meanwhile, ...answers].map(({ late }) => late),
          0.95,
        ),
      )
    }
  } finally {
    await Promise.all([orders, buyers, pages].map(asker => asker.close()))
  }
  console.log(
    `checkouts a second at the most ${Math.round(at(0.5, most))}; a quarter each of other orders and of buyers`,
  )
  console.log(`95 of 100 were asked not later after they were due than ${at(0.5, seen.late).toFixed(1)} ms`)
  console.log(`buyers of each drop who were told to come back in a moment: ${seen.putOff.join(', ')}`)
  noteRatio('other orders a second during a drop', pairs, bars.others)
  noteMost('told that it is sold out, p95 in ms', seen.refusals, bars.refusalMs)
  noteMost('pages meanwhile, p99 in ms', seen.pages, bars.pageMs, at(0.5, seen.pagesBefore))
}

function noteMost(what: string, values: number[], bar: number, before = 0): void {
  const [now, middle] = [at(0.5, values), `${at(0.25, values).toFixed(0)} to ${at(0.75, values).toFixed(0)}`]
  rows.push({
    ...{ what, before: Math.round(before), now: Math.round(now), ratio: Number.NaN, middle },
    ...{ bar: `<= ${bar}`, isMet: now <= bar },
  })
  console.log(JSON.stringify(rows.at(-1)))
}

needTools()
const shop = await openFilledShop(catalogue, catalogue)
try {
  pinTo(1, [process.pid])
  const ids = (await shop.query<{ id: string }>('select id from product order by random()')).map(({ id }) => id)
  const [counted, uncounted] = [ids.slice(0, 450), ids.slice(450, 900)]
  await count(shop, counted, enough)
  const parts: Record<string, () => Promise<void>> = {
    counted: () => compare(shop, 'orders of counted goods to others', [uncounted, counted], bars.counted),
    hot: () => compare(shop, 'orders of one size to many', [counted, counted.slice(0, 1)], bars.hot),
    drop: () => measureDrops(shop, uncounted, ids.slice(900, 901 + rounds)),
  }
  for (const [name, measure] of Object.entries(parts)) if (name.includes(options.only)) await measure()
} finally {
  await shop.remove()
}
console.table(rows)
if (rows.some(({ isMet }) => !isMet)) process.exitCode = 1
