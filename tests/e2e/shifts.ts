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
