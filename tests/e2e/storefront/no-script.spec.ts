import { choice, openFilters } from '../filters.ts'
import { expect, test } from '../test.ts'

test.use({ javaScriptEnabled: false })

test('without JavaScript the whole shop can be browsed, filtered, sorted, searched and read', {
  tag: '@phone',
}, async ({ page, sells }) => {
  for (let n = 1; n <= 10; n++)
    await sells({ name: `Red dress ${n}`, color: 'red', price_cents: n * 1_000, created_at: new Date(2026, 0, n) })
  await sells({ name: 'Blue hat', color: 'blue', category: 'accessories' })

  await page.goto('/')
  await expect(page.locator('body > noscript p')).toBeVisible() // locators ignore the text of noscript
  await expect(page.getByRole('button', { name: /cart/i })).toHaveCount(0)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click()
  await expect(page.getByText('Showing 1 to 8 of 11 products')).toBeVisible()

  await openFilters(page)
  await choice(page, 'Color', 'Red').click()
  await expect(page.getByText('Showing 1 to 8 of 10 products')).toBeVisible()
  await page.getByLabel('Sort').selectOption('Price, low to high')
  await page.getByRole('button', { name: 'Sort' }).click()
  await expect(page).toHaveURL('/shop?color=red&sort=price-asc')
  await expect(page.getByRole('article').first()).toContainText('Red dress 1')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Showing 9 to 10 of 10 products')).toBeVisible()
  await page.getByRole('link', { name: 'Remove filter Red' }).click()
  await expect(page.getByText('of 11 products')).toBeVisible()

  await page.getByRole('article').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Red dress 1' })).toBeVisible()
  await expect(page.getByRole('main').locator('noscript p').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeHidden()

  await page.goto('/search')
  await page.getByRole('main').getByRole('searchbox').fill('hat')
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/search\?q=hat/)
  await expect(page.getByRole('article')).toHaveCount(1)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Journal' }).click()
  await page.getByRole('main').getByRole('link', { name: 'How to care for silk' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'How to care for silk' })).toBeVisible()
  for (const path of ['/pages/size-guide', '/categories/dress', '/contact']) {
    expect((await page.goto(path))?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page.getByRole('main').locator('noscript p')).toBeVisible()
})

test('the header marks the current page, however many pages were rendered before', async ({ page, sells }) => {
  const { id } = await sells({ name: 'Red dress' })
  const pages = {
    '/': ['/'],
    '/shop': ['/shop'],
    [`/shop/${id}`]: ['/shop'],
    '/categories/dress': ['/categories/dress'],
  }
  const others = { '/pages/faq': ['/pages'], '/blogs': ['/blogs'], '/Shop': ['/shop'] }
  for (const [path, marked] of Object.entries({ ...pages, ...others, ...pages })) {
    await page.goto(path)
    const links = await page
      .locator('header [aria-current=page]')
      .evaluateAll(all => all.map(a => a.getAttribute('href')))
    expect([...new Set(links)], path).toEqual(marked)
  }
})
