import type { Page } from '@playwright/test'

/** The link of a filter's value. */
export const choice = (page: Page, group: string, label: string) =>
  page
    .getByRole('list', { name: group })
    .getByRole('link')
    .filter({ has: page.getByText(label, { exact: true }) })

const opener = (page: Page) => page.getByRole('button', { name: 'Filters', exact: true })

/** On a phone the filters are a sheet that must be opened first. */
export async function openFilters(page: Page): Promise<void> {
  if (await opener(page).isVisible()) await opener(page).click()
}

export async function closeFilters(page: Page): Promise<void> {
  if (await opener(page).isVisible()) await page.getByRole('button', { name: 'Show products' }).click()
}
