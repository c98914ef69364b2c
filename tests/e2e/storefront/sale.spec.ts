import { violationsOf } from '../axe.ts'
import { choice, closeFilters, openFilters } from '../filters.ts'
import { expect, test } from '../test.ts'

test('what is reduced: from the home page to the sale, sorted, and as a filter of the shop', {
  tag: '@phone',
}, async ({ page, sells, visit }) => {
  await sells({ name: 'Plain dress' })
  await sells({ name: 'Dear dress', price_cents: 12_000, old_price_cents: 15_000 })
  await sells({ name: 'Cheap hat', category: 'accessories', price_cents: 2_000, old_price_cents: 3_000 })
  const shown = page.locator('main article h3')
  await visit('/')
  await page.getByRole('link', { name: 'See the pieces' }).click()
  await expect(page).toHaveURL('/sale')
  await expect(page.getByRole('heading', { level: 1, name: 'Sale' })).toBeVisible()
  await expect(shown).toHaveText(['Cheap hat', 'Dear dress'])
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Sort').selectOption('Price, high to low')
  await expect(shown).toHaveText(['Dear dress', 'Cheap hat'])
  await expect(page).toHaveURL('/sale?sort=price-desc')

  await visit('/shop')
  await openFilters(page)
  await expect(choice(page, 'Availability', 'On sale')).toContainText('2 products')
  await choice(page, 'Availability', 'On sale').click()
  await expect(page).toHaveURL('/shop?sale=1')
  await choice(page, 'Category', 'Dress').click()
  await closeFilters(page)
  await expect(shown).toHaveText(['Dear dress'])
  await page.getByRole('link', { name: 'Remove filter On sale' }).click()
  await expect(shown).toHaveText(['Dear dress', 'Plain dress'])

  await visit('/search?q=silk&sale=1&category=dress')
  await expect(shown).toHaveText(['Dear dress'])
})

test('a sale of nothing says so and leads on', { tag: '@phone' }, async ({ page, sells, visit }) => {
  await sells()
  await visit('/')
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  else await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).hover()
  await page.getByRole('banner').getByRole('link', { name: 'Sale', exact: true }).click()
  await expect(page.getByText('Nothing is reduced at the moment.')).toBeVisible()
  await page.getByRole('link', { name: 'See all products' }).click()
  await expect(page).toHaveURL('/shop')
})

test('a page shows 8 or 24, chosen by a link that filters keep and that needs no script', {
  tag: '@phone',
}, async ({ browser, page, sells, shop, visit }) => {
  for (let n = 0; n < 30; n++) await sells({ color: n % 10 === 0 ? 'red' : 'black' })
  const size = (limit: number) => page.getByRole('link', { name: `${limit} on a page` })
  const cards = page.getByRole('main').getByRole('article')
  for (const path of ['/shop', '/categories/dress', '/search']) {
    const q = path === '/search' ? 'q=dress&' : ''
    await visit(`${path}?${q}page=3`)
    await expect(size(8)).toHaveAttribute('aria-current', 'true')
    await size(24).click()
    await expect(page).toHaveURL(`${path}?${q}limit=24`)
    await expect(cards).toHaveCount(24)
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(`${path}?${q}limit=24&page=2`)
    await expect(cards).toHaveCount(6)
    await size(8).click()
    await expect(page).toHaveURL(path + (q && '?q=dress'))
    await expect(cards).toHaveCount(8)
  }
  expect(await violationsOf(page)).toEqual([])

  await visit('/shop?limit=24')
  await openFilters(page)
  await choice(page, 'Color', 'Black').click()
  await expect(page).toHaveURL('/shop?color=black&limit=24')
  await page.getByRole('link', { name: 'Clear All Filters' }).click()
  await expect(page).toHaveURL('/shop?limit=24')
  await closeFilters(page)
  await page.getByLabel('Sort').selectOption('Best rated')
  await expect(page).toHaveURL('/shop?sort=rating&limit=24')

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const plain = await context.newPage()
  await plain.goto('/shop?limit=100')
  await expect(plain.getByRole('main').getByRole('article')).toHaveCount(8)
  await plain.getByRole('link', { name: '24 on a page' }).click()
  await expect(plain.getByRole('main').getByRole('article')).toHaveCount(24)
  await context.close()
})
