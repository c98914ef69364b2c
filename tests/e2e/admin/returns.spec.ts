import type { Page } from '@playwright/test'
import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import { violationsOf } from '../axe.ts'
import { panel, typeCard } from '../buying.ts'
import { expect, asAdmin as test, untilHydrated } from '../test.ts'

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

async function sellInSizes(db: Db, id: string) {
  const at = new Date()
  await db.updateTable('variant').set({ deleted_at: at }).where('product_id', '=', id).execute()
  const sizes = ['alpha-S', 'alpha-M', 'alpha-L'].map((size, place) => ({
    ...{ id: v7(), product_id: id, size, place, sku: null, barcode: null, created_at: at },
  }))
  await db.insertInto('variant').values(sizes).execute()
  const stock = sizes.map((variant, place) => ({ variant_id: variant.id, product_id: id, on_hand: 2 - place }))
  await db.insertInto('stock').values(stock).execute()
  return sizes
}

/** A guest buys a dress in S. */
async function buy(page: Page, id: string) {
  await page.goto(`/shop/${id}`)
  await untilHydrated(page)
  await page.getByRole('radio', { name: /^S/ }).check()
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'View cart' }).click()
  await panel(page).getByRole('button', { name: 'Proceed Checkout' }).click()
  await page.waitForURL('**/sandbox/pay/**')
  await typeCard(page, '4242424242424242')
  await expect(page.getByText(/Your order #\d+ is placed and paid/).first()).toBeVisible()
}

test('a guest swaps a dress that is too small for an M, sends back another, and the owner settles both', {
  tag: '@phone',
}, async ({ page, visit, db, sells, browser, baseURL, viewport, complaints }) => {
  const { id } = await sells({ name: 'Silk dress', price_cents: 8_000 })
  await sellInSizes(db, id)
  const theirs = await browser.newContext({ baseURL, viewport })
  const guest = await theirs.newPage()
  guest.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await buy(guest, id)
  await buy(guest, id)
  const [first, second] = await db.selectFrom('order').selectAll().orderBy('number').execute()
  if (!first || !second) throw new Error('Nothing was bought.')
  await guest.goto(`/orders/${first.order_id}/return`)
  await expect(guest.getByText('Nothing has been sent yet.')).toBeVisible()
  await visit('/dashboard/packing')
  for (const { number } of [first, second]) await page.getByLabel(`Order #${number}`, { exact: true }).check()
  await page
    .getByRole('button', { name: /Packed and shipped/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Packed and shipped' })
    .click()
  await expect(page.getByText('2 orders marked as shipped')).toBeVisible()

  await guest.goto(`/orders/${first.order_id}`)
  await guest.getByRole('link', { name: 'Send something back, or swap its size' }).click()
  await expect(guest.getByText('Send it back within 30 days of its arrival.')).toBeVisible()
  await expect(guest.getByText(/^You can ask until the end of \w{3} \d+, \d{4}\.$/)).toBeVisible()
  await guest.getByRole('button', { name: 'Send it back' }).click()
  await expect(guest.getByRole('alert')).toHaveText('Choose what you send back.')
  await guest.getByRole('checkbox').check()
  await guest.getByRole('button', { name: 'Send it back' }).click()
  await expect(guest.getByRole('alert')).toHaveText('Say of each piece why it comes back.')
  await guest.getByLabel('Why does Silk dress come back?').selectOption('It is too small')
  await guest.getByRole('button', { name: 'Send it back' }).click()
  await expect(guest.getByRole('alert')).toHaveText('Say of each piece whether you want another size or your money.')
  await guest.getByRole('radio', { name: 'Size M' }).check()
  await expect(guest.getByRole('radio', { name: 'Size L, sold out' })).toBeDisabled()
  expect(await violationsOf(guest)).toEqual([])
  expect(await fits(guest)).toBe(true)
  await guest.getByRole('button', { name: 'Send it back' }).dblclick()
  await expect(guest.getByRole('heading', { name: 'We wait for your parcel.' })).toBeVisible()
  await expect(guest.getByText('You get size M instead.')).toBeVisible()
  expect(await violationsOf(guest)).toEqual([])
  expect(await fits(guest)).toBe(true)
  expect(await db.selectFrom('return').select('id').execute()).toHaveLength(1)
  await guest.goto(`/orders/${first.order_id}`)
  await expect(guest.getByRole('region', { name: 'Returns' })).toContainText('We wait for your parcel.')
  expect(await violationsOf(guest)).toEqual([])

  await guest.goto(`/orders/${second.order_id}/return`)
  await guest.getByRole('checkbox').check()
  await guest.getByLabel('Why does Silk dress come back?').selectOption('The quality is not what I thought')
  await guest.getByLabel('Anything we should know').fill('A seam came open.')
  await guest.getByRole('button', { name: 'Send it back' }).click()
  await expect(guest.getByRole('heading', { name: 'We wait for your parcel.' })).toBeVisible()

  await visit('/dashboard/returns')
  const card = (number: number) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Return ${number}-1` }) })
  await expect(card(first.number)).toContainText('wants size M instead')
  expect(await violationsOf(page)).toEqual([])
  expect(await fits(page)).toBe(true)
  for (const { number } of [first, second]) {
    await card(number).getByRole('button', { name: 'It has arrived' }).click()
    await expect(page.getByRole('dialog').getByLabel('Arrived')).toHaveValue('1')
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(card(number)).toContainText('1 arrived, 1 back on the shelf')
  }
  await card(first.number).getByRole('button', { name: 'Send the other size' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Link to the tracking').fill('http://dhl.example')
  await dialog.getByRole('button', { name: 'It is sent' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The link must be an address that begins with https://.')
  await dialog.getByLabel('Link to the tracking').fill('https://dhl.example/JD1')
  await dialog.getByLabel('Carrier').fill('DHL')
  await dialog.getByLabel('Tracking number').fill('JD1')
  await dialog.getByRole('button', { name: 'It is sent' }).click()
  await expect(card(first.number)).toHaveCount(0)

  await card(second.number).getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(dialog.getByRole('combobox')).toHaveValue('1')
  await dialog.getByRole('button', { name: 'Refund $80.00' }).click()
  await expect(page.getByText('Nothing is on its way back.')).toBeVisible()
  await page.getByLabel('Show').selectOption('Ended')
  await expect(card(second.number)).toContainText('$80.00 went back.')

  await guest.goto(`/orders/${first.order_id}/return`)
  await expect(guest.getByRole('heading', { name: 'M is on the way to you.' })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Follow the parcel' })).toHaveAttribute(
    'href',
    'https://dhl.example/JD1',
  )
  await expect(guest.getByRole('checkbox')).toHaveCount(1)
  await guest.goto(`/orders/${second.order_id}/return`)
  await expect(guest.getByRole('heading', { name: '$80.00 went back to you.' })).toBeVisible()
  await theirs.close()
})

test('a return is refused with a sentence, and a stranger sees nothing', async ({
  page,
  visit,
  db,
  sells,
  browser,
  baseURL,
}) => {
  const { id } = await sells({ name: 'Silk dress', price_cents: 8_000 })
  await sellInSizes(db, id)
  const theirs = await browser.newContext({ baseURL })
  const guest = await theirs.newPage()
  await buy(guest, id)
  const order = await db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
  await db.updateTable('order').set({ status: 'shipped' }).execute()
  await guest.goto(`/orders/${order.order_id}/return`)
  await guest.getByRole('checkbox').check()
  await guest.getByLabel('Why does Silk dress come back?').selectOption('Another reason')
  await guest.getByRole('button', { name: 'Send it back' }).click()
  await guest.getByRole('button', { name: 'Cancel the return' }).click()
  await guest.getByRole('dialog').getByRole('button', { name: 'Cancel the return' }).click()
  await expect(guest.getByRole('heading', { name: 'Cancelled. You keep what you have.' })).toBeVisible()
  await guest.getByRole('checkbox').check()
  await guest.getByLabel('Why does Silk dress come back?').selectOption('Another reason')
  await guest.getByRole('button', { name: 'Send it back' }).click()
  await expect(guest.getByRole('heading', { name: 'We wait for your parcel.' })).toBeVisible()

  await visit('/dashboard/returns')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Say in a sentence why, for the buyer reads it.')
  await page.getByRole('dialog').getByLabel('Why').fill('It was worn.')
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByText('Nothing is on its way back.')).toBeVisible()
  await guest.reload()
  await expect(guest.getByText('It was worn.')).toBeVisible()
  await theirs.close()

  const stranger = await (await browser.newContext({ baseURL })).newPage()
  await stranger.goto(`/orders/${order.order_id}/return`)
  await expect(stranger.getByText('Only its buyer can send something back')).toBeVisible()
  await stranger.context().close()
})

test('a double click on money instead of the size asks once, and does not settle the return', {
  tag: '@phone',
}, async ({ page, visit, db, sells, browser, baseURL }) => {
  const { id } = await sells({ name: 'Silk dress', price_cents: 8_000 })
  await sellInSizes(db, id)
  const theirs = await browser.newContext({ baseURL })
  const guest = await theirs.newPage()
  await buy(guest, id)
  const order = await db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
  await db.updateTable('order').set({ status: 'shipped' }).execute()
  await guest.goto(`/orders/${order.order_id}/return`)
  await guest.getByRole('checkbox').check()
  await guest.getByLabel('Why does Silk dress come back?').selectOption('It is too small')
  await guest.getByRole('radio', { name: 'Size M' }).check()
  await guest.getByRole('button', { name: 'Send it back' }).click()
  await expect(guest.getByText('You get size M instead.')).toBeVisible()
  await theirs.close()

  await visit('/dashboard/returns')
  await page.getByRole('button', { name: 'Money instead of the size' }).dblclick()
  const dialog = page.getByRole('dialog', { name: 'Money instead of the size?' })
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Free the size' }).dblclick()
  await expect(page.getByText('The size is free again: refund it instead')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Settle without a refund' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).click()
  const ends = () => db.selectFrom('return').select('settled_at').executeTakeFirstOrThrow()
  expect(await ends()).toEqual({ settled_at: null })
  await page.getByRole('button', { name: 'Settle without a refund' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Settle it' }).dblclick()
  await expect(page.getByText('Settled', { exact: true })).toBeVisible()
  expect(await ends()).not.toEqual({ settled_at: null })
})
