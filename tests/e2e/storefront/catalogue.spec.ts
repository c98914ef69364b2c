import { request } from 'node:http'
import { createReview, createUser } from '../../support/builders.ts'
import { choice, closeFilters, openFilters } from '../filters.ts'
import { dataCalls, expect, expectFailedLoads, idle, test, untilHydrated } from '../test.ts'

async function sellMany(sells: (product: object) => Promise<unknown>, count: number, more: object = {}) {
  for (let i = 1; i <= count; i++) await sells({ name: `Piece ${i}`, created_at: new Date(2026, 0, i), ...more })
}

test('the shop shows eight products a page and their position in the list', async ({ page, sells, visit }) => {
  await sellMany(sells, 19)
  await visit('/shop')
  await expect(page.getByText('Showing 1 to 8 of 19 products')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(8)
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()

  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Showing 9 to 16 of 19 products')).toBeVisible()
  await page.getByRole('link', { name: 'Page 3' }).click()
  await expect(page.getByText('Showing 17 to 19 of 19 products')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByText('Showing 9 to 16 of 19 products')).toBeVisible()
})

test('a page past the end, and an empty shop, say so', async ({ page, sells, visit }) => {
  await visit('/shop')
  await expect(page.getByText('Showing 0 to 0 of 0 products')).toBeVisible()
  await expect(page.getByText('Not products found')).toBeVisible()

  await sellMany(sells, 9)
  await visit('/shop?page=7')
  await expect(page.getByText('Showing 0 to 0 of 9 products')).toBeVisible()
  await expect(page.getByText('Not products found')).toBeVisible()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByText('Showing 9 to 9 of 9 products')).toBeVisible()
})

const filters = [
  ...['Accessories', 'Dress', 'Jewellery', 'Cosmetics'].map(label => ({ group: 'Category', label })),
  ...['Black', 'Red', 'Gold', 'Blue', 'Silver', 'Beige', 'Green'].map(label => ({ group: 'Color', label })),
  ...['Under $50', '$50 - $100', '$100 - $200', '$200 and above'].map(label => ({ group: 'Price range', label })),
]
const prices: Record<string, number> = { 'Under $50': 20, '$50 - $100': 70, '$100 - $200': 150, '$200 and above': 900 }

test('every filter narrows the list, and Clear All Filters resets it', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
}) => {
  for (const { group, label } of filters) {
    await sells({
      name: `Only ${label}`,
      category: group === 'Category' ? (label.toLowerCase() as never) : ('none' as never),
      color: group === 'Color' ? (label.toLowerCase() as never) : ('none' as never),
      price_cents: group === 'Price range' ? (prices[label] ?? 0) * 100 : 10,
      old_price_cents: null,
    })
  }
  await visit('/shop')
  await openFilters(page)
  for (const { group, label } of filters) {
    await choice(page, group, label).click()
    await expect(choice(page, group, label)).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('link', { name: `Remove filter ${label}` })).toBeVisible()
    await expect(page.getByRole('link', { name: `Only ${label}` })).toBeVisible()
    const others = label === 'Under $50' ? filters.length - 3 : 1
    await expect(page.getByText(`of ${others} products`)).toBeVisible()
    await page.getByRole('link', { name: 'Clear All Filters' }).click()
    await expect(page.getByText(`of ${filters.length} products`)).toBeVisible()
    await expect(choice(page, 'Category', 'All')).toHaveAttribute('aria-current', 'true')
  }
})

test('filters and page are in the address: reload, sharing and the back button restore them', async ({
  page,
  sells,
  visit,
}) => {
  await sellMany(sells, 10, { color: 'red' })
  await sellMany(sells, 3, { color: 'blue' })
  await visit('/shop')
  await openFilters(page)
  await choice(page, 'Color', 'Red').click()
  await closeFilters(page)
  await expect(page.getByText('Showing 1 to 8 of 10 products')).toBeVisible()
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page.getByText('Showing 9 to 10 of 10 products')).toBeVisible()
  await expect(page).toHaveURL(/color=red.*page=2/)

  await page.reload()
  await expect(page.getByText('Showing 9 to 10 of 10 products')).toBeVisible()
  await untilHydrated(page)
  await page.goBack()
  await expect(page.getByText('Showing 1 to 8 of 10 products')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Showing 1 to 8 of 13 products')).toBeVisible()
})

test('removing a filter leaves the focus where it was', { tag: '@phone' }, async ({ page, sells, visit }) => {
  await sells({ color: 'red' })
  await visit('/shop?category=dress&color=red')
  for (const name of ['Remove filter Dress', 'Remove filter Red']) {
    await page.getByRole('link', { name }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name })).toHaveCount(0)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('DIV')
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('switch', { name: 'In my size' })).toBeFocused()
})

test('an address that is far too deep or long is not found, quickly', async ({ page, complaints }) => {
  for (const path of ['/x'.repeat(5_000), `/shop/${'y'.repeat(10_000)}`, '/shop/a%E2%80%A8b', '/categories/%00']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  }
  expectFailedLoads(complaints)
})

test('malicious filters get an ordinary page', async ({ page, sells, visit, complaints }) => {
  await sells()
  for (const query of [
    '?page=-4',
    '?page=abc',
    '?minPrice=x&maxPrice=-Infinity',
    '?category[]=%27%3B--',
    '?page=1&page=2',
  ]) {
    await visit(`/shop${query}`)
    await expect(page.getByText(/Showing \d+ to \d+ of \d+ products/)).toBeVisible()
  }
  const refused = await page.goto('/shop?category=%00')
  expect(refused?.status()).toBe(400)
  await expect(page.getByText('Error to load products')).toBeVisible()
  expectFailedLoads(complaints)
})

test('a category shows its own products, whatever the case of its name', async ({ page, sells, visit }) => {
  await sells({ name: 'Gold ring', category: 'jewellery' })
  await sells({ name: 'Silk dress' })
  await visit('/categories/Jewellery')
  await expect(page.getByRole('heading', { level: 1, name: 'Jewellery' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Gold ring' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)

  await sellMany(sells, 9, { category: 'cosmetics' })
  await visit('/categories/cosmetics')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page.getByText('Showing 9 to 9 of 9 products')).toBeVisible()

  await sellMany(sells, 1, { category: 'dress' })
  await visit('/categories/accessories')
  await expect(page.getByText('Not products found')).toBeVisible()
})

test('an unknown category is 404 and leads back', async ({ page, complaints }) => {
  for (const name of ['shoes', '%F0%9F%91%97', '..%2f..', 'dress%20']) {
    const response = await page.goto(`/categories/${name}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  expectFailedLoads(complaints)
})

test('a shopper opens a product from the list and sees its details', async ({ page, sells, visit, db }) => {
  const product = await sells({ name: 'Silk dress', price_cents: 12_050, old_price_cents: 15_000, rating: 4 })
  const user = await createUser(db, { username: 'Ada' })
  await createReview(db, { user_id: user.id, product_id: product.id, rating: 4, comment: 'Falls beautifully.' })

  await visit('/shop')
  await page.getByRole('link', { name: 'Silk dress' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Silk dress' })).toBeVisible()
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  await expect(breadcrumb.getByRole('link', { name: 'Shop' })).toHaveAttribute('href', '/shop')
  await expect(breadcrumb.getByText('Silk dress')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText('$120.50')).toBeVisible()
  await expect(main.locator('s')).toContainText('$150.00')
  await expect(main.getByText('A dress of silk.')).toBeVisible()
  await expect(main.getByRole('definition').getByText('dress')).toBeVisible()
  await expect(main.getByRole('definition').getByText('black')).toBeVisible()
  await expect(main.getByRole('img', { name: 'Rated 4 out of 5' }).first()).toBeVisible()
  await expect(main.getByText('Falls beautifully.')).toBeVisible()
  await expect(main.getByText('Ada')).toBeVisible()
})

test('an unknown product is 404 and says so', async ({ page, complaints }) => {
  for (const id of ['undefined', '00000000-0000-7000-8000-000000000000']) {
    const response = await page.goto(`/shop/${id}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Error to load product details')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Go back home' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  expectFailedLoads(complaints)
})

test('an unknown address is the not-found page', async ({ page, complaints }) => {
  const response = await page.goto('/nowhere/at-all')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact')
  await page.getByRole('link', { name: 'Go back home' }).click()
  await expect(page).toHaveURL('/')
  expectFailedLoads(complaints)
})

test('pages carry their products in the HTML, before any script', async ({ browser, sells, shop }) => {
  const { id } = await sells({ name: 'Silk dress' })
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const page = await context.newPage()
  for (const path of ['/', '/shop', `/shop/${id}`, '/categories/dress']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Silk dress' })).toBeVisible()
  }
  await context.close()
})

test('the browser fetches nothing that the HTML contains, and then exactly what the next page needs', async ({
  page,
  sells,
  visit,
}) => {
  const { id } = await sells({ name: 'Silk dress' })
  const calls = dataCalls(page)
  for (const path of ['/', '/shop', `/shop/${id}`, '/categories/dress']) {
    await visit(path)
    await idle(page)
    expect(calls).toEqual([])
  }
  await visit('/shop')
  await page.getByRole('link', { name: 'Silk dress' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Silk dress' })).toBeVisible()
  await idle(page)
  expect(calls.sort()).toEqual([`GET /api/products/${id}`, `GET /api/products/${id}/related`])

  await page.goBack()
  await expect(page.getByText('Showing 1 to 1 of 1 products')).toBeVisible()
  expect(calls).toHaveLength(2)
})

test('on a new page the keyboard starts at its content', async ({ page, sells, visit }) => {
  await sellMany(sells, 9)
  await visit('/shop')
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Piece 1', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Piece 1' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('an address that no browser would send is not found and never leads to another shop', async ({ shop }) => {
  const { hostname, port, host } = new URL(shop.url)
  const ask = (path: string, name = host) =>
    new Promise<{ status?: number; location?: string }>((resolve, reject) => {
      request({ hostname, port, path, headers: { host: name } }, response => {
        response.resume()
        resolve({ status: response.statusCode, location: response.headers.location })
      })
        .on('error', reject)
        .end()
    })
  for (const path of ['//', '///', '//evil.test/shop', '//[', '//:99999/', '//user:pw@evil.test/', '/\\']) {
    const { status, location } = await ask(path)
    expect([200, 301, 302, 307, 308, 400, 404], path).toContain(status)
    if (location) expect(new URL(location, shop.url).origin).toBe(shop.url)
    if (path === '//evil.test/shop') expect(status).not.toBe(200)
  }
  expect(await ask('/shop?page=2', `127.0.0.1:${port}`)).toEqual({ status: 307, location: `${shop.url}/shop?page=2` })
  expect((await ask('/shop', 'evil.test')).status).toBe(200)
})
