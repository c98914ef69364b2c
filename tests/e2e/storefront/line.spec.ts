import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { createProduct } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { panel, typeCard } from '../buying.ts'
import { failCalls } from '../calls.ts'
import { expect, expectFailedLoads, openShop, test, untilHydrated } from '../test.ts'

const checkout = '**/api/orders/create-checkout-session'
const place = (page: Page) => panel(page).getByRole('status').filter({ hasText: 'in the line' })

/** A shop with room for one checkout, which is taken until `release`, and the page of a buyer with a full cart. */
async function openBusyShop(page: Page, others: number) {
  const shop = await openShop({}, { maxCheckouts: 1 })
  const { id } = await createProduct(shop.db, { name: 'Silk dress' })
  await page.goto(`${shop.url}/shop`)
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Add Silk dress to cart' }).click()
  await page.getByRole('button', { name: 'Continue shopping' }).click()
  await page.getByRole('button', { name: /^Cart, / }).click()
  await join(shop.db, others)
  const { promise: isReleased, resolve: end } = Promise.withResolvers<void>()
  const { createSession } = shop.provider
  shop.provider.createSession = async order => {
    await isReleased
    return await createSession(order)
  }
  const running = fetch(`${shop.url}/api/orders/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ products: [{ _id: id, quantity: 1 }] }),
  })
  await expect.poll(() => shop.db.selectFrom('order').select('id').execute()).toHaveLength(1)
  return {
    ...shop,
    /** Ends the checkout, and the waiting of all others. */
    async release() {
      await sql`delete from checkout_line where address = 'x'`.execute(shop.db)
      end()
      await running
    },
    /** The page leaves first: it may still ask for parts of itself. */
    async close() {
      await page.goto('about:blank')
      await shop.close()
    },
  }
}

/** Other buyers, who have just asked for a place. */
const join = (db: Db, buyers: number) =>
  sql`insert into checkout_line (who, address, wants, seen_at)
    select gen_random_uuid(), 'x', '{}', now() from generate_series(1, ${buyers}::int)`.execute(db)

const proceed = (page: Page) => panel(page).getByRole('button', { name: 'Proceed Checkout' }).click()

test('a buyer waits in line, also over a reload, and comes to the payment page by itself', { tag: '@phone' }, async ({
  page,
  complaints,
}) => {
  const shop = await openBusyShop(page, 213)
  await proceed(page)
  await expect(place(page)).toHaveText('You are number 214 in the line. It should take about 4 minutes.')
  await expect(panel(page)).toContainText('Your place is kept when you reload this page')
  await expect(panel(page).getByRole('button', { name: 'Leave the line' })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Proceed Checkout' })).toBeHidden()
  expect(await violationsOf(page)).toEqual([])
  await join(shop.db, 5)
  await page.reload()
  await expect(place(page)).toContainText('You are number 214 in the line.')

  await shop.release()
  await page.waitForURL('**/sandbox/pay/**')
  await typeCard(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()
  await page.goto(`${shop.url}/shop`)
  await untilHydrated(page)
  await expect(panel(page)).toBeHidden()
  await shop.close()
  expectFailedLoads(complaints)
})

test('a buyer leaves the line, and the cart can be changed again', { tag: '@phone' }, async ({ page, complaints }) => {
  const shop = await openBusyShop(page, 20)
  await proceed(page)
  await expect(place(page)).toHaveText('You are number 21 in the line. It should take about 30 seconds.')
  await panel(page).getByRole('button', { name: 'Leave the line' }).click()
  await expect(place(page)).toBeHidden()
  await expect(panel(page).getByRole('button', { name: 'Proceed Checkout' })).toBeFocused()
  await panel(page).getByRole('button', { name: 'Increase quantity of Silk dress' }).click()
  await page.reload()
  await untilHydrated(page)
  await expect(panel(page)).toBeHidden()
  await shop.release()
  await shop.close()
  expectFailedLoads(complaints)
})

test('a shop that cannot be reached, and a place that was lost, are said', { tag: '@phone' }, async ({
  page,
  complaints,
}) => {
  const shop = await openBusyShop(page, 1)
  await proceed(page)
  await expect(place(page)).toHaveText('You are number 2 in the line. It should take a few seconds.')
  await failCalls(page, checkout)
  const alert = panel(page).getByRole('alert')
  await expect(alert).toHaveText('We could not reach the shop. We go on trying, and your place is kept for 90 seconds.')
  await expect(place(page)).toContainText('You are number 2')
  await sql`delete from checkout_line`.execute(shop.db)
  await join(shop.db, 6)
  await page.unroute(checkout)
  const lost = 'Your place was lost, and you are at the end of the line again.'
  await expect(place(page)).toContainText(lost, { timeout: 15_000 })
  await expect(place(page)).toContainText('You are number 7 in the line.')
  await expect(alert).toBeHidden()
  await shop.release()
  await page.waitForURL('**/sandbox/pay/**')
  await shop.close()
  expectFailedLoads(complaints)
})

test('a refusal at one’s turn ends the waiting, and is said', async ({ page, complaints }) => {
  const shop = await openBusyShop(page, 1)
  await proceed(page)
  await expect(place(page)).toBeVisible()
  const body = JSON.stringify({ success: false, code: 'sold_out', message: 'Line 1: Silk dress is sold out.' })
  await failCalls(page, checkout, { status: 409, contentType: 'application/json', body })
  await expect(panel(page).getByRole('alert')).toHaveText('Line 1: Silk dress is sold out.')
  await expect(place(page)).toBeHidden()
  await expect(panel(page).getByRole('button', { name: 'Proceed Checkout' })).toBeEnabled()
  await shop.release()
  await shop.close()
  expectFailedLoads(complaints)
})
