import type { Page } from '@playwright/test'
import { violationsOf } from '../axe.ts'
import { fillCart, panel, typeCard } from '../buying.ts'
import { expect, asAdmin as test } from '../test.ts'

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click()
  await expect(page.locator('[aria-live]').getByText(/saved/i).first()).toBeVisible()
}

test('the owner sets delivery and tax of three countries and a code, and a guest pays what the cart says', {
  tag: '@phone',
}, async ({ page, visit, db, sells, browser, baseURL }) => {
  await sells({ name: 'Silk dress', price_cents: 8_000 })
  await visit('/dashboard/settings#delivery')
  await expect(page.getByText('Delivery is free, to 24 countries: United States, Austria,')).toBeVisible()
  await page.getByRole('button', { name: 'Add a zone' }).click()
  const first = page.getByRole('group', { name: 'zone 1' })
  await first.getByLabel('Name', { exact: true }).first().fill('Germany')
  await first.getByLabel('Add a country').selectOption('Germany')
  await first.getByLabel('Price in dollars').fill('4.90')
  await first.getByLabel('Free from, in dollars').fill('100')
  await first.getByRole('button', { name: 'Add a way of delivery' }).click()
  const pickup = first.getByRole('group', { name: 'way of delivery 2' })
  await pickup.getByLabel('Name', { exact: true }).fill('In our shop')
  await pickup.getByLabel('Fetched in the shop, without an address').check()
  await page.getByRole('button', { name: 'Add a zone' }).click()
  const second = page.getByRole('group', { name: 'zone 2' })
  await second.getByLabel('Name', { exact: true }).first().fill('Neighbours')
  await second.getByLabel('Add a country').selectOption('France')
  await second.getByLabel('Add a country').selectOption('Austria')
  await expect(second.getByLabel('Add a country').getByRole('option', { name: 'Germany' })).toHaveCount(0)
  await second.getByLabel('Price in dollars').fill('lots')
  await page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click()
  await expect(second.getByText('The price must be an amount from 0')).toBeVisible()
  await second.getByLabel('Price in dollars').fill('12')
  expect(await violationsOf(page)).toEqual([])
  await save(page)

  await visit('/dashboard/settings#tax')
  await page.getByRole('radio', { name: /^Included/ }).check()
  for (const [index, [country, rate]] of [
    ['Germany', '19'],
    ['France', '20'],
    ['Austria', '20'],
  ].entries()) {
    await page.getByRole('button', { name: 'Add a rate' }).click()
    const row = page.getByRole('group', { name: `rate ${index + 1}`, exact: true })
    await row.getByLabel('Country').selectOption(country ?? '')
    await row.getByLabel('Rate in percent').fill(rate ?? '')
  }
  expect(await violationsOf(page)).toEqual([])
  await save(page)

  await visit('/dashboard/discount-codes')
  await expect(page.getByText('There are no discount codes.')).toBeVisible()
  await page.getByRole('button', { name: 'New code' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code', { exact: true }).fill('spring 10')
  await dialog.getByLabel('Percent').fill('10')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/no spaces: SPRING-20/)).toBeVisible()
  await dialog.getByLabel('Code', { exact: true }).fill('spring-10')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('main').getByText('SPRING-10').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('10 % off')).toBeVisible()

  const guest = await (await browser.newContext({ baseURL })).newPage()
  await guest.setViewportSize(page.viewportSize() ?? { width: 1440, height: 900 })
  await fillCart(guest, ['Silk dress'])
  const cart = panel(guest)
  await expect(cart).toContainText('Total Price$84.90')
  await expect(cart).toContainText('$20.00 to free delivery.')
  await expect(cart).toContainText('Includes 19 % VAT')
  await cart.getByLabel('Deliver to').selectOption('France')
  await expect(cart).toContainText('Total Price$92.00')
  await cart.getByRole('button', { name: 'Add a discount code' }).click()
  await cart.getByLabel('Discount code').fill('winter')
  await cart.getByRole('button', { name: 'Apply' }).click()
  await expect(cart.getByText('This code cannot be used.')).toBeVisible()
  await cart.getByLabel('Discount code').fill('spring-10')
  await cart.getByRole('button', { name: 'Apply' }).click()
  await expect(cart).toContainText('Discount−$8.00')
  await expect(cart).toContainText('Total Price$84.00')
  expect(await violationsOf(guest)).toEqual([])
  await cart.getByRole('button', { name: 'Proceed Checkout' }).click()
  await guest.waitForURL(/\/sandbox\/pay\//)
  await expect(guest.getByText('$84.00').first()).toBeVisible()
  await expect(guest.getByLabel('Country').getByRole('option')).toHaveText(['France'])
  await typeCard(guest, '4242 4242 4242 4242')
  await guest.waitForURL(/\/success\?session_id=cs_/)
  const bought = guest.getByRole('region', { name: 'What you ordered' })
  await expect(bought).toContainText('Discount SPRING-10−$8.00')
  await expect(bought).toContainText('Delivery, Standard$12.00')
  await expect(bought).toContainText('Total$84.00')
  await expect(bought).toContainText('Includes 20 % VAT$14.00')
  expect(await db.selectFrom('order').selectAll().executeTakeFirstOrThrow()).toMatchObject({
    ...{ payment_state: 'paid', amount_cents: 8_400, goods_cents: 8_000, country: 'FR', tax_cents: 1_400 },
  })

  await visit('/dashboard/discount-codes')
  await expect(page.getByText('1 order, $8.00 off')).toBeVisible()
  await page.getByRole('button', { name: 'Who used SPRING-10' }).click()
  await expect(page.getByText('ada@shop.test')).toBeVisible()
  await guest.context().close()
})
