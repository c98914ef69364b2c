import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { setCurrency } from '#domain/money.ts'
import { violationsOf } from '../axe.ts'
import { fillCart, panel, proceed, typeCard } from '../buying.ts'
import { asAdmin, expect } from '../test.ts'

const main = (page: Page) => page.getByRole('main')
const currency = (page: Page) => main(page).getByRole('combobox', { name: 'Currency' }).filter({ visible: true })
const bands = (page: Page) => main(page).getByRole('textbox', { name: 'Price bands end at' })
const save = (page: Page) => main(page).getByRole('button', { name: 'Save', exact: true })
const saved = (page: Page) => page.locator('[aria-live]').getByText('Saved.', { exact: true })
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function choose(page: Page, code: string) {
  await currency(page).selectOption(code)
  await save(page).click()
  await expect(saved(page)).toBeVisible()
}

// The shop of the next test is in the same process.
asAdmin.beforeEach(async ({ db }) => {
  await sql`truncate shop_setting cascade`.execute(db)
  setCurrency('USD')
})
asAdmin.afterEach(() => setCurrency('USD'))

asAdmin('the owner chooses euros, and the shop shows and sells in them', async ({ page, visit, sells }) => {
  await sells({ name: 'Silk dress', price_cents: 123_450 })
  await visit('/dashboard/settings#currency')
  await currency(page).selectOption('EUR')
  await expect(main(page)).toContainText('a price of 120 USD is one of 120 EUR then')
  await bands(page).fill('50, 40')
  await save(page).click()
  await expect(bands(page)).toBeFocused()
  await expect(bands(page)).toHaveAccessibleDescription(/each above the one before/)
  await bands(page).fill('60, 300, 600')
  expect(await violationsOf(page)).toEqual([])
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await expect(bands(page)).toHaveAccessibleDescription(/Under €60, €60 - €300, €300 - €600, €600 and above/)

  await visit('/shop')
  await expect(main(page).getByText('€1,234.50')).toBeVisible()
  await page.getByRole('link', { name: /^(Only )?€600 and above/ }).click()
  await expect(page.getByRole('list', { name: 'Applied filters' })).toContainText('€600 and above')
  await main(page).getByRole('link', { name: 'Silk dress' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Silk dress')
  await visit(page.url()) // only the server writes it
  const data = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(JSON.parse(data ?? '')).toMatchObject({ offers: { price: '1234.50', priceCurrency: 'EUR' } })

  await fillCart(page, ['Silk dress'])
  await expect(panel(page)).toContainText('€1,234.50')
  await proceed(page)
  await expect(page.getByRole('button', { name: 'Pay €1,234.50' })).toBeVisible()
  await typeCard(page, '4242424242424242')
  await expect(main(page)).toContainText('€1,234.50')

  await visit('/dashboard/settings#currency')
  await expect(currency(page)).toBeDisabled()
  await expect(currency(page)).toHaveAccessibleDescription(
    'The currency stays as it is, because there are orders in it.',
  )
})

asAdmin('a shop in yen has no decimals, in forms and on pages', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('/dashboard/settings#currency')
  await choose(page, 'JPY')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await visit('/dashboard/add-product')
  await page.getByLabel('Product Name').fill('Kimono')
  await page.getByLabel('Category').selectOption('dress')
  await page.getByLabel('Color', { exact: true }).selectOption('red')
  await page.getByLabel('Description').fill('Silk.')
  const price = page.getByLabel('Price', { exact: true })
  await expect(price).toHaveAttribute('step', '1')
  await price.fill('19800.5')
  const add = main(page).getByRole('button', { name: 'Add Product' })
  await add.click()
  await expect(price).toHaveAccessibleDescription('The price can have no decimals.')
  await price.fill('19800')
  await add.click()
  await expect(price).toHaveValue('')
  await visit('/shop')
  await expect(main(page).getByText('¥19,800')).toBeVisible()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await fillCart(page, ['Kimono'])
  await expect(panel(page)).toContainText('¥19,800')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await proceed(page)
  await expect(page.getByRole('button', { name: 'Pay ¥19,800' })).toBeVisible()
})
