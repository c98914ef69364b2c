import type { Page } from '@playwright/test'
import { createAddress, createOrder, createProduct } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { asAdmin, expect } from '../test.ts'

const announcement = (page: Page, text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
const dialog = (page: Page) => page.getByRole('dialog')

asAdmin(
  'a parcel is sent, corrected, delivered and removed on the page of its order',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const dress = await createProduct(db)
    const order = await createOrder(db, [dress], { contact_email: 'ada@shop.test' })
    await createAddress(db, order.id)
    await visit(`/orders/${order.order_id}`)
    await page.getByRole('button', { name: 'Send a parcel' }).click()
    await dialog(page).getByRole('button', { name: 'Send parcel' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Type the carrier or the tracking number.')
    await dialog(page).getByLabel('Carrier').fill('UPS')
    await dialog(page).getByLabel('Tracking number').fill('1Z999')
    expect(await violationsOf(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Send parcel' }).dblclick()
    await expect(announcement(page, 'Parcel sent')).toBeVisible()
    const link = page.getByRole('link', { name: 'UPS 1Z999' })
    await expect(link).toHaveAttribute('href', 'https://www.ups.com/track?tracknum=1Z999')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment shipped')

    await page.getByRole('button', { name: 'Correct: UPS 1Z999' }).click()
    await dialog(page).getByLabel('Tracking number').fill('1Z1000')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: 'UPS 1Z1000' })).toHaveAttribute('href', /tracknum=1Z1000$/)
    await page.getByRole('button', { name: 'Delivered: UPS 1Z1000', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Not delivered: UPS 1Z1000' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    expect(await fits(page)).toBe(true)
    await page.getByRole('button', { name: 'Remove: UPS 1Z1000' }).click()
    await dialog(page).getByRole('button', { name: 'Remove' }).click()
    await expect(announcement(page, 'Parcel removed')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment pending')
  },
)

asAdmin(
  'the address of an open order is changed, and the order is archived and brought back',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const order = await createOrder(db, [await createProduct(db)], { contact_email: 'ada@shop.test' })
    await createAddress(db, order.id)
    const message = { name: 'Ada', email: 'ada@shop.test', subject: `Order #${order.number}`, message: 'Ring twice.' }
    await db
      .insertInto('contact_message')
      .values({ ...message, id: order.id, order_id: order.id, created_at: new Date() })
      .execute()
    await visit(`/orders/${order.order_id}`)
    await expect(page.getByText('Ring twice.')).toBeVisible()
    await page.getByRole('button', { name: 'Change address' }).click()
    await dialog(page).getByLabel('Town').fill('')
    await dialog(page).getByRole('button', { name: 'Save address' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Town is missing.')
    await dialog(page).getByLabel('Town').fill('Leeds')
    expect(await violationsOf(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Save address' }).click()
    await expect(announcement(page, 'Address saved')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Leeds')

    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Take out of the archive' })).toBeVisible()
    await visit(`/dashboard/manage-orders?q=${order.number}`)
    await expect(page.getByRole('main').getByText(/^No order/)).toBeVisible()
    await page.getByLabel('Archive').selectOption('Archived')
    await expect(page.getByRole('link', { name: `View order ${order.order_id}` })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    expect(await fits(page)).toBe(true)
    await page.getByRole('button', { name: `Unarchive order ${order.order_id}` }).click()
    await expect(announcement(page, 'Order taken out of the archive')).toBeVisible()

    await visit(`/dashboard/messages?q=${encodeURIComponent(`#${order.number}`)}`)
    await page.getByRole('link', { name: `Order #${order.number}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment pending')
  },
)

asAdmin(
  'a list of parcels is previewed, with each bad line, and sent once',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const dress = await createProduct(db)
    const [one, two] = [await createOrder(db, [dress]), await createOrder(db, [dress], { payment_state: 'refunded' })]
    await visit('/dashboard/packing/parcels')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('alert')).toHaveText('Paste a list or choose a file first.')
    const csv = `order,carrier,number\n${one.number},DHL,1\n${two.number},DHL,2\n999999999,DHL,3`
    await page.getByLabel('Or paste the list').fill(csv)
    await page.getByRole('button', { name: 'Preview' }).click()
    const main = page.getByRole('main')
    await expect(main.getByRole('status')).toHaveText('1 parcel to send. 2 lines are left out.')
    await expect(main).toContainText('It was refunded: do not send it.')
    await expect(main).toContainText('There is no paid order with this number or id.')
    expect(await violationsOf(page)).toEqual([])
    expect(await fits(page)).toBe(true)
    await page.getByRole('button', { name: 'Send 1 parcel' }).click()
    await expect(main.getByRole('status')).toHaveText('1 parcel sent. 2 lines are left out.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(main.getByRole('status')).toHaveText('Nothing is to be sent. 2 lines are left out.')
  },
)

asAdmin('a pasted column fills the numbers of the ticked orders', { tag: '@phone' }, async ({ page, db, visit }) => {
  await db.updateTable('order').set({ deleted_at: new Date() }).execute()
  const dress = await createProduct(db)
  const orders = [await createOrder(db, [dress]), await createOrder(db, [dress])]
  await visit('/dashboard/packing')
  await page.getByLabel('Tick all on this page').check()
  await page.getByRole('button', { name: /^Packed and shipped:/ }).click()
  await dialog(page).getByLabel('Carrier').fill('DHL')
  const first = dialog(page)
    .getByLabel(/^Tracking number of/)
    .first()
  await first.evaluate(input => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', 'A1\r\nA2\r\n')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(
    dialog(page)
      .getByLabel(/^Tracking number of/)
      .last(),
  ).toHaveValue('A2')
  expect(await violationsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Packed and shipped' }).click()
  await expect(announcement(page, '2 orders marked as shipped')).toBeVisible()
  const ids = orders.map(({ id }) => id)
  const parcels = await db.selectFrom('shipment').select('number').where('order_id', 'in', ids).execute()
  expect(parcels.map(({ number }) => number).toSorted()).toEqual(['A1', 'A2'])
})

asAdmin(
  'what is typed of a parcel is not lost beside the dialog or by Escape',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const dress = await createProduct(db)
    const order = await createOrder(db, [dress], { contact_email: 'ada@shop.test' })
    await createAddress(db, order.id)
    await visit(`/orders/${order.order_id}`)
    const open = page.getByRole('button', { name: 'Send a parcel' })
    await open.click()
    await page.mouse.click(5, 5)
    await expect(dialog(page)).toBeHidden() // nothing was typed

    await open.click()
    const number = dialog(page).getByLabel('Tracking number')
    const { x, y } = (await number.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.move(x + 30, y + 10)
    await page.mouse.down()
    await page.mouse.move(3, 3)
    await page.mouse.up()
    await expect(dialog(page)).toBeVisible()
    await number.fill('1Z999')
    await page.mouse.click(5, 5)
    await expect(number).toHaveValue('1Z999')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await open.click()
    await expect(number).toHaveValue('1Z999')
    await dialog(page).getByRole('button', { name: 'Send parcel' }).click()
    await expect(announcement(page, 'Parcel sent')).toBeVisible()
    await open.click()
    await expect(number).toHaveValue('')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Delivered: 1Z999', exact: true }).click()
    await expect(announcement(page, 'Marked as delivered')).toBeVisible()
    await page.getByRole('button', { name: 'Not delivered: 1Z999' }).click({ clickCount: 2 })
    await expect(page.getByRole('button', { name: 'Delivered: 1Z999', exact: true })).toBeVisible()
  },
)
