// Measures how long the storefront takes to show the answer to a tap or a key (INP), on a phone's screen with the processor slowed
// down four times: the median and the longest of so many fresh visits.
//   npm run bench:interactions [-- --visits 5]
import { mkdtemp, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { chromium, devices, type Page } from '@playwright/test'
import { type Product, productPath } from '#domain/products/product.ts'
import { findChromium } from '../scripts/chromium.mjs'
import { startShop } from '../tests/support/shop.ts'

const { values } = parseArgs({ options: { visits: { type: 'string', default: '5' } } })
const visits = Number(values.visits)
const slowedBy = 4

const folder = await mkdtemp('/tmp/vitrine-interactions-')
const shop = await startShop({ DATA_DIR: folder, SEED: 'demo' })
const origin = shop.url.replace('127.0.0.1', 'localhost')
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})

type Step = readonly [name: string, act: (page: Page) => Promise<void>]
const tap = (role: 'button' | 'link', name: string | RegExp) => async (page: Page) =>
  await page
    .getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .tap()
const search = (text: string) => async (page: Page) => {
  await page.getByRole('main').getByRole('searchbox').tap()
  for (const letter of text) {
    await page.keyboard.press(letter)
    await page.waitForTimeout(200)
  }
}

try {
  const { data } = (await (await fetch(`${origin}/api/products?limit=50`)).json()) as { data: { products: Product[] } }
  const product = data.products.find(({ sizes }) => (sizes?.length ?? 0) > 1)
  if (!product) throw new Error('The demo shop has no product with sizes.')
  const journeys: [path: string, steps: Step[]][] = [
    ['/', [['open the menu', tap('button', 'Menu')]]],
    ['/search', [['type five letters', search('dress')]]],
    [
      '/shop',
      [
        ['open the filters', tap('button', 'Filters')],
        ['choose a category', page => page.getByRole('list', { name: 'Category' }).getByRole('link').first().tap()],
        ['close the filters', tap('button', 'Show products')],
      ],
    ],
    [
      productPath(product),
      [
        [
          'choose a size',
          async page =>
            await page
              .getByRole('radio', { name: /^[A-Z0-9]+$/ })
              .first()
              .check(),
        ],
        ['add to the cart', tap('button', 'Add to Cart')],
        ['view the cart', tap('button', 'View cart')],
        ['one more piece', tap('button', /^Increase quantity/)],
        ['close the cart', tap('button', 'Close cart')],
        ['enlarge the picture', tap('link', 'Enlarge the picture')],
      ],
    ],
  ]
  console.log(`${'page'.padEnd(10)} ${'interaction'.padEnd(22)} median  longest, ms`)
  for (const [path, steps] of journeys) {
    const times = steps.map((): number[] => [])
    for (let visit = 0; visit < visits; visit += 1)
      for (const [at, time] of (await timesOf(path, steps)).entries()) times[at]?.push(time)
    for (const [at, [name]] of steps.entries()) {
      const sorted = times[at]?.toSorted((a, b) => a - b) ?? []
      const [median, longest] = [sorted[Math.floor(visits / 2)], sorted.at(-1)]
      console.log(
        `${path.slice(0, 10).padEnd(10)} ${name.padEnd(22)} ${String(median).padStart(6)} ${String(longest).padStart(8)}`,
      )
    }
  }
} finally {
  await browser.close()
  shop.kill('SIGTERM')
  await shop.ended
  await rm(folder, { recursive: true, force: true })
}

/** The longest event of each step, in milliseconds; browsers round to 8, and report none below 16. */
async function timesOf(path: string, steps: Step[]): Promise<number[]> {
  const context = await browser.newContext(devices['Pixel 7'])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.addInitScript(() => {
    const events: { duration: number }[] = []
    Object.assign(window, { events })
    const observer = new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
        if (entry.interactionId) events.push({ duration: entry.duration })
    })
    observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.goto(origin + path, { waitUntil: 'load' })
  await page.waitForTimeout(1_000)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  const times: number[] = []
  for (const [, act] of steps) {
    await act(page)
    await page.waitForTimeout(700)
    times.push(
      await page.evaluate(() => {
        const { events } = window as unknown as { events: { duration: number }[] }
        return Math.max(0, ...events.splice(0).map(({ duration }) => duration))
      }),
    )
  }
  await context.close()
  return times
}
