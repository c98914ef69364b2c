import type { Page } from '@playwright/test'
import { v7 } from 'uuid'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { Db } from '#server/db/connection.ts'
import { createOrder } from '../../support/builders.ts'
import { holdCalls } from '../calls.ts'
import { choice, openFilters } from '../filters.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Your Cart' })

async function paidOrder(db: Db, status: OrderStatus) {
  const [id, at] = [v7(), new Date('2026-03-01T10:00:00Z')]
  const order = { order_id: id.replaceAll('-', ''), payment_session: `cs_test_${id.replaceAll('-', '')}` }
  await db
    .insertInto('order')
    .values({
      id,
      ...order,
      user_id: null,
      email: null,
      contact_email: null,
      amount_cents: 12_000,
      payment_state: 'paid',
      status,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return { orderId: order.order_id, sessionId: order.payment_session }
}

test('the header stays in place while the page scrolls', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('/')
  await page.mouse.wheel(0, 2_000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
})

test('the countdown of the deals is fixed', async ({ page, visit }) => {
  await page.clock.install()
  await visit('/')
  const countdown = page.getByRole('region', { name: 'Deals of the month' }).locator('dl')
  const served = await countdown.innerText()
  await page.clock.fastForward(90_000)
  expect(await countdown.innerText()).toBe(served)
  expect(served.match(/\d+/g)?.toSorted()).toEqual(['05', '14', '15', '20'])
})

test('category, color and price are one choice each, and narrow together', async ({ page, sells, visit }) => {
  await sells({ name: 'Red dress', color: 'red', price_cents: 7_000 })
  await sells({ name: 'Dear red dress', color: 'red', price_cents: 17_000 })
  await sells({ name: 'Red lipstick', color: 'red', category: 'cosmetics', price_cents: 7_000 })
  await sells({ name: 'Blue dress', color: 'blue', price_cents: 7_000 })
  await visit('/shop')
  await openFilters(page)
  const choose = (group: string, label: string) => choice(page, group, label).click()
  const chosen = (group: string) => page.getByRole('list', { name: group }).locator('[aria-current=true]')

  await choose('Color', 'Blue')
  await expect(page.getByText('of 1 products')).toBeVisible()
  await choose('Color', 'Red')
  await expect(page.getByText('of 3 products')).toBeVisible()
  await choose('Category', 'Dress')
  await expect(page.getByText('of 2 products')).toBeVisible()
  await choose('Price range', '$50 - $100')
  await expect(page.getByText('of 1 products')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Red dress')
  for (const group of ['Category', 'Color', 'Price range']) await expect(chosen(group)).toHaveCount(1)

  await page.getByRole('link', { name: 'Clear All Filters' }).click()
  await expect(page.getByText('of 4 products')).toBeVisible()
  await expect(choice(page, 'Color', 'All')).toHaveAttribute('aria-current', 'true')
  await expect(chosen('Price range')).toHaveCount(0)
})

test('a slow product shows that it is loading, and then its picture', async ({ page, sells, visit }) => {
  await sells({ name: 'Silk dress' })
  await visit('/shop')
  const answer = await holdCalls(page, '**/api/**')
  await page.getByRole('link', { name: 'Silk dress' }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Silk dress' })).toBeVisible()
  const picture = page.getByRole('main').locator('picture img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('the cart is on the right, and a line has its number, picture, name and price', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
}) => {
  await sells({ name: 'Silk dress', price_cents: 12_050 })
  await sells({ name: 'Gold ring', price_cents: 4_900, created_at: new Date(2026, 0, 1) })
  await visit('/shop')
  for (const name of ['Silk dress', 'Gold ring']) {
    await page.getByRole('button', { name: `Add ${name} to cart` }).click()
    await page.getByRole('button', { name: 'Continue shopping' }).click()
  }
  await page.getByRole('button', { name: 'Cart, 2 items' }).click()
  await expect
    .poll(async () => {
      const box = await panel(page).boundingBox()
      return box && Math.round(box.x + box.width)
    })
    .toBe(page.viewportSize()?.width)

  for (const [index, [name, price]] of [
    ['Silk dress', '$120.50'],
    ['Gold ring', '$49.00'],
  ].entries()) {
    const line = panel(page).getByRole('listitem', { name })
    await expect(line.getByText(`No. ${index + 1}`, { exact: true })).toBeVisible()
    await expect(line.locator('img')).toBeVisible()
    await expect(line.getByRole('link', { name })).toBeVisible()
    await expect(line.getByText(String(price))).toBeVisible()
    await expect(line.getByRole('status', { name: 'Quantity' })).toHaveText('1')
  }
})

test('checkout and confirmation send JSON: the lines of the cart, then the session', async ({
  page,
  sells,
  visit,
  complaints,
}) => {
  const { id } = await sells({ name: 'Silk dress' })
  await visit('/shop')
  await page.getByRole('button', { name: 'Add Silk dress to cart' }).click()
  await page.getByRole('button', { name: 'View cart' }).click()
  const asked = page.waitForRequest('**/api/orders/create-checkout-session')
  await panel(page).getByRole('button', { name: 'Proceed Checkout' }).click()
  const checkout = await asked
  expect(checkout.method()).toBe('POST')
  expect(checkout.headers()['content-type']).toContain('application/json')
  expect(checkout.postDataJSON().products).toMatchObject([{ _id: id, name: 'Silk dress', price: 120, quantity: 1 }])
  await page.waitForURL('**/sandbox/pay/**')

  const confirmed = page.waitForRequest('**/api/orders/confirm-payment')
  await page.goto('/success?session_id=cs_test_unknown', { waitUntil: 'commit' })
  expect((await confirmed).postDataJSON()).toEqual({ session_id: 'cs_test_unknown' })
  await expect(page.getByText('We do not know this payment.')).toBeVisible()
  expectFailedLoads(complaints)
})

test('both pages of an order show its progress', async ({ page, visit, db }) => {
  const { orderId, sessionId } = await paidOrder(db, 'shipped')
  for (const path of [`/success?session_id=${sessionId}`, `/orders/${orderId}`]) {
    await visit(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Payment shipped' })).toBeVisible()
    const main = page.getByRole('main')
    await expect(main.locator('dl')).toHaveText(new RegExp(`^Order number#\\d+Order Id${orderId}Statusshipped$`))

    const steps = main.getByRole('list', { name: 'Timeline' }).getByRole('listitem')
    for (const [index, [name, description, state]] of [
      ['Pending', 'created and is awaiting processing', 'completed'],
      ['Processing', 'being processed', 'completed'],
      ['Shipped', 'shipped', 'current'],
      ['Completed', 'successfully completed', 'ahead'],
    ].entries()) {
      const step = steps.nth(index)
      await expect(step.getByRole('heading')).toHaveText(state === 'ahead' ? String(name) : `${name} (${state})`)
      await expect(step.locator('p').first()).toContainText(String(description))
      await expect(step.locator('svg')).toHaveCount(1)
      if (state === 'current') await expect(step).toHaveAttribute('aria-current', 'step')
      else await expect(step).not.toHaveAttribute('aria-current')
      await expect(step.locator('time')).toHaveCount(state === 'ahead' ? 0 : 1)
    }
  }
})

test('an order that loads slowly shows that it is loading', async ({ page, customer, sells, db, visit }) => {
  const { order_id } = await createOrder(db, [await sells()], { user_id: customer.id, email: customer.email })
  await visit('/dashboard/orders')
  const answer = await holdCalls(page, '**/api/orders/order/**')
  await page.getByRole('link', { name: `View order ${order_id}` }).click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()
})
