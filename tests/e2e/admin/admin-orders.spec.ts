import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Selectable } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import type { Tables } from '#server/db/tables.ts'
import { createAddress, createOrder, createProduct } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { fillCart, proceed, typeCard } from '../buying.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { maxShift, shiftsSoFar } from '../shifts.ts'
import { signInBrowser } from '../sign-in.ts'
import { asAdmin, expect, expectFailedLoads, test, untilHydrated } from '../test.ts'

const path = '/dashboard/manage-orders'
const table = (page: Page) => page.getByRole('table', { name: /^All orders/ })
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const rowOf = (page: Page, orderId: string) => rows(page).filter({ hasText: orderId })
const statusDialog = (page: Page) => page.getByRole('dialog', { name: 'Update Order Status' })
const refundDialog = (page: Page) => page.getByRole('dialog', { name: 'Refund this order?' })
const deleteDialog = (page: Page) => page.getByRole('dialog', { name: 'Delete this order?' })
const acceptDialog = (page: Page) => page.getByRole('dialog', { name: 'Accept this payment?' })
const announcement = (page: Page, text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
type OrderRow = Selectable<Tables['order']>

const reason = 'Paid $49.50, the order says $120.00.'

asAdmin(
  'Manage Orders shows id, customer, status in the admin’s colours, date and actions',
  { tag: '@phone' },
  async ({ page, sells, db, visit }) => {
    const dress = await sells()
    const statuses = ['completed', 'shipped', 'processing', 'pending'] as const
    for (const [n, status] of statuses.entries()) {
      const at = new Date(Date.UTC(2026, 2, 1 + n, 12))
      await createOrder(db, [dress], { status, email: `buyer-${n}@shop.test`, created_at: at, updated_at: at })
    }
    await createOrder(db, [dress], { contact_email: 'guest@shop.test', payment_state: 'refunded' })
    await createOrder(db, [dress], { email: 'unpaid@shop.test', payment_state: 'awaiting' })
    await visit(path)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Orders')
    for (const header of ['Order ID', 'Customer', 'Status', 'Date', 'Actions'])
      await expect(table(page).getByRole('columnheader', { name: header, exact: true })).toBeAttached()
    await expect(rows(page)).toHaveCount(5)
    await expect(rows(page).first()).toContainText('guest@shop.test')
    await expect(rows(page).first().locator('[data-tone]')).toHaveText(['refunded'])
    for (const [n, [status, tone]] of (
      [
        ['pending', 'yellow'],
        ['processing', 'blue'],
        ['shipped', 'green'],
        ['completed', 'grey'],
      ] as const
    ).entries()) {
      const row = rows(page).nth(n + 1)
      await expect(row.locator('[data-tone]')).toHaveText(status)
      await expect(row.locator('[data-tone]')).toHaveAttribute('data-tone', tone)
      await expect(row).toContainText(`Mar ${4 - n}, 2026`)
      await expect(row).toContainText(`buyer-${3 - n}@shop.test`)
    }
    const [refunded, paid] = [rows(page).first().getByRole('cell').nth(2), rows(page).nth(1).getByRole('cell').nth(2)]
    await expect(paid).toContainText('$120.00 paid, 1 piece')
    await expect(refunded).toContainText('$120.00, 1 piece')
    await expect(refunded).not.toContainText('paid')
    expect(await violationsOf(page)).toEqual([])

    await expect(rows(page).first().getByRole('cell').first()).toHaveText(/^#\d{4}/)
    const id = await rows(page).first().getByRole('cell').first().locator('[title]').innerText()
    await rows(page).first().getByRole('link', { name: 'View' }).click()
    await expect(page).toHaveURL(`/orders/${id}`)
  },
)

test('an order leads back to the list of orders as it was left, for the shop alone', { tag: '@phone' }, async ({
  page,
  sells,
  db,
  visit,
  signsIn,
}) => {
  await signsIn({ role: 'admin' })
  const dress = await sells()
  const order = await createOrder(db, [dress], { status: 'shipped' })
  const back = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Back to orders' })
  await visit(`${path}?status=shipped`)
  await rowOf(page, order.order_id).getByRole('link', { name: 'View' }).click()
  await expect(back).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(await fits(page)).toBe(true)
  expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(page.viewportSize()?.width === 390 ? 44 : 36)
  await back.click()
  await expect(page).toHaveURL(`${path}?status=shipped`)

  await visit(`/orders/${order.order_id}`)
  await expect(back).toHaveAttribute('href', path)
  expect(await shiftsSoFar(page)).toBeLessThanOrEqual(maxShift)

  const bought = await createOrder(db, [dress], { user_id: (await signsIn()).id })
  await visit(`/orders/${bought.order_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Back to orders')).toHaveCount(0)
})

asAdmin('Manage Orders shows that it is loading', async ({ page, visit }) => {
  const release = await holdCalls(page, '**/api/orders/?**')
  await visit(path)
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
  release()
  await expect(page.getByText('Nothing has been ordered yet.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

asAdmin('Manage Orders that cannot be loaded says so, and Try again works', async ({ page, visit, complaints }) => {
  await failCalls(page, '**/api/orders/?**', { status: 503, json: {} })
  await visit(path)
  await expect(page.getByRole('alert')).toContainText('Failed to fetch orders!')
  expect(await violationsOf(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing has been ordered yet.')).toBeVisible()
  expectFailedLoads(complaints)
})

asAdmin(
  'an order’s status is set to any of the four, and its buyer sees the timeline move',
  async ({ page, sells, db, visit, browser }) => {
    const { order_id, id } = await createOrder(db, [await sells()], { status: 'processing', email: 'ada@shop.test' })
    await visit(path)
    await rowOf(page, order_id).getByRole('button', { name: 'Edit' }).click()
    const select = statusDialog(page).getByLabel('Status')
    await expect(select).toHaveValue('processing')
    await expect(select.getByRole('option')).toHaveText(['Pending', 'Processing', 'Shipped', 'Completed'])
    expect(await violationsOf(page)).toEqual([])
    await statusDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(statusDialog(page)).toBeHidden()

    const buyer = await browser.newPage()
    await buyer.goto(new URL(`/orders/${order_id}`, page.url()).href)
    await expect(buyer.locator('[aria-current=step]')).toContainText('Processing')

    await rowOf(page, order_id).getByRole('button', { name: 'Edit' }).click()
    await select.selectOption('Shipped')
    const sent = page.waitForRequest(request => request.method() === 'PATCH')
    await statusDialog(page).getByRole('button', { name: 'Update' }).click()
    expect(new URL((await sent).url()).pathname).toBe(`/api/orders/update-order-status/${id}`)
    expect((await sent).postDataJSON()).toEqual({ status: 'shipped' })
    await expect(announcement(page, 'Updated order status')).toBeVisible()
    await expect(statusDialog(page)).toBeHidden()
    await expect(rowOf(page, order_id).locator('[data-tone]')).toHaveText('shipped')

    await buyer.reload()
    await expect(buyer.locator('[aria-current=step]')).toContainText('Shipped')
    await expect(buyer.getByRole('heading', { level: 1 })).toHaveText('Payment shipped')
    await buyer.close()

    await rowOf(page, order_id).getByRole('button', { name: 'Edit' }).click()
    await select.selectOption('Pending')
    await statusDialog(page).getByRole('button', { name: 'Update' }).click()
    await expect(rowOf(page, order_id).locator('[data-tone]')).toHaveText('pending')
  },
)

asAdmin(
  'a status that cannot be saved is reported in the dialog, and the choice stays',
  async ({ page, sells, db, visit, complaints }) => {
    const { order_id } = await createOrder(db, [await sells()])
    const logged: string[] = []
    page.on('console', message => message.type() === 'info' && logged.push(message.text()))
    await visit(path)
    await rowOf(page, order_id).getByRole('button', { name: 'Edit' }).click()
    await statusDialog(page).getByLabel('Status').selectOption('Completed')
    await failCalls(page, '**/update-order-status/**')
    await statusDialog(page).getByRole('button', { name: 'Update' }).click()
    await expect(statusDialog(page).getByRole('alert')).toHaveText(
      'The status was not updated. We could not reach the shop. Please check your connection and try again.',
    )
    await expect(statusDialog(page).getByLabel('Status')).toHaveValue('completed')
    expect(logged.join()).toContain('The status was not updated')
    expect(await violationsOf(page)).toEqual([])
    await page.unrouteAll()
    await statusDialog(page).getByRole('button', { name: 'Update' }).click()
    await expect(announcement(page, 'Updated order status')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin('an order is deleted after a confirmation, restored, and deleted again', async ({ page, sells, db, visit }) => {
  const dress = await sells({ price_cents: 12_000 })
  const { order_id } = await createOrder(db, [dress], { email: 'ada@shop.test' })
  await createOrder(db, [dress])
  await visit(path)
  const remove = rowOf(page, order_id).getByRole('button', { name: 'Delete' })
  const confirm = deleteDialog(page).getByRole('button', { name: 'Delete' })
  await remove.click()
  await expect(deleteDialog(page)).toContainText(
    'The order of $120.00 from ada@shop.test leaves your list and your figures, and its page is gone for the customer too. No money is given back. You can undo this on the Audit page.',
  )
  await expect(deleteDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(deleteDialog(page)).toBeHidden()
  await expect(remove).toBeFocused()
  await expect(rows(page)).toHaveCount(2)
  await remove.click()
  await confirm.click()
  await expect(announcement(page, `Delete order ${order_id}`)).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(announcement(page, 'Taken back')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await remove.focus()
  for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key)
  await expect(rowOf(page, order_id)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.reload()
  await untilHydrated(page)
  await expect(rows(page)).toHaveCount(1)
})

asAdmin(
  'an order that another admin has deleted says so and leaves the list',
  async ({ page, sells, db, visit, complaints }) => {
    const { order_id, id } = await createOrder(db, [await sells()])
    await visit(path)
    await expect(rows(page)).toHaveCount(1)
    await db.updateTable('order').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    await rowOf(page, order_id).getByRole('button', { name: 'Delete' }).click()
    await deleteDialog(page).getByRole('button', { name: 'Delete' }).click()
    await expect(announcement(page, 'The order was not deleted. Order not found')).toBeVisible()
    await expect(page.getByText('Nothing has been ordered yet.')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'orders are found by id and by e-mail, and filtered by status and payment; a reload and Back restore it',
  async ({ page, sells, db, visit }) => {
    const dress = await sells()
    const ada = await createOrder(db, [dress], { email: 'ada@shop.test', status: 'shipped' })
    const guest = await createOrder(db, [dress], { contact_email: 'Guest@elsewhere.test', payment_state: 'refunded' })
    const odd = await createOrder(db, [dress], {
      email: 'odd@shop.test',
      payment_state: 'review',
      review_reason: reason,
    })
    await visit(path)
    const search = page.getByLabel('Search orders')
    const only = async (...orders: OrderRow[]) => {
      await expect(rows(page)).toHaveCount(orders.length)
      for (const { order_id } of orders) await expect(rowOf(page, order_id)).toBeVisible()
    }
    await only(ada, guest, odd)
    await search.fill('guest@ELSE')
    await only(guest)
    await expect(page).toHaveURL(`${path}?q=${encodeURIComponent('guest@ELSE')}`)
    await search.fill(ada.order_id)
    await only(ada)
    await search.fill('nobody')
    await expect(page.getByText('No orders match what you are looking for.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all orders' }).click()
    await only(ada, guest, odd)

    await page.getByLabel('Status', { exact: true }).selectOption('Shipped')
    await only(ada)
    await page.getByLabel('Status', { exact: true }).selectOption('All')
    await page.getByLabel('Payment', { exact: true }).selectOption('In review')
    await only(odd)
    await page.reload()
    await untilHydrated(page)
    await only(odd)
    await expect(page.getByLabel('Payment', { exact: true })).toHaveValue('review')
    await page.getByLabel('Payment', { exact: true }).selectOption('Refunded')
    await only(guest)
    await page.goBack()
    await only(odd)
  },
)

asAdmin('there are twenty orders on a page', async ({ page, sells, db, visit }) => {
  const dress = await sells()
  for (let n = 0; n < 21; n++) await createOrder(db, [dress])
  await visit(path)
  await expect(page.getByRole('main').getByText('21 orders')).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(`${path}?page=2`)
  await expect(rows(page)).toHaveCount(1)
})

asAdmin(
  'a payment in review is shown with its reason, and accepted after a confirmation',
  async ({ page, sells, db, visit }) => {
    const { order_id } = await createOrder(db, [await sells({ price_cents: 12_000 })], {
      email: 'ada@shop.test',
      payment_state: 'review',
      review_reason: reason,
    })
    await visit(path)
    const row = rowOf(page, order_id)
    await expect(row.locator('[data-tone]')).toHaveText(['pending', 'in review'])
    await expect(row).toContainText(reason)
    await expect(row.getByRole('button', { name: 'Refund' })).toBeVisible()
    await row.getByRole('button', { name: 'Accept payment' }).click()
    await expect(acceptDialog(page)).toContainText(`$120.00 from ada@shop.test will count as paid. ${reason}`)
    expect(await violationsOf(page)).toEqual([])
    await acceptDialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(row.locator('[data-tone]')).toHaveText(['pending', 'in review'])

    await row.getByRole('button', { name: 'Accept payment' }).click()
    await acceptDialog(page).getByRole('button', { name: 'Accept payment' }).click()
    await expect(announcement(page, 'Accepted $120.00 from ada@shop.test')).toBeVisible()
    await expect(row.locator('[data-tone]')).toHaveText(['pending'])
    await expect(row.getByRole('button', { name: 'Refund' })).toBeHidden()

    await row.getByRole('link', { name: 'View' }).click()
    await expect(page.getByRole('region', { name: 'For the shop' })).toContainText(/Payment paid\s*olga@shop.test/)
  },
)

test('a paid order is refunded once, after a confirmation; a failing provider is reported and the refund can be retried', async ({
  page,
  sells,
  db,
  visit,
  signsIn,
  shop,
  complaints,
}) => {
  await sells({ name: 'Silk dress', price_cents: 12_050 })
  await fillCart(page, ['Silk dress'])
  await proceed(page)
  await typeCard(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/success\?session_id=cs_/)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()
  const { order_id } = await db.selectFrom('order').selectAll().executeTakeFirstOrThrow()

  await signsIn({ email: 'olga@shop.test', role: 'admin' })
  await visit(path)
  await rowOf(page, order_id).getByRole('link', { name: 'View' }).click()
  await expect(page.getByText('The order is paid, and nothing is left to pay.')).toBeVisible()
  const actions = page.getByRole('region', { name: 'For the shop' })
  await actions.getByRole('button', { name: 'Refund' }).click()
  await expect(refundDialog(page)).toContainText('$120.50 will go back to ada@shop.test.')
  expect(await violationsOf(page)).toEqual([])

  shop.faults.api5xx = 1
  const confirm = refundDialog(page).getByRole('button', { name: /^Refund/ })
  await confirm.click()
  await expect(refundDialog(page).getByRole('alert')).toContainText('The payment provider does not answer.')
  shop.faults.api5xx = 0

  const asked: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/orders/refund/**', async route => {
    asked.push(route.request().method())
    await promise
    await route.continue()
  })
  await confirm.dblclick()
  await expect(confirm).toHaveText('Refunding…')
  resolve()
  await expect(announcement(page, 'Refunded the order of $120.50 to ada@shop.test')).toBeVisible()
  await expect(refundDialog(page)).toBeHidden()
  expect(asked).toEqual(['POST'])

  await expect(actions.locator('[data-tone]')).toHaveText(['refunded'])
  await expect(actions).toContainText('This order was refunded: do not send it.')
  for (const name of ['Print packing slip', 'Update status'])
    await expect(actions.getByRole('button', { name })).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('This order was refunded: do not send it.').filter({ visible: true })).toHaveCount(1)
  await page.emulateMedia({ media: null })
  await db.updateTable('order').set({ status: 'shipped' }).execute()
  await visit(page.url())
  await expect(actions).toContainText('This order was refunded, and it is marked as shipped.')
  await db.updateTable('order').set({ status: 'pending' }).execute()
  await expect(actions.getByRole('button', { name: 'Refund' })).toBeHidden()
  await expect(actions).toContainText(/Payment refunded\s*olga@shop.test/)
  await visit(path)
  await expect(rowOf(page, order_id).locator('[data-tone]')).toHaveText(['refunded'])
  await page.getByLabel('Status', { exact: true }).selectOption('Pending')
  await expect(page.getByText('No orders match what you are looking for.')).toBeVisible()
  expectFailedLoads(complaints)
})

asAdmin(
  'an admin sees all of an order, and prints a packing slip of it',
  { tag: '@phone' },
  async ({ page, sells, db, visit }) => {
    const dress = await sells({ name: 'Silk dress', price_cents: 12_050 })
    const ring = await sells({ name: `Ring ${'of gold'.repeat(25)}`, price_cents: 4_950 })
    const order = await createOrder(db, [dress, ring], { email: 'ada@shop.test', contact_email: 'gift@shop.test' })
    await createAddress(db, order.id)
    await db.updateTable('order_line').set({ quantity: 3 }).where('product_id', '=', dress.id).execute()
    const paid = { order_id: order.id, kind: 'payment', value: 'paid', at: new Date() } as const
    for (const actor of ['webhook', 'confirm'])
      await db
        .insertInto('order_event')
        .values({ ...paid, actor })
        .execute()
    await visit(path)
    await expect(rowOf(page, order.order_id)).toContainText('paid, 4 pieces')
    expect(await fits(page)).toBe(true)
    await visit(`/orders/${order.order_id}`)

    const actions = page.getByRole('region', { name: 'For the shop' })
    await expect(actions).toContainText(/Payment paid\s*the payment provider, /)
    await expect(actions).toContainText(/Payment paid\s*the shop’s own check, /)
    await expect(actions).not.toContainText(/webhook|confirm/)
    await expect(actions).toContainText('ada@shop.test')
    await expect(actions).toContainText('gift@shop.test')
    await actions.getByRole('button', { name: 'Update status' }).click()
    await statusDialog(page).getByLabel('Status').selectOption('Shipped')
    await statusDialog(page).getByRole('button', { name: 'Update' }).click()
    await expect(actions.getByRole('listitem').first()).toContainText(/Status shipped\s*olga@shop.test, /)
    await expect(page.locator('[aria-current=step]')).toContainText('Shipped')
    const ordered = page.getByRole('region', { name: 'What was ordered' })
    await expect(ordered).toContainText('3 × $120.50')
    await expect(ordered).toContainText('12 St James Square')
    expect(await fits(page)).toBe(true)
    expect(await violationsOf(page)).toEqual([])

    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    await actions.getByRole('button', { name: 'Print packing slip' }).click()
    await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
    await page.emulateMedia({ media: 'print' })
    const shown = await page.locator('body').innerText()
    for (const text of [
      'Vitrine',
      'Packing slip',
      order.order_id,
      'Deliver to',
      'Ada Lovelace',
      'London SW1Y 4JH',
      'Silk dress',
      '$170.00',
    ])
      expect(shown).toContain(text)
    await expect(page.getByRole('row', { name: '3 Silk dress' })).toBeVisible()
    expect(shown).not.toMatch(/Refund|Update status|Updated order status|Your Cart|Home|rights reserved|Skip/)
    for (const part of ['banner', 'contentinfo', 'button', 'link'] as const)
      await expect(page.getByRole(part)).toHaveCount(0)
  },
)

test('a customer who opens their order sees nothing of the admin’s panel', async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  const order = await createOrder(db, [await sells()], { user_id: customer.id, email: customer.email })
  await visit(`/orders/${order.order_id}`)
  await expect(page.getByRole('region', { name: 'What you ordered' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'For the shop' })).toHaveCount(0)
  await expect(page.getByText('Packing slip')).toHaveCount(0)
})

test('a customer whose order was refunded reads that, and not that it is waiting', async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  const mine = { user_id: customer.id, email: customer.email, payment_state: 'refunded' } as const
  const { order_id } = await createOrder(db, [await sells()], mine)
  await visit(`/orders/${order_id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('This order was refunded.')
  await expect(page.getByRole('heading', { level: 1, name: 'Payment refunded' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What you ordered' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' })).toHaveCount(0)
  await expect(main).not.toContainText(/pending|awaiting processing/i)
  expect(await violationsOf(page)).toEqual([])
})

asAdmin('a status is set by keyboard alone', async ({ page, sells, db, visit }) => {
  const { order_id } = await createOrder(db, [await sells()])
  await visit(path)
  const edit = rowOf(page, order_id).getByRole('button', { name: 'Edit' })
  await expect(edit).toBeVisible()
  await page.getByLabel('Search orders').focus()
  for (let n = 0; n < 5; n++) await page.keyboard.press('Tab') // three filters, View, Edit
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(statusDialog(page).getByLabel('Status')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(statusDialog(page)).toBeHidden()
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(announcement(page, 'Updated order status')).toBeVisible()
  await expect(rowOf(page, order_id).locator('[data-tone]')).toHaveText('processing')
  await expect(edit).toBeFocused()
})

asAdmin('the longest e-mails and names break nothing', { tag: '@phone' }, async ({ page, sells, db, visit }) => {
  const order = await createOrder(db, [await sells({ name: 'W'.repeat(200) })], {
    email: `${'long'.repeat(55)}@shop.test`,
    payment_state: 'review',
    review_reason: reason,
  })
  for (const where of [path, `/orders/${order.order_id}`]) {
    await visit(where)
    await expect(page.getByRole('button', { name: /^Accept payment/ })).toBeVisible()
    expect(await fits(page), where).toBe(true)
    await page.getByRole('button', { name: /^Refund/ }).click()
    expect(await refundDialog(page).evaluate(node => node.scrollWidth <= node.clientWidth)).toBe(true)
  }
})

test('a forged admin role in the browser shows no orders', async ({ page, db, shop, sells, complaints, signsIn }) => {
  await createOrder(db, [await sells()], { email: 'secret@shop.test' })
  const ada = await signsIn()
  await signInBrowser(db, page, shop.url, { ...ada, role: 'admin' }) // only in this browser's storage
  await failCalls(page, '**/api/auth/session')
  await page.goto(path)
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch orders!' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('secret@shop.test')
  expectFailedLoads(complaints)
})

asAdmin(
  'an order has one line of buttons, and its id and e-mail break only if necessary',
  { tag: '@phone' },
  async ({ page, sells, db, visit, viewport }) => {
    await createOrder(db, [await sells()], { email: 'buyer-0@shop.test' })
    await visit(path)
    const row = rows(page).first()
    await expect(row).toContainText('buyer-0@shop.test')
    const tops = await row.locator('a, button').evaluateAll(all => all.map(each => each.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    const linesOf = (index: number) =>
      row
        .getByRole('cell')
        .nth(index)
        .locator('[title]')
        .evaluate(text => {
          const range = document.createRange()
          range.selectNodeContents(text)
          return new Set([...range.getClientRects()].map(({ top }) => top)).size
        })
    expect(await linesOf(1)).toBe(1)
    if (viewport?.width === 1440) expect(await linesOf(0)).toBe(1)
  },
)

/** A refund of a paid order, pending and of all of it unless it says otherwise. */
async function createRefunding(
  db: Db,
  order: OrderRow,
  more: { state?: 'done'; is_rest?: boolean; lines?: string } = {},
) {
  const at = new Date()
  const asked = { id: randomUUID(), order_id: order.id, cents: order.amount_cents, state: 'asked', ...more } as const
  const rest = { provider_id: null, reason: null, actor: 'olga@shop.test', actor_id: null }
  await db
    .insertInto('refund')
    .values({ ...asked, ...rest, at, updated_at: at, check_at: at })
    .execute()
}

asAdmin(
  'an order with a pending refund is shipped and deleted only after a second confirmation',
  { tag: '@phone' },
  async ({ page, sells, db, visit, complaints }) => {
    const order = await createOrder(db, [await sells()], { email: 'ada@shop.test' })
    await createRefunding(db, order)
    await visit(path)
    const row = rowOf(page, order.order_id)
    await expect(row.locator('[data-tone]')).toHaveText(['pending', 'refunding'])
    const statusOf = async () => (await db.selectFrom('order').select('status').executeTakeFirstOrThrow()).status

    const choose = async (status: string) => {
      await row.getByRole('button', { name: 'Edit order' }).click()
      await statusDialog(page).getByLabel('Status').selectOption(status)
      await statusDialog(page).getByRole('button', { name: 'Update' }).dblclick()
    }
    const asked = (dialog: Locator) =>
      expect(dialog.getByRole('alert')).toContainText('money of this order is on its way')
    await choose('Shipped')
    await asked(statusDialog(page))
    await expect(statusDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(statusDialog(page)).toBeHidden()
    expect(await statusOf()).toBe('pending')

    await choose('Shipped')
    await asked(statusDialog(page))
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(announcement(page, 'Updated order status')).toBeVisible()
    expect(await statusOf()).toBe('shipped')
    await choose('Processing')
    await expect(row.locator('[data-tone]')).toHaveText(['processing', 'refunding'])

    await row.getByRole('button', { name: 'Delete order' }).click()
    await deleteDialog(page).getByRole('button', { name: 'Delete', exact: true }).dblclick()
    await asked(deleteDialog(page))
    await expect(deleteDialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await fits(page)).toBe(true)
    await page.keyboard.press('Escape')
    await expect(deleteDialog(page)).toBeHidden()
    await row.getByRole('button', { name: 'Delete order' }).click()
    await deleteDialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await deleteDialog(page).getByRole('button', { name: 'Delete all the same' }).click()
    await expect(announcement(page, `Delete order ${order.order_id}`)).toBeVisible()
    await expect(row).toHaveCount(0)
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'an admin sees an order’s refunds, failed refunds and disputes',
  { tag: '@phone' },
  async ({ page, sells, db, visit }) => {
    const order = await createOrder(db, [await sells()], { email: 'ada@shop.test' })
    await createRefunding(db, order)
    const at = new Date()
    const failed = { id: randomUUID(), order_id: order.id, cents: 12_000, state: 'failed', provider_id: null } as const
    const reason = 'The card has expired or was canceled.'
    await db
      .insertInto('refund')
      .values({ ...failed, reason, actor: 'provider', actor_id: null, at, updated_at: at, check_at: at })
      .execute()
    const due_by = new Date('2030-05-04T12:00:00Z')
    const dispute = { id: 'du_1', order_id: order.id, cents: 12_000, reason: 'product_not_received', due_by }
    await db
      .insertInto('dispute')
      .values({ ...dispute, status: 'needs_response', at, updated_at: at })
      .execute()
    await visit(path)
    await expect(rowOf(page, order.order_id).locator('[data-tone]')).toHaveText(['pending', 'refunding', 'disputed'])
    await visit(`/orders/${order.order_id}`)
    const actions = page.getByRole('region', { name: 'For the shop' })
    await expect(actions.locator('[data-tone]')).toHaveText(['pending', 'refunding', 'disputed'])
    await expect(actions).toContainText('The money of this order is on its way back: do not send it.')
    await expect(actions.getByRole('button', { name: 'Refund' })).toHaveCount(0)
    await expect(actions.getByRole('button', { name: 'Update status' })).toBeVisible()
    const moneyBack = page.getByRole('region', { name: 'Money back' })
    for (const text of [
      '$120.00 on its way back',
      '$120.00 not refunded',
      reason,
      'Made at the payment provider',
      'disputed by the buyer’s bank (product not received): needs response',
      'Answer by May 4, 2030',
      'Its money has gone back already: say so there, or it is taken twice.',
    ])
      await expect(moneyBack).toContainText(text)
    expect(await fits(page)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  },
)

asAdmin(
  'pieces of a refunded order that are in a count since are not put back twice',
  { tag: '@phone' },
  async ({ page, db, visit, complaints }) => {
    const dress = await createProduct(db, { name: 'Silk dress' })
    const order = await createOrder(db, [dress], { payment_state: 'refunded' })
    const event = { order_id: order.id, kind: 'payment', value: 'refunded', actor: 'olga', at: new Date() } as const
    await db.insertInto('order_event').values(event).execute()
    await db
      .updateTable('order_line')
      .set({ takes_stock: true, variant_id: dress.id })
      .where('order_id', '=', order.id)
      .execute()
    await db.insertInto('stock').values({ variant_id: dress.id, product_id: dress.id, on_hand: 1 }).execute()
    const movement = { variant_id: dress.id, at: new Date(Date.now() + 1_000) }
    await db
      .insertInto('stock_movement')
      .values({ ...movement, kind: 'counted', on_hand: 1 })
      .execute()
    await visit(`/orders/${order.order_id}`)
    await page.getByRole('button', { name: 'Back on the shelf' }).click()
    const dialog = page.getByRole('dialog', { name: 'Are they counted already?' })
    await expect(dialog).toContainText('The shelf was counted after the refund: Silk dress.')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'They are: only close the order' }).dblclick()
    await expect(page.getByText('cancelled', { exact: true })).toBeVisible()
    const stock = await db.selectFrom('stock').select('on_hand').where('variant_id', '=', dress.id).execute()
    expect(stock).toEqual([{ on_hand: 1 }])
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'a refunded order that was never sent goes back on the shelf',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const order = await createOrder(db, [await createProduct(db)], { payment_state: 'refunded' })
    await visit(`/orders/${order.order_id}`)
    await page.getByRole('button', { name: 'Back on the shelf' }).dblclick()
    await expect(page.getByText('cancelled', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back on the shelf' })).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  },
)

asAdmin(
  'a piece that was refunded before the parcel goes is for sale again, and the order goes on',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const dress = await createProduct(db, { name: 'Silk dress' })
    const order = await createOrder(db, [dress, await createProduct(db, { name: 'Straw hat' })])
    await db
      .updateTable('order_line')
      .set({ takes_stock: true, variant_id: dress.id })
      .where('order_id', '=', order.id)
      .where('name', '=', 'Silk dress')
      .execute()
    await db.insertInto('stock').values({ variant_id: dress.id, product_id: dress.id, on_hand: 0 }).execute()
    const lines = JSON.stringify([{ position: 0, quantity: 1, cents: 4_950 }])
    await createRefunding(db, order, { state: 'done', is_rest: false, lines })
    await visit(`/orders/${order.order_id}`)
    const putBack = page.getByRole('button', { name: 'Put refunded pieces back' })
    await expect(putBack).toBeVisible()
    expect(await fits(page)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await putBack.dblclick()
    await expect(putBack).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Change address' })).toBeVisible()
    const stock = await db.selectFrom('stock').select('on_hand').where('variant_id', '=', dress.id).execute()
    expect(stock).toEqual([{ on_hand: 1 }])
  },
)
