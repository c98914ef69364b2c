import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What keeps somebody from using the page as it is now, by day and in the dark. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' }) // no colour is still on its way
  const byDay = await axeOf(page).analyze()
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await axeOf(page).withRules(['color-contrast']).analyze()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ reducedMotion: null })
  return [...byDay.violations, ...inTheDark.violations].map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html)}`)
}

/** Within the page alone: the shop has no frames of which something had to be gathered. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
