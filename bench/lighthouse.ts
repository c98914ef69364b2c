// Runs Lighthouse on the storefront with its mobile profile, and prints the median of five runs per page.
//   npm run bench:lighthouse [-- /shop /contact]
import { mkdtemp, rm } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { type Product, productPath } from '#domain/products/product.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { freePort, startShop } from '../tests/support/shop.ts'

const runs = 5
const categories = ['performance', 'accessibility', 'best-practices', 'seo']
const metrics = {
  'first-contentful-paint': 'FCP',
  'largest-contentful-paint': 'LCP',
  'total-blocking-time': 'TBT',
  'cumulative-layout-shift': 'CLS',
}

const folder = await mkdtemp('/tmp/vitrine-lighthouse-')
const shop = await startShop({ DATA_DIR: folder, SEED: 'demo' })
const origin = shop.url.replace('127.0.0.1', 'localhost')
const port = await freePort()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})

try {
  const { data } = (await (await fetch(`${origin}/api/products?limit=1`)).json()) as { data: { products: Product[] } }
  const [product] = data.products
  if (!product) throw new Error('The demo shop has no products.')
  const given = process.argv.slice(2)
  const paths = given.length
    ? given
    : [
        '/',
        '/shop',
        productPath(product),
        '/search',
        '/search?q=dress',
        '/categories/dress',
        '/blogs/how-to-care-for-silk',
      ]

  console.log(['page'.padEnd(64), ...categories, ...Object.values(metrics)].join('  '))
  for (const path of paths) console.log(await line(path))
} finally {
  await browser.close()
  shop.kill('SIGTERM')
  await shop.ended
  await rm(folder, { recursive: true, force: true })
}

async function line(path: string): Promise<string> {
  const scores = new Map<string, number[]>()
  const failedAudits = new Set<string>()
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(origin + path, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
    })
    if (!result) throw new Error(`Lighthouse could not look at ${path}.`)
    const { lhr } = result
    for (const name of categories) note(name, (lhr.categories[name]?.score ?? 0) * 100)
    for (const name of Object.keys(metrics)) note(name, lhr.audits[name]?.numericValue ?? Number.NaN)
    for (const name of categories.slice(1))
      for (const { id, weight } of lhr.categories[name]?.auditRefs ?? [])
        if (weight > 0 && (lhr.audits[id]?.score ?? 1) < 1) failedAudits.add(id)
  }
  const median = (name: string) => scores.get(name)?.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
  const cells = [
    path.padEnd(64),
    ...categories.map(name => median(name).toFixed(0).padStart(name.length)),
    ...Object.keys(metrics).map(name =>
      name.endsWith('shift') ? median(name).toFixed(3) : `${median(name).toFixed(0)} ms`,
    ),
    ...failedAudits,
  ]
  return cells.join('  ')

  function note(name: string, value: number) {
    scores.set(name, [...(scores.get(name) ?? []), value])
  }
}
