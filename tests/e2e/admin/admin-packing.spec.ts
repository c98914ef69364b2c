import type { Page } from '@playwright/test'
import type { Db } from '#server/db/connection.ts'
import { createAddress, createOrder, createProduct } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { asAdmin, expect, expectFailedLoads } from '../test.ts'

const path = '/dashboard/packing'
const rows = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 })
const filter = (page: Page) => page.getByRole('navigation', { name: 'Orders to show' })
const ship = (page: Page) => page.getByRole('button', { name: /^Packed and shipped:/ })
const tickOf = (page: Page, { number }: { number: number }) =>
  page.getByRole('checkbox', { name: `Order #${number}`, exact: true })
const announcement = (page: Page, text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

async function shipTicked(page: Page) {
  await ship(page).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Packed and shipped' }).click()
}

/** Three orders to pack, the oldest first; the third waits for a piece. */
async function place(db: Db) {
  await db.updateTable('order').set({ deleted_at: new Date() }).execute()
  const dress = await createProduct(db, { name: 'Bias-cut silk dress with a name that needs more than one line' })
  const placed = []
  for (let n = 0; n < 3; n++) {
    const at = new Date(Date.UTC(2026, 2, 1 + n))
    const order = await createOrder(db, [dress], { email: `ada-${n}@shop.test`, created_at: at, updated_at: at })
    await createAddress(db, order.id)
    const fields = { size: 'alpha-M', color: 'ivory', sku: `SILK-${n}`, quantity: n + 1, owed: n === 2 ? 2 : 0 }
    await db.updateTable('order_line').set(fields).where('order_id', '=', order.id).execute()
    placed.push(order)
  }
  const [first, second, third] = placed
  if (!first || !second || !third) throw new Error('Three orders were to be placed.')
  return { first, second, third }
}

asAdmin(
  'orders are ticked and shipped together; one refunded meanwhile is named and holds no other up',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const { first, second, third } = await place(db)
    await visit(path)
    await expect(rows(page)).toHaveText([first, second, third].map(({ number }) => new RegExp(`^#${number}`)))
    await expect(filter(page).getByRole('link')).toHaveText([
      ...['All 3', 'Ready to pack 2', 'Waiting for pieces 1', 'Packed today 0'],
    ])
    await expect(ship(page)).toBeDisabled()
    await expect(page.getByLabel(`Order #${third.number}: pieces are missing`)).toBeDisabled()
    await expect(page.getByText('2 pieces missing')).toBeVisible()
    await page.getByLabel('Tick all on this page').check()
    await expect(tickOf(page, first)).toBeChecked()
    expect(await violationsOf(page)).toEqual([])
    expect(await fits(page)).toBe(true)

    await db.updateTable('order').set({ payment_state: 'refunded' }).where('id', '=', second.id).execute()
    await ship(page).click()
    await expect(page.getByRole('dialog')).toContainText('Mark 2 orders as shipped?')
    await page.getByRole('dialog').getByRole('button', { name: 'Packed and shipped' }).dblclick()
    await expect(announcement(page, '1 order marked as shipped')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'not marked' })).toContainText(
      `#${second.number}: It was refunded: do not send it.`,
    )
    await expect(rows(page)).toHaveText([new RegExp(`^#${third.number}`)])
    await filter(page).getByRole('link', { name: 'Packed today 1' }).click()
    await expect(rows(page)).toHaveText([new RegExp(`^#${first.number}`)])
    await expect(ship(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Close' }).click()
    await filter(page).getByRole('link', { name: 'Ready to pack 0' }).click()
    await expect(page.getByText('No order is ready to pack.')).toBeVisible()
    const events = db
      .selectFrom('order_event')
      .select('value')
      .where('order_id', '=', first.id)
      .where('value', '=', 'shipped')
    expect(await events.execute()).toHaveLength(1)
  },
)

asAdmin(
  'a note is written once, shown in the list and on the order, and deleted by its author',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const { first } = await place(db)
    await visit(path)
    await page.getByRole('button', { name: `Add a note about #${first.number}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await expect(dialog.getByText('Write a note first.')).toBeVisible()
    await dialog.getByLabel('Note', { exact: true }).fill('A gift: no invoice.')
    await dialog.getByRole('button', { name: 'Save note' }).dblclick()
    await expect(announcement(page, 'Note saved')).toBeVisible()
    await expect(page.getByRole('main').getByText('A gift: no invoice.')).toBeVisible()
    expect(await db.selectFrom('order_note').select('text').execute()).toEqual([{ text: 'A gift: no invoice.' }])

    await visit(`/orders/${first.order_id}`)
    const notes = page.getByRole('region', { name: 'Notes' })
    await expect(notes.getByText('A gift: no invoice.')).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await notes.getByRole('button', { name: 'Delete the note: A gift: no invoice.' }).click()
    await expect(announcement(page, 'Note deleted')).toBeVisible()
    await expect(notes.getByText('A gift: no invoice.')).toHaveCount(0)
  },
)

asAdmin(
  'the slips of the ticked orders are printed, one on each page, with picture, size and return address',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const { first, second, third } = await place(db)
    await page.addInitScript(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await visit(path)
    await tickOf(page, first).check()
    await tickOf(page, second).check()
    await page.getByRole('button', { name: 'Print 2 slips' }).click()
    await page.locator('[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('Packing slip')).toHaveCount(2)
    const slip = page.locator('[data-slip]').first()
    await expect(slip).toContainText(`#${first.number}`)
    await expect(slip).toContainText('Return address')
    await expect(slip.getByRole('cell', { name: 'M Bias-cut' })).toContainText('SKU SILK-0')
    await expect(page.getByRole('heading', { name: 'Packing', level: 1 })).toBeHidden()
    await expect(page.getByText(`#${third.number}`)).toBeHidden()
    await page.emulateMedia({ media: null })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(page.getByText('Packing slip')).toHaveCount(0)
    await expect(tickOf(page, first)).toBeChecked()
  },
)

asAdmin(
  'a list that does not load is loaded again, and a shipment or a note that fails loses nothing',
  { tag: '@phone' },
  async ({ page, db, visit, complaints }) => {
    const { first } = await place(db)
    await failCalls(page, '**/api/orders/packing?*')
    await visit(path)
    await expect(page.getByRole('alert')).toContainText('Failed to load the orders to pack!')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()

    await tickOf(page, first).check()
    await failCalls(page, '**/api/orders/ship')
    await ship(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Packed and shipped' }).click()
    await expect(page.getByText('Not all orders were marked as shipped. We could not reach the shop.')).toBeVisible()
    await expect(tickOf(page, first)).toBeChecked()

    await failCalls(page, '**/api/orders/*/notes')
    await page.getByRole('button', { name: `Add a note about #${first.number}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note', { exact: true }).fill('A gift.')
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await expect(dialog.getByText('The note was not saved. We could not reach the shop.')).toBeVisible()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await expect(announcement(page, 'Note saved')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin('the list is searched by number, and says when nothing is left to pack', async ({ page, db, visit }) => {
  const { second } = await place(db)
  await visit(path)
  await page.getByLabel('Search orders').fill(`#${second.number}`)
  await expect(rows(page)).toHaveText([new RegExp(`^#${second.number}`)])
  await db.updateTable('order').set({ deleted_at: new Date() }).execute()
  await visit(path)
  await expect(page.getByText('Everything is packed.')).toBeVisible()
})

asAdmin(
  'an order that a restore brought back is shipped once somebody has checked it',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const { first } = await place(db)
    await db.updateTable('order').set({ check_since: new Date() }).where('id', '=', first.id).execute()
    await visit(path)
    await tickOf(page, first).check()
    await shipTicked(page)
    await expect(
      page.getByText('It may have changed after the moment that was restored: check it on its page first.'),
    ).toBeVisible()
    await visit(`/orders/${first.order_id}`)
    await expect(page.getByText('check before shipping')).toBeVisible()
    expect(await fits(page)).toBe(true)
    await page.getByRole('button', { name: 'I have checked it' }).dblclick()
    await expect(page.getByText('check before shipping')).toHaveCount(0)
    await visit(path)
    await tickOf(page, first).check()
    await shipTicked(page)
    await expect(announcement(page, '1 order marked as shipped')).toBeVisible()
  },
)

asAdmin('a note that is typed and not saved is not lost by a link', { tag: '@phone' }, async ({ page, db, visit }) => {
  const order = await createOrder(db, [await createProduct(db)])
  await visit(`/orders/${order.order_id}`)
  await page.getByLabel('Note', { exact: true }).fill('Wrap it twice.')
  await page.getByRole('link', { name: 'Vitrine, home' }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Wrap it twice.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(announcement(page, 'Note saved')).toBeVisible()
  await page.getByRole('link', { name: 'Vitrine, home' }).click()
  await expect(page).toHaveURL('/')
})
