// Measures lists of what has an old price, of an owner's category and of collections beside the lists of the four categories, each
// address another so that no cache answers.
//   npm run bench:sale -- --products 100000 --rounds 9 --only collection
import { mkdtempSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { categories, colors, sorts } from '../src/domain/products/product.ts'
import { type CollectionSetting, noRule } from '../src/domain/settings/collections.ts'
import { defaultCatalogue } from '../src/domain/settings/default-catalogue.ts'
import { openFilledShop } from './filled-shop.ts'
import { load, needTools } from './load.ts'

const { values: options } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '9' },
    only: { type: 'string', default: '' },
  },
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
const ofDresses = () => 'category=dress'
const ofCollection = (address: string) => addresses(() => `collection=${address}`)
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
  ownCategory: [addresses(ofDresses), addresses(() => 'category=trousers')],
  collectionByRule: [addresses(ofDresses), ofCollection('dresses')],
  collectionOf24ByHand: [addresses(ofDresses), ofCollection('gifts')],
  collectionOf200ByHand: [addresses(ofDresses), ofCollection('window')],
  collectionOfNewest: [addresses(ofDresses), ofCollection('new')],
} as const

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

needTools()
const folder = mkdtempSync('/tmp/vitrine-sale-')
const shop = await openFilledShop(products, 1_000)
try {
  await saveOwnLists()
  const ask = async (paths: string[]) => {
    await shop.query("select pg_notify('shop_changed', 'all')") // empties the cache
    return (await load({ url: shop.url, paths, headers: { host: shop.host }, seconds, connections }, folder))
      .requestsPerSecond
  }
  for (const lists of Object.values(compared).flat()) await ask(lists)
  const figures: Record<string, { perCategory: number; other: number; ratio: number }> = {}
  for (const [name, [categoryLists, otherLists]] of Object.entries(compared).filter(([name]) =>
    name.includes(options.only),
  )) {
    const pairs: { perCategory: number; other: number }[] = []
    for (let round = 0; round < rounds; round++)
      pairs.push({ perCategory: await ask(categoryLists), other: await ask(otherLists) })
    figures[name] = {
      perCategory: Math.round(median(pairs.map(({ perCategory }) => perCategory))),
      other: Math.round(median(pairs.map(({ other }) => other))),
      ratio: Number(median(pairs.map(({ perCategory, other }) => other / perCategory)).toFixed(2)),
    }
  }
  console.log({ products, ...figures, bar: `>= ${bar}` })
  process.exitCode = Object.values(figures).every(({ ratio }) => ratio >= bar * 0.95) ? 0 : 1
} finally {
  await shop.remove()
  rmSync(folder, { recursive: true })
}

/** Makes one of the four categories the owner's, and collections by rule, by hand and of the newest. */
async function saveOwnLists(): Promise<void> {
  const { categories, colors } = defaultCatalogue
  const own = { name: 'Trousers', address: 'trousers' }
  const named = categories.map(each => (each.id === 'jewellery' ? { ...each, ...own } : each))
  const chosen = await shop.query<{ id: string }>(
    'select id from product where deleted_at is null order by random() limit 200',
  )
  const plain = {
    words: '',
    picture: null,
    isInMenu: false,
    order: 'newest' as const,
    products: [] as string[],
    kind: 'rule' as const,
  }
  const byHand = (address: string, n: number): CollectionSetting => ({
    ...{ ...plain, id: address, name: address, address, kind: 'hand', order: 'own', rule: noRule },
    products: chosen.slice(0, n).map(({ id }) => id),
  })
  const items: CollectionSetting[] = [
    { ...plain, id: 'd', name: 'Dresses', address: 'dresses', rule: { ...noRule, category: 'dress' } },
    { ...plain, id: 'n', name: 'New', address: 'new', rule: { ...noRule, newest: 200 } },
    byHand('gifts', 24),
    byHand('window', 200),
  ]
  const save = async (section: string, value: object) =>
    await shop.query(
      `insert into shop_setting (section, value) values ('${section}', '${JSON.stringify(value)}')
       on conflict (section) do update set value = excluded.value`,
    )
  await shop.query("update product set category = 'trousers' where category = 'jewellery'")
  await save('catalogue', { categories: named, colors })
  await save('collections', { items })
  await shop.query('vacuum analyze product')
}
