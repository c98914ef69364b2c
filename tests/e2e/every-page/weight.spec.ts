import budget from '../budget.json' with { type: 'json' }
import { expect, idle, test, untilHydrated } from '../test.ts'

interface Weight {
  script: number
  style: number
  fonts: number
  shift: number
  /** The elements that moved. */
  moved: string
  /** The source of the largest contentful paint if it is a picture. */
  largest: string
}

const pages = [
  '/',
  '/shop',
  '/shop/{id}',
  '/categories/dress',
  '/search?q=dress',
  '/blogs',
  '/contact',
  '/pages',
  '/login',
]

for (const path of pages)
  test(`${path} stays within the budget`, { tag: '@phone' }, async ({ page, sells }) => {
    const { id } = await sells({ name: 'Silk dress' })
    for (let i = 0; i < 9; i++) await sells()
    await page.addInitScript(() => {
      const seen = { shift: 0, moved: '', largest: '' }
      Object.assign(globalThis, { seen })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries() as unknown as { value: number; sources: { node?: Node }[] }[]) {
          seen.shift += entry.value
          seen.moved += entry.sources
            .map(({ node }) => `${node?.nodeName} "${node?.textContent?.slice(0, 40)}" `)
            .join('')
        }
      }).observe({ type: 'layout-shift', buffered: true })
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) seen.largest = (entry as unknown as { url: string }).url
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const response = await page.goto(path.replace('{id}', id))
    const html = (await response?.text()) ?? ''
    await untilHydrated(page)
    await idle(page)
    const weight = await page.evaluate((): Weight => {
      const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const sum = (end: string) =>
        all.filter(({ name }) => new URL(name).pathname.endsWith(end)).reduce((n, each) => n + each.encodedBodySize, 0)
      const { seen } = globalThis as unknown as { seen: Pick<Weight, 'shift' | 'moved' | 'largest'> }
      return {
        script: sum('.js'),
        style: sum('.css'),
        fonts: all.filter(({ name }) => name.endsWith('.woff2')).length,
        ...seen,
      }
    })
    expect(weight.script).toBeGreaterThan(0)
    expect(weight.script).toBeLessThanOrEqual(path === '/shop/{id}' ? budget.productScriptBytes : budget.scriptBytes)
    expect(weight.style).toBeLessThanOrEqual(budget.styleBytes)
    expect(weight.fonts).toBeLessThanOrEqual(budget.fonts)
    expect(weight.shift, weight.moved).toBeLessThanOrEqual(budget.layoutShift)
    if (weight.largest) expect(html).toContain(new URL(weight.largest).pathname)
    expect(html).not.toMatch(/<link rel="modulepreload" href="[^"]*\/libraries/) // fonts and pictures come before scripts
  })
