import type { Page } from '@playwright/test'
import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const field = (page: Page) => page.getByRole('combobox', { name: 'Search the shop' })
const icon = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Search' }).filter({ visible: true })
const options = (page: Page, which?: { name?: string; selected?: boolean }) => panel(page).getByRole('option', which)
const status = (page: Page) => panel(page).getByRole('status')
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function expectNoViolations(page: Page) {
  expect(await violationsOf(page)).toEqual([])
  expect(await sideways(page)).toBeLessThanOrEqual(0)
}

test('the header’s search finds products in place, by keyboard alone', { tag: '@phone' }, async ({
  page,
  visit,
  sells,
}) => {
  await sells({ name: 'Silk dress', color: 'red', price_cents: 12_000 })
  const linen = await sells({ name: 'Linen dress', price_cents: 9_900 })
  for (let n = 1; n <= 6; n += 1) await sells({ name: `Plain skirt ${n}`, description: 'Goes with every dress.' })
  await visit('/shop')
  await icon(page).focus()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeFocused()

  await page.keyboard.type('dres')
  await expect(status(page)).toHaveText('8 products found')
  await expect(options(page)).toHaveCount(6)
  await expect(options(page).first()).toContainText('Linen dress')
  await expect(options(page).first()).toContainText('$99.00')
  await expect(panel(page).getByRole('link', { name: 'See all 8 results' })).toHaveAttribute('href', '/search?q=dres')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(options(page, { selected: true })).toContainText('Linen dress')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /.+-0$/)
  await expectNoViolations(page)

  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(icon(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('linen')
  await expect(status(page)).toHaveText('1 product found')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/shop/${linen.id}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Linen dress' })).toBeVisible()
  await expect(panel(page)).toBeHidden()
})

test('Enter without a marked product opens the page of all results; a click opens the product', async ({
  page,
  visit,
  sells,
}) => {
  const ring = await sells({ name: 'Gold ring', category: 'jewellery', color: 'gold' })
  await visit('/')
  await icon(page).click()
  await field(page).fill('golden rings')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=golden+rings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“golden rings”')
  await expect(page.getByText('Showing 1 to 1 of 1 products')).toBeVisible()
  await icon(page).click()
  await field(page).fill('ring')
  await options(page, { name: 'Gold ring' }).click()
  await expect(page).toHaveURL(new RegExp(`/shop/${ring.id}`))
})

test('a late answer never replaces a newer one', async ({ page, visit, sells }) => {
  await sells({ name: 'Silk dress' })
  await sells({ name: 'Gold ring', category: 'jewellery', description: 'A ring.' })
  await visit('/')
  const letGo = await holdCalls(page, '**/api/search?q=silk&*')
  await icon(page).click()
  const asked = page.waitForRequest('**/api/search?q=silk&*')
  await field(page).fill('silk')
  await asked
  await expect(status(page)).toHaveText('Searching')
  await field(page).fill('ring')
  await expect(options(page, { name: 'Gold ring' })).toBeVisible()
  const late = page.waitForResponse('**/api/search?q=silk&*')
  letGo()
  await late
  await expect(options(page)).toHaveCount(1)
  await expect(options(page)).toContainText('Gold ring')
})

test('the mark belongs to the product, not to its position in the list', async ({ page, visit, sells }) => {
  await sells({ name: 'Olive soap', category: 'cosmetics', description: 'Plain.' })
  await sells({ name: 'Velvet gown', description: 'Black.' })
  await visit('/')
  const letGo = await holdCalls(page, '**/api/search?q=velvet&*')
  await icon(page).click()
  await field(page).fill('soap')
  await expect(options(page)).toContainText('Olive soap')
  const asked = page.waitForRequest('**/api/search?q=velvet&*')
  await field(page).fill('velvet')
  await asked
  await page.keyboard.press('ArrowDown')
  await expect(options(page, { selected: true })).toContainText('Olive soap')
  letGo()
  await expect(options(page)).toContainText('Velvet gown')
  await expect(options(page, { selected: true })).toHaveCount(0)
  await expect(field(page)).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/search?q=velvet')
})

test('a search without results suggests words, and a failed search can be retried', async ({
  page,
  visit,
  sells,
  complaints,
}) => {
  await sells({ name: 'Velvet gown', description: 'Black.' })
  await visit('/')
  await icon(page).click()
  await field(page).fill('velvet shoes')
  await expect(status(page)).toHaveText('No products found')
  await expect(panel(page).getByRole('link', { name: 'Jewellery' })).toBeVisible()
  await expectNoViolations(page)
  await panel(page).getByRole('button', { name: 'velvet' }).click()
  await expect(field(page)).toBeFocused()
  await expect(options(page)).toContainText('Velvet gown')

  const message = 'Too many attempts. Please wait 7 seconds.'
  await failCalls(page, '**/api/search?*', { status: 429, json: { success: false, message } })
  await field(page).fill('gown')
  await expect(panel(page).getByRole('alert')).toContainText(message)
  await expect(options(page)).toHaveCount(0)
  await page.unroute('**/api/search?*')
  await panel(page).getByRole('button', { name: 'Try again' }).click()
  await expect(options(page)).toContainText('Velvet gown')
  expectFailedLoads(complaints)
})

test('the page of a search has filters, sort order and pages in its address', async ({ page, visit, sells }) => {
  for (let n = 1; n <= 9; n += 1) await sells({ name: `Red dress ${n}`, color: 'red', price_cents: n * 1_000 })
  await sells({ name: 'Blue dress', color: 'blue', price_cents: 30_000 })
  await visit('/search?q=dresses&color=red&sort=price-desc&page=2')
  await expect(page.getByText('Showing 9 to 9 of 9 products')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Red dress 1')
  await expect(page.getByLabel('Sort')).toHaveValue('price-desc')
  await page.getByRole('link', { name: 'Remove filter Red' }).click()
  await expect(page).toHaveURL('/search?q=dresses&sort=price-desc')
  await expect(page.getByText('Showing 1 to 8 of 10 products')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('Blue dress')
  await expect(page.locator('#filters a[href*="color=red"]')).toContainText('9 products')
  await page.getByLabel('Sort').selectOption({ label: 'Best match' })
  await expect(page).toHaveURL('/search?q=dresses')
  await expectNoViolations(page)
  await page.goto('/search?q=dress&color=green')
  await page.getByRole('link', { name: 'Show all for “dress”' }).click()
  await expect(page.getByText('Showing 1 to 8 of 10 products')).toBeVisible()
})

test('a search without results says what to do next, and a typo suggests the right word', async ({
  page,
  visit,
  sells,
}) => {
  await sells({ name: 'Pearl earrings', category: 'jewellery' })
  await visit('/search?q=pearl+boots')
  await expect(page.getByText('Nothing in the window answers to that.')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'pearl', exact: true }).click()
  await expect(page).toHaveURL('/search?q=pearl')
  await expect(page.getByRole('article')).toContainText('Pearl earrings')
  await page.getByLabel('What are you looking for?').fill('earings')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/search?q=earings')
  await expect(page.getByText('These are the products for “earrings”')).toBeVisible()
  await page.goto(`/search?q=${encodeURIComponent(`${'x'.repeat(5_000)}\r\n\u0001<script>&|!:*()'; drop فستان 👗`)}`)
  await expect(page.getByText('Nothing in the window answers to that.')).toBeVisible()
})

test('without a script the icon leads to a form that searches', async ({ browser, shop, sells }) => {
  await sells({ name: 'Silk dress' })
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const page = await context.newPage()
  await page.goto('/')
  await icon(page).click()
  await expect(page).toHaveURL('/search')
  await expect(page.getByRole('heading', { name: 'New in the window' })).toBeVisible()
  await page.getByLabel('What are you looking for?').fill('dress')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL('/search?q=dress')
  await expect(page.getByText('Showing 1 to 1 of 1 products')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Silk dress')
  await context.close()
})

test('the admin reads searches without results; typing alone is not recorded', async ({
  page,
  owner,
  visit,
  db,
  sells,
}) => {
  await db.deleteFrom('empty_search').execute()
  await sells({ name: `${owner.username}'s dress` })
  await visit('/dashboard/searches')
  await expect(page.getByText('Every search has found something so far.')).toBeVisible()
  await icon(page).click()
  await field(page).fill('sandals')
  await expect(status(page)).toHaveText('No products found')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing in the window answers to that.')).toBeVisible()
  await page.goto('/search?q=Sandals')
  await visit('/dashboard/searches')
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('sandals')
  await expect(rows.getByRole('cell').nth(1)).toHaveText('2')
  await expectNoViolations(page)
  await page.getByLabel('Search these words').fill('boots')
  await expect(page.getByText('No searches match what you are looking for.')).toBeVisible()
})
