import type { Page } from '@playwright/test'
import { dataCalls, expect, expectFailedLoads, test } from '../test.ts'

const names = Object.getOwnPropertyNames(Object.prototype)

/** Goes to an address within the page, as a link does. */
const go = (page: Page, path: string) =>
  page.evaluate(path => {
    history.pushState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

for (const section of ['shop', 'orders', 'categories', 'blogs', 'pages'])
  test(`on the way to /${section}/__proto__ and its like the page is missing, nothing is asked, and the shop goes on`, async ({
    page,
    sells,
    visit,
  }) => {
    await sells({ name: 'Silk dress' })
    await visit('/contact')
    const calls = dataCalls(page)
    for (const name of names) {
      await go(page, `/${section}/${name}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      await go(page, '/contact')
      await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
    }
    expect(calls).toEqual([])
    await page.getByRole('contentinfo').getByRole('link', { name: 'Dresses' }).click()
    await expect(page.getByRole('link', { name: 'Silk dress' })).toBeVisible()
  })

test('filters and words with the names of Object.prototype find nothing, and break nothing', async ({
  page,
  visit,
}) => {
  await visit('/contact')
  for (const name of names) {
    await go(page, `/shop?category=${name}&color=${name}&sort=${name}&page=${name}&${name}=${name}`)
    await expect(page.getByText('Not products found')).toBeVisible()
    await go(page, `/search?q=${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  }
})

test('a product, an order and a category that are called so answer 404', async ({ page, complaints }) => {
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
