import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The accessibility violations of the page in its current state, in light and dark mode.
 * @param withFooter also those of the shop's footer, which is the same on every page and in every state
 */
export async function violationsOf(page: Page, { withFooter = false } = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }) // no colour transition is running
  const inLightMode = await runAxe(page, withFooter)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDarkMode = await runAxe(page, withFooter, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ reducedMotion: null })
  return [...inLightMode, ...inDarkMode]
}

/** Loads axe once per page: loading it takes longer than a run. */
async function runAxe(page: Page, withFooter: boolean, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(script)
  const excluded = withFooter ? [] : ['body footer']
  const options: axe.RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) }
  return await page.evaluate(
    async ({ excluded, options }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run({ exclude: excluded }, options)
      return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html)}`)
    },
    { excluded, options },
  )
}
