import type { Page } from '@playwright/test'
import axe from 'axe-core'

/** The accessibility violations of the page in its current state, in light and dark mode. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }) // no colour transition is running
  const inLightMode = await runAxe(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDarkMode = await runAxe(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ reducedMotion: null })
  return [...inLightMode, ...inDarkMode]
}

/** Loads axe once per page: loading it takes longer than a run. */
async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return await page.evaluate(async options => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, options)
    return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html)}`)
  }, options)
}
