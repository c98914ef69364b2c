import type { Page } from '@playwright/test'
import { violationsOf } from '../axe.ts'
import { fillCart, proceed, typeCard } from '../buying.ts'
import { signInBrowser } from '../sign-in.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Refund this order?' })
const announcement = (page: Page, text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

test('parts of an order are chosen, summed and refunded, and both the shop and the buyer read what came back', {
  tag: '@phone',
}, async ({ page, sells, db, visit, signsIn, shop, complaints }) => {
  await sells({ name: 'Silk dress', price_cents: 10_000 })
  await sells({ name: 'Straw hat', price_cents: 1_500 })
  const customer = await signsIn({ email: 'ada@shop.test' })
  await fillCart(page, ['Silk dress', 'Straw hat'])
  await proceed(page)
  await typeCard(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/success\?session_id=cs_/)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()
  const { id, order_id, number } = await db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
  await db.updateTable('order_line').set({ unit_cents: 9_500 }).where('name', '=', 'Silk dress').execute()
  await db.updateTable('order').set({ goods_cents: 11_000, delivery_cents: 500 }).where('id', '=', id).execute()

  await signsIn({ email: 'olga@shop.test', role: 'admin' })
  await visit(`/orders/${order_id}`)
  const actions = page.getByRole('region', { name: 'For the shop' })
  const open = () => actions.getByRole('button', { name: 'Refund' }).click()
  await open()
  await expect(dialog(page)).toContainText('$115.00 will go back to ada@shop.test.')
  await dialog(page).getByLabel('Choose what goes back').check()
  const send = dialog(page).getByRole('button', { name: /^Refund/ })
  await send.click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Choose what goes back.')
  await dialog(page)
    .getByLabel(/^Straw hat/)
    .selectOption('1: $15.00')
  await dialog(page).getByLabel('Delivery, $5.00').check()
  const amount = dialog(page).getByLabel('A further amount in dollars')
  await amount.fill('95.01')
  await expect(dialog(page)).toContainText('That is $115.01, and only $115.00 is left to refund.')
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await amount.fill('a lot')
  await expect(dialog(page)).toContainText('Type an amount such as 12.50.')
  await amount.fill('0.50')
  await dialog(page).getByLabel('Reason').fill('A seam was open')
  await expect(dialog(page)).toContainText('$20.50 will go back to ada@shop.test.')
  expect(await violationsOf(page)).toEqual([])
  expect(await dialog(page).evaluate(node => node.scrollWidth <= node.clientWidth)).toBe(true)

  shop.faults.api5xx = 1
  await send.click()
  await expect(dialog(page).getByRole('alert')).toContainText('The payment provider does not answer.')
  shop.faults.api5xx = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/orders/refund/**', async route => {
    await promise
    await route.continue()
  })
  await send.dblclick()
  await expect(send).toHaveText('Refunding…')
  resolve()
  await expect(announcement(page, 'Refunded $20.50 to ada@shop.test')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  const moneyBack = page.getByRole('region', { name: 'Money back' })
  for (const text of [
    '$20.50 of $115.00 was refunded.',
    '$20.50 refunded',
    '1 × Straw hat, delivery',
    '“A seam was open”',
  ])
    await expect(moneyBack).toContainText(text)
  await expect(actions.locator('[data-tone]')).toHaveText(['pending', 'partly refunded'])
  const made = db.selectFrom('refund').select(['cents', 'state', 'note', 'lines', 'delivery'])
  expect(await made.execute()).toEqual([
    {
      ...{ cents: 2_050, state: 'done', note: 'A seam was open', delivery: true },
      lines: [{ position: 1, quantity: 1, cents: 1_500 }],
    },
  ])

  await open()
  await expect(dialog(page)).toContainText('Everything that is left, $94.50')
  await dialog(page).getByLabel('Choose what goes back').check()
  await expect(dialog(page).getByText('refunded', { exact: true })).toBeVisible()
  await expect(dialog(page).getByLabel(/^Delivery/)).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  expect(await fits(page)).toBe(true)

  await signInBrowser(db, page, shop.url, customer)
  await visit(`/orders/${order_id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText(`Your order #${number} is placed and paid. $20.50 of $115.00 was refunded.`)
  await expect(main).not.toContainText('A seam was open')
  expectFailedLoads(complaints)
})
