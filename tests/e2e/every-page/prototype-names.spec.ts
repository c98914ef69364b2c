import type { Page } from '@playwright/test'
import { dataCalls, expect, expectFailedLoads, test } from '../test.ts'

const names = Object.getOwnPropertyNames(Object.prototype)
const sections = ['shop', 'orders', 'categories', 'blogs', 'pages']

/** Navigates within the app, as a link does. */
const go = (page: Page, path: string) =>
  page.evaluate(path => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

for (const [place, section] of sections.entries())
  test(`below /${section}/, __proto__ and the like are not found, request nothing, and the shop still works`, async ({
    page,
    sells,
    visit,
    complaints,
  }) => {
    await sells({ name: 'Silk dress' })
    await visit('/contact')
    const calls = dataCalls(page)
    const some = ['__proto__', ...names.filter((_, n) => n % sections.length === place)] // all of them on some section
    for (const name of some) {
      await go(page, `/${section}/${name}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      await go(page, '/contact')
      await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
    }
    // A page or a post is asked for by its address, and there is none.
    expect(calls.filter(call => !call.startsWith(`GET /api/${section === 'blogs' ? 'posts' : 'pages'}/`))).toEqual([])
    if (section === 'blogs' || section === 'pages') expectFailedLoads(complaints)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Dress', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Silk dress' })).toBeVisible()
  })

test('filters and searches named after Object.prototype find nothing, and break nothing', async ({ page, visit }) => {
  await visit('/contact')
  for (const name of names) {
    await go(page, `/shop?category=${name}&color=${name}&sort=${name}&page=${name}&${name}=${name}`)
    await expect(page.getByText('Not products found')).toBeVisible()
    await go(page, `/search?q=${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  }
})

test('a product, an order and a category with such names answer 404', async ({ page, complaints }) => {
  for (const path of ['/shop/__proto__', '/shop/constructor/anything', '/orders/toString', '/categories/valueOf']) {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  }
  await page.goto('/shop/unknown')
  await expect(page.getByText('Error to load product details')).toBeVisible()
  await page.goto('/orders/unknown')
  await expect(page.getByText('Error loading order details')).toBeVisible()
  expectFailedLoads(complaints)
})
