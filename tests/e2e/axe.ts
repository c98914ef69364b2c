import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What keeps somebody from using the page as it is now. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html)}`)
}
