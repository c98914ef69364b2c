// Measures lists by size beside the same lists without, each address another so that no cache answers, and the counts by size.
//   npm run bench:sizes -- --products 100000 --rounds 9
import { mkdtempSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { categories, colors, sorts } from '../src/domain/products/product.ts'
import { fits } from '../src/domain/products/size.ts'
import { bucketsOfStep, priceSteps } from '../src/server/products/list/price-histogram.ts'
import { type FilledShop, openFilledShop } from './filled-shop.ts'
import { load, needTools } from './load.ts'

const { values: options } = parseArgs({
  options: { products: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '9' } },
})
const [products, rounds] = [Number(options.products), Number(options.rounds)]
const seconds = 1
const connections = 16
const bars = { lists: 0.7, countMs: 20 }

/** Most dresses have some of six sizes, most rings some of seven, a third of the accessories some of three; the rest has one size. */
async function giveSizes({ query }: FilledShop): Promise<void> {
  const random = (salt: number, below: number) => `(abs(hashint4(hashtext(id::text) + ${salt})) % ${below})::bigint`
  await query('alter table product disable trigger user')
  await query('set statement_timeout = 0')
  await query(`update product set sold_out = bits = 0, fits = bits from (
    select id as sized, case
      when category = 'dress' then ${random(1, 64)} << 1
      when category = 'jewellery' and ${random(2, 8)} < 5 then ${random(3, 128)} << (8 + ${random(4, 14)})::int
      when category = 'accessories' and ${random(2, 8)} < 3 then ${random(5, 8)} << 29
      else fits end as bits from product) made where id = sized`)
  await query('alter table product enable trigger user')
  await query('truncate product_fits_count')
  await query(`insert into product_fits_count
    select kind.category, kind.color, (place - 1) * ${bucketsOfStep} + price_cents / step, fits, count(*)
    from product cross join unnest(array[${priceSteps}]) with ordinality as steps (step, place)
    cross join lateral (values
      (product.category, product.color), (product.category, ''), ('', product.color), ('', '')
    ) as kind (category, color)
    where deleted_at is null and fits <> 0 group by 1, 2, 3, 4`)
  await query('vacuum analyze product')
  await query('vacuum analyze product_fits_count')
}

/** The addresses of the first pages of lists in all orders, of all categories and colors, each once (more than are asked for in a round), with one of the filters in turn. */
const addresses = (path: string, filters: string[]) => {
  const pages = [1, 2, 3, 4, 5].flatMap(page => [6, 7, 8, 9, 10].map(limit => `page=${page}&limit=${limit}`))
  const lists = pages.flatMap(page =>
    sorts.flatMap(sort =>
      ['', ...categories].flatMap(category =>
        ['', ...colors].map(color => `${path}?sort=${sort}&category=${category}&color=${color}&${page}`),
      ),
    ),
  )
  return lists.map((list, at) => `${list}&${filters[at % filters.length]}`)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

needTools()
const folder = mkdtempSync('/tmp/vitrine-sizes-')
const shop = await openFilledShop(products, 1_000)
try {
  await giveSizes(shop)
  const sizes = fits.filter(({ kind }) => kind !== 'One size').map(({ code }) => `size=${code}`)
  const ask = async (path: string, filters: string[]) => {
    await shop.query('update product set updated_at = now() where id = (select id from product limit 1)') // empties the cache
    return await load(
      { url: shop.url, paths: addresses(path, filters), headers: { host: shop.host }, seconds, connections },
      folder,
    )
  }
  await ask('/api/products', ['', ...sizes])
  const pairs: { without: number; bySize: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const without = await ask('/api/products', [''])
    const bySize = await ask('/api/products', sizes)
    pairs.push({ without: without.requestsPerSecond, bySize: bySize.requestsPerSecond })
  }
  const waits: number[] = []
  for (const address of addresses('/api/products/counts', ['', ...sizes]).slice(0, 320)) {
    const begin = performance.now()
    await (await fetch(shop.url + address, { headers: { host: shop.host } })).json()
    waits.push(performance.now() - begin)
  }
  const ratio = median(pairs.map(({ without, bySize }) => bySize / without))
  console.log({
    products,
    listsPerSecond: Math.round(median(pairs.map(({ without }) => without))),
    bySizePerSecond: Math.round(median(pairs.map(({ bySize }) => bySize))),
    ratio: Number(ratio.toFixed(2)),
    bar: `>= ${bars.lists}`,
    countMs: Number(median(waits).toFixed(1)),
    countBar: `<= ${bars.countMs}`,
  })
  process.exitCode = ratio >= bars.lists && median(waits) <= bars.countMs ? 0 : 1
} finally {
  await shop.remove()
  rmSync(folder, { recursive: true })
}
