import { createOrder } from '../../support/builders.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

const failing = [
  { from: '/contact', to: 'Shop', text: 'Error to load products' },
  { from: '/contact', to: 'Home', text: 'Error to load products' },
] as const

for (const { from, to, text } of failing) {
  test(`${to} with the API down says so, and Try again works`, { tag: '@phone' }, async ({
    page,
    sells,
    visit,
    complaints,
  }) => {
    await sells({ name: 'Silk dress' })
    await visit(from)
    await failCalls(page, '**/api/**')
    const menu = page.getByRole('button', { name: 'Menu', exact: true })
    if (await menu.isVisible()) await menu.click()
    await page.getByRole('banner').getByRole('link', { name: to, exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(text)

    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('link', { name: 'Silk dress' })).toBeVisible()
    expectFailedLoads(complaints)
  })
}

test('a product with the API down says so, and Try again works', async ({ page, sells, visit, complaints }) => {
  await sells({ name: 'Silk dress' })
  await visit('/shop')
  await failCalls(page, '**/api/**', { status: 503, json: { success: false } })
  await page.getByRole('link', { name: 'Silk dress' }).click()
  await expect(page.getByRole('alert')).toContainText('Error to load product details')
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Silk dress' })).toBeVisible()
  expectFailedLoads(complaints)
})

test('a category whose API sends invalid data says so, and Try again works', async ({
  page,
  sells,
  visit,
  complaints,
}) => {
  await sells({ name: 'Silk dress' })
  await visit('/contact')
  await failCalls(page, '**/api/**', { contentType: 'application/json', body: '<html>' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Dress', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Error to load products')
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Silk dress' })).toBeVisible()
  expectFailedLoads(complaints)
})

test('an order that cannot be loaded says so, and Try again loads it; an unknown order offers no such button', async ({
  page,
  customer,
  sells,
  db,
  visit,
  complaints,
}) => {
  const order = await createOrder(db, [await sells()], { user_id: customer.id, email: customer.email })
  await visit('/dashboard/orders')
  await failCalls(page, '**/api/orders/order/**')
  await page.getByRole('link', { name: `View order ${order.order_id}` }).click()
  await expect(page.getByRole('alert')).toContainText('Error loading order details')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()

  await visit(`/orders/${'0'.repeat(32)}`)
  await expect(page.getByRole('alert')).toContainText('Error loading order details')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'See all products' })).toBeVisible()
  expectFailedLoads(complaints)
})

test('a slow API shows that it is loading', async ({ page, sells, visit }) => {
  await sells({ name: 'Silk dress' })
  await visit('/contact')
  const answer = await holdCalls(page, '**/api/**')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shop all' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  answer()
  await expect(page.getByRole('link', { name: 'Silk dress' })).toBeVisible()
})

test('an API that does not answer is aborted after ten seconds', async ({ page, sells, visit, complaints }) => {
  await sells()
  await page.clock.install()
  await visit('/contact')
  await page.route('**/api/**', () => new Promise(() => {}))
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shop all' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  await page.clock.fastForward(10_500)
  await expect(page.getByRole('alert')).toContainText('Error to load products')
  expectFailedLoads(complaints)
})

test('very long names and huge prices break nothing', { tag: '@phone' }, async ({ page, sells, visit }) => {
  const name = `The ${'incomparablylongandunbreakable'.repeat(8)} dress`
  const { id } = await sells({ name, price_cents: 10_000_000, description: 'x'.repeat(4_000) })
  for (const path of ['/', '/shop', `/shop/${id}`, '/categories/dress']) {
    await visit(path)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
  await page.getByRole('button', { name: /^Add / }).first().click()
  await page.getByRole('button', { name: 'View cart' }).click()
  const panel = page.getByRole('dialog', { name: 'Your Cart' })
  expect(await panel.evaluate(element => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
})

test('a dress can be bought by keyboard alone', async ({ page, sells, visit }) => {
  await sells({ name: 'Silk dress' })
  await visit('/shop')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add Silk dress to cart' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'View cart' })).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Your Cart' })
  await expect(panel.getByRole('heading', { name: 'Your Cart' })).toBeFocused()
  await panel.getByRole('button', { name: 'Proceed Checkout' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sandbox/pay/**')
})
