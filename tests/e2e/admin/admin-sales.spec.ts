import type { Page } from '@playwright/test'
import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import { createOrder } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { settled } from '../every-page.ts'
import { asAdmin, expect, idle } from '../test.ts'

const path = '/dashboard/admin'
const today = (page: Page) => page.getByRole('region', { name: 'Today' })
const task = (page: Page, label: string) => today(page).getByRole('listitem').filter({ hasText: label })
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)
const nameOf = (date: Date) => date.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

async function emptyLists(db: Db) {
  await db.deleteFrom('contact_message').execute()
  await db.deleteFrom('mail').execute()
}

async function receiveMessage(db: Db, done_at: Date | null = null) {
  const message = { name: 'Ada', email: 'ada@shop.test', subject: 'A hem', message: 'Hello', created_at: new Date() }
  await db
    .insertInto('contact_message')
    .values({ id: v7(), ...message, done_at })
    .execute()
}

asAdmin(
  'the dashboard begins with what is to do, and each figure leads to the list that shows exactly that',
  { tag: '@phone' },
  async ({ page, sells, db, visit }) => {
    await emptyLists(db)
    const dress = await sells()
    for (const status of ['pending', 'pending', 'processing', 'shipped', 'completed'] as const)
      await createOrder(db, [dress], { status })
    for (const payment_state of ['review', 'refunded', 'awaiting'] as const)
      await createOrder(db, [dress], { payment_state })
    for (const done_at of [null, null, new Date()]) await receiveMessage(db, done_at)
    const failed = { next_try_at: null, failed_at: new Date(), failure: 'No such mailbox.' }
    await db
      .insertInto('mail')
      .values({ id: v7(), kind: 'password-reset', address: 'ada@shop.test', created_at: new Date(), ...failed })
      .execute()

    await db
      .insertInto('return')
      .values({ id: v7(), kind: 'withdrawal', order_id: null, asked_at: new Date() })
      .execute()

    const main = page.getByRole('main')
    for (const [label, figure, link, address, found] of [
      ['Orders to pack', '3', '2 pending', '/dashboard/manage-orders?status=pending&payment=paid', '2 orders'],
      ['Orders to pack', '3', '1 processing', '/dashboard/manage-orders?status=processing&payment=paid', '1 order'],
      ['Payments in review', '1', 'Show the payments', '/dashboard/manage-orders?payment=review', '1 order'],
      ['Open messages', '2', 'Show the messages', '/dashboard/messages', '2 messages'],
      ['Returns', '1', 'Show the returns', '/dashboard/returns', '1 return'],
      ['Undelivered e-mails', '1', 'Show the e-mails', '/dashboard/proof', '1 e-mail could not be delivered'],
    ] as const) {
      await visit(path)
      await expect(task(page, label)).toContainText(`${label} ${figure}`)
      await task(page, label).getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(address)
      await expect(main).toContainText(found)
    }
    await page.goBack()
    await expect(main.getByRole('heading').nth(1)).toHaveText('Today')
    await visit('/dashboard/manage-orders?status=pending&payment=paid')
    await expect(page.getByLabel('Payment', { exact: true })).toHaveValue('paid')
    await db.deleteFrom('mail').execute()
    await db.deleteFrom('return').execute()
  },
)

asAdmin('what does not wait is quiet, and when nothing waits the dashboard says so', async ({ page, db, visit }) => {
  await emptyLists(db)
  await receiveMessage(db)
  await visit(path)
  await expect(task(page, 'Orders to pack')).toContainText('Orders to pack 0')
  await expect(today(page).getByRole('link')).toHaveText(['Show the messages'])
  expect(await violationsOf(page)).toEqual([])
  await db.deleteFrom('contact_message').execute()
  await page.reload()
  await expect(today(page)).toContainText('Nothing is waiting.')
  await expect(today(page).getByRole('listitem')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
})

asAdmin(
  'the sales of the last 30 days are drawn, and read in a table, to the cent',
  { tag: '@phone' },
  async ({ page, sells, db, visit }) => {
    const dress = await sells({ name: 'Silk dress', price_cents: 12_010 })
    const made = (days: number) => ({ created_at: daysAgo(days), updated_at: daysAgo(days) })
    await createOrder(db, [dress], made(2))
    await createOrder(db, [dress, dress], made(2))
    await createOrder(db, [dress], made(29))
    await createOrder(db, [dress], made(30))
    await createOrder(db, [dress], { ...made(1), payment_state: 'refunded' })
    await visit(path)

    const sales = page.getByRole('region', { name: 'Sales by day' })
    await expect(sales).toContainText('$480.40 from 3 orders')
    await expect(sales.locator('.recharts-bar-rectangle path')).toHaveCount(4) // of two days, the earnings and the orders
    await expect(sales.getByRole('table')).toBeHidden()
    await sales.getByText('Show the days as a table').focus()
    await page.keyboard.press('Enter')
    const days = sales.getByRole('table', { name: 'Sales by day' })
    await expect(days.getByRole('row')).toHaveCount(31)
    for (const [ago, orders, earnings] of [
      [0, 0, '$0.00'],
      [1, 0, '$0.00'],
      [2, 2, '$360.30'],
      [29, 1, '$120.10'],
    ] as const)
      await expect(days.getByRole('row', { name: `${nameOf(daysAgo(ago))} ${orders} ${earnings}` })).toBeVisible()
    expect(await fits(page)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  },
)

asAdmin('pointing at a day of the chart shows its sales', async ({ page, sells, db, visit }) => {
  await createOrder(db, [await sells({ price_cents: 12_010 })])
  await visit(path)
  const chart = page.getByRole('region', { name: 'Sales by day' }).locator('.recharts-surface').first()
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  await chart.hover({ position: { x: width - 20, y: 60 } })
  await expect(page.locator('.recharts-tooltip-wrapper').first()).toHaveText(`${nameOf(new Date())}: $120.10, 1 order`)
})

asAdmin(
  'the best sellers are drawn and listed with their pieces and earnings, and lead to their products',
  { tag: '@phone' },
  async ({ page, sells, db, visit }) => {
    const dress = await sells({ name: 'Silk dress', price_cents: 12_010 })
    const ring = await sells({ name: `Ring ${'of gold'.repeat(25)}`, price_cents: 33 })
    const gone = await sells({ name: 'Straw hat', price_cents: 5_000, deleted_at: new Date() })
    await createOrder(db, [dress, ring, ring, ring, gone])
    await createOrder(db, [dress])
    await visit(path)
    const sellers = page.getByRole('table', { name: 'Best sellers' })
    await expect(sellers.getByRole('row')).toHaveText([
      'No.ProductPiecesEarnings',
      `1${ring.name}3$0.99`,
      '2Silk dress2$240.20',
      '3Straw hat1$50.00',
    ])
    await expect(
      page.getByRole('region', { name: 'Best sellers' }).locator('.recharts-bar-rectangle path'),
    ).toHaveCount(3)
    await expect(sellers.getByRole('row', { name: 'Straw hat' }).getByRole('link')).toHaveCount(0)
    expect(await fits(page)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await sellers.getByRole('link', { name: 'Silk dress' }).click()
    await expect(page).toHaveURL(`/shop/${dress.id}/silk-dress`)
  },
)

asAdmin('a shop without sales has sentences instead of charts', { tag: '@phone' }, async ({ page, visit }) => {
  await visit(path)
  await expect(page.getByText('Nothing was sold in the last 30 days.')).toBeVisible()
  await expect(page.getByText('The products sold most will be here.')).toBeVisible()
  await expect(page.locator('.recharts-surface')).toHaveCount(0)
})

asAdmin('nothing moves while the dashboard loads', { tag: '@phone' }, async ({ page, sells, db, visit }) => {
  for (let n = 0; n < 12; n++) await createOrder(db, [await sells({ name: `Silk dress ${n}` })])
  await page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(globalThis, { seen })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visit(path)
  await settled(page)
  await expect(page.locator('.recharts-surface').first()).toBeAttached()
  await idle(page)
  expect(await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift)).toBe(0)
})
