import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The accessibility violations of the page in its current state, in light and dark mode. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }) // no colour transition is running
  const light = await axeOf(page).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await axeOf(page).withRules(['color-contrast']).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ reducedMotion: null })
  return [...light.violations, ...dark.violations].map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html)}`)
}

/** Legacy mode checks the page alone, which is enough because the shop has no frames. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
