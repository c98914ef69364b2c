// Measures lists of what has an old price beside the lists of the categories, each address another so that no cache answers; both
// alone, of a color and at a price, and then of a category too.
//   npm run bench:sale -- --products 100000 --rounds 9
import { mkdtempSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { categories, colors, sorts } from '../src/domain/products/product.ts'
import { openFilledShop } from './filled-shop.ts'
import { load, needTools } from './load.ts'

const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '9' } },
})
const [products, rounds] = [Number(options.products), Number(options.rounds)]
const seconds = 1
const connections = 16
const bar = 1

/** More than are asked for in a round. */
const many = 8_000
/** The first pages of a list in all orders. The highest price makes each address another, and excludes nothing. */
const addresses = (list: (at: number) => string, filter = (at: number) => `maxPrice=${1_000_001 + at}`) =>
  Array.from({ length: many }, (_, at) => {
    const sort = sorts[at % sorts.length]
    return `/api/products?${list(at)}&sort=${sort}&page=${1 + (at % 5)}&limit=${at % 2 ? 8 : 24}&${filter(at)}`
  })
const inTurn = <Value>(values: readonly Value[], at: number) => values[Math.floor(at / sorts.length) % values.length]
const ofCategories = (at: number) => `category=${inTurn(categories, at)}`
const onSale = () => 'sale=1'
const ofColors = (at: number) => `color=${inTurn(colors, at)}&maxPrice=${1_000_001 + at}`
const atPrices = (at: number) => `minPrice=50&maxPrice=${100 + at / 100}`
const compared = {
  alone: [addresses(ofCategories), addresses(onSale)],
  ofColors: [addresses(ofCategories, ofColors), addresses(onSale, ofColors)],
  atPrices: [addresses(ofCategories, atPrices), addresses(onSale, atPrices)],
  ofCategories: [addresses(ofCategories), addresses(at => `sale=1&${ofCategories(at)}`)],
} as const

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

needTools()
const folder = mkdtempSync('/tmp/vitrine-sale-')
const shop = await openFilledShop(products, 1_000)
try {
  const ask = async (paths: string[]) => {
    await shop.query("select pg_notify('shop_changed', 'all')") // empties the cache
    return (await load({ url: shop.url, paths, headers: { host: shop.host }, seconds, connections }, folder))
      .requestsPerSecond
  }
  for (const lists of Object.values(compared).flat()) await ask(lists)
  const figures: Record<string, { perCategory: number; reduced: number; ratio: number }> = {}
  for (const [name, [categoryLists, saleLists]] of Object.entries(compared)) {
    const pairs: { perCategory: number; reduced: number }[] = []
    for (let round = 0; round < rounds; round++)
      pairs.push({ perCategory: await ask(categoryLists), reduced: await ask(saleLists) })
    figures[name] = {
      perCategory: Math.round(median(pairs.map(({ perCategory }) => perCategory))),
      reduced: Math.round(median(pairs.map(({ reduced }) => reduced))),
      ratio: Number(median(pairs.map(({ perCategory, reduced }) => reduced / perCategory)).toFixed(2)),
    }
  }
  console.log({ products, ...figures, bar: `>= ${bar}` })
  process.exitCode = Object.values(figures).every(({ ratio }) => ratio >= bar * 0.95) ? 0 : 1
} finally {
  await shop.remove()
  rmSync(folder, { recursive: true })
}
