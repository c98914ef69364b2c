import type { Page } from '@playwright/test'

/** What layout shifts may add up to: the browser rounds positions. */
export const maxShift = 0.001

/**
 * Measures layout shifts in the window from now on, also those right after a click, which browsers excuse.
 * @returns a function that returns their sum
 */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) {
        const { shifted } = globalThis as unknown as { shifted: number }
        Object.assign(globalThis, { shifted: shifted + (entry as unknown as { value: number }).value })
      }
    }).observe({ type: 'layout-shift' })
  })
  return async () => {
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 100))))
    return await page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted)
  }
}

/** The sum of the layout shifts since the page was opened. */
export const shiftsSoFar = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise(resolve => {
        let sum = 0
        const observer = new PerformanceObserver(list => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 100)
      }),
  )
