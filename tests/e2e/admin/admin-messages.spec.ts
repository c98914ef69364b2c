import type { Page } from '@playwright/test'
import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import { createOrder } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { asAdmin, expect, expectFailedLoads, test } from '../test.ts'

const path = '/dashboard/messages'
const emails = (page: Page) => page.getByRole('main').getByRole('listitem')
const subjects = (page: Page) => emails(page).getByRole('heading', { level: 2 })
const filter = (page: Page) => page.getByRole('navigation', { name: 'Messages to show' })
const announcement = (page: Page, text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** Stores messages with these subjects, the last one being the newest. */
async function receive(db: Db, ...asked: string[]) {
  await db.deleteFrom('contact_message').execute()
  for (const [n, subject] of asked.entries())
    await db
      .insertInto('contact_message')
      .values({
        id: v7(),
        name: 'Ada',
        email: 'ada+hem@shop.test',
        subject,
        message: 'Could you shorten it?',
        created_at: new Date(Date.UTC(2026, 2, 1 + n)),
      })
      .execute()
}

test('a message is marked as done, disappears from the open ones, and Undo brings it back', {
  tag: '@phone',
}, async ({ page, owner, db, visit }) => {
  await receive(db, 'Sizes', 'Colours')
  await visit(path)
  await expect(filter(page).getByRole('link')).toHaveText(['Open 2', 'Done 0', 'All 2'])
  await page.getByRole('button', { name: 'Mark as done: Sizes' }).click()
  await expect(announcement(page, 'Marked as done')).toBeVisible()
  await expect(subjects(page)).toHaveText(['Colours'])
  await expect(filter(page).getByRole('link')).toHaveText(['Open 1', 'Done 1', 'All 2'])
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(announcement(page, 'Taken back')).toBeVisible()
  await expect(subjects(page)).toHaveText(['Colours', 'Sizes'])

  await visit('/dashboard/audit?record=message')
  const entries = page.getByRole('main').locator('ol > li')
  await expect(entries.first()).toContainText(`${owner.email} marked as not done the message`)
  await expect(entries.nth(1)).toContainText(`${owner.email} marked as done the message`)
  await expect(entries.nth(1).getByRole('row', { name: 'done no yes' })).toBeVisible()
  await entries
    .first()
    .getByRole('button', { name: /^Undo: take back the mark of the message of / })
    .click()
  await expect(announcement(page, 'Taken back')).toBeVisible()
  await visit(`${path}?status=done`)
  await expect(subjects(page)).toHaveText(['Sizes'])
})

asAdmin(
  'the open messages are shown first, and links show the done ones and all, also of a search',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    await receive(db, 'Sizes', 'Colours', 'Sizes again')
    await db.updateTable('contact_message').set({ done_at: new Date() }).where('subject', '=', 'Sizes').execute()
    await visit(path)
    await expect(subjects(page)).toHaveText(['Sizes again', 'Colours'])
    await filter(page).getByRole('link', { name: 'Done 1' }).click()
    await expect(page).toHaveURL(`${path}?status=done`)
    await expect(subjects(page)).toHaveText(['Sizes'])
    await expect(emails(page)).toContainText('Done')
    expect(await violationsOf(page)).toEqual([])
    await filter(page).getByRole('link', { name: 'All 3' }).click()
    await expect(subjects(page)).toHaveText(['Sizes again', 'Colours', 'Sizes'])
    await page.getByLabel('Search messages').fill('sizes')
    await expect(filter(page).getByRole('link')).toHaveText(['Open 1', 'Done 1', 'All 2'])
    await filter(page).getByRole('link', { name: 'Done 1' }).click()
    await expect(page).toHaveURL(`${path}?status=done&q=sizes`)
    await expect(subjects(page)).toHaveText(['Sizes'])
    expect(await fits(page)).toBe(true)
  },
)

asAdmin('a message is marked and unmarked by keyboard alone', async ({ page, db, visit }) => {
  await receive(db, 'Sizes')
  await visit(path)
  await expect(page.getByRole('button', { name: 'Mark as done: Sizes' })).toBeVisible()
  await page.getByLabel('Search messages').focus()
  for (let n = 0; n < 7; n++) await page.keyboard.press('Tab') // three filters, reply, answer, orders, the mark
  await expect(page.getByRole('button', { name: 'Mark as done: Sizes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await expect(page.getByText('Every message is done.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(subjects(page)).toHaveText(['Sizes'])
  expect(await db.selectFrom('contact_message').select('done_at').execute()).toEqual([{ done_at: null }])
})

asAdmin('when all messages are done the page says so, and leads to them', async ({ page, db, visit }) => {
  await receive(db, 'Sizes')
  await visit(`${path}?status=done`)
  await expect(page.getByText('No message is done yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Show the open messages' }).click()
  await page.getByRole('button', { name: 'Mark as done: Sizes' }).click()
  await expect(page.getByText('Every message is done.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Show the done messages' }).click()
  await expect(subjects(page)).toHaveText(['Sizes'])
})

asAdmin('a double click marks a message once', async ({ page, db, visit }) => {
  await receive(db, 'Sizes')
  await visit(path)
  const release = await holdCalls(page, '**/api/contact/*-*')
  const sent: string[] = []
  page.on('request', request => request.method() === 'PATCH' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Mark as done: Sizes' }).dblclick()
  release()
  await expect(announcement(page, 'Marked as done')).toBeVisible()
  expect(sent).toHaveLength(1)
})

asAdmin(
  'a message that cannot be marked stays as it is, and the page says why',
  async ({ page, db, visit, complaints }) => {
    await receive(db, 'Sizes')
    await visit(path)
    await failCalls(page, '**/api/contact/*-*')
    await page.getByRole('button', { name: 'Mark as done: Sizes' }).click()
    await expect(page.getByText('The message was not marked. We could not reach the shop.')).toBeVisible()
    await expect(subjects(page)).toHaveText(['Sizes'])
    await page.unrouteAll()

    await db.deleteFrom('contact_message').execute() // by another admin
    await page.getByRole('button', { name: 'Mark as done: Sizes' }).click()
    await expect(page.getByText('The message was not marked. Message not found')).toBeVisible()
    await expect(page.getByText('No message has come yet.')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin("a message leads to its sender's orders", async ({ page, sells, db, visit }) => {
  await receive(db, 'Sizes')
  const dress = await sells()
  await createOrder(db, [dress], { email: 'ada+hem@shop.test' })
  await createOrder(db, [dress], { email: 'bea@shop.test' })
  await visit(path)
  await page.getByRole('button', { name: 'Orders of ada+hem@shop.test' }).click()
  await page.getByRole('link', { name: 'Search all orders for it' }).click()
  await expect(page).toHaveURL('/dashboard/manage-orders?q=ada%2Bhem%40shop.test')
  await expect(page.getByLabel('Search orders')).toHaveValue('ada+hem@shop.test')
  await expect(page.getByRole('main')).toContainText('1 order')
  await expect(page.getByRole('main')).not.toContainText('bea@shop.test')
})

test('staff answer a message with the orders of its address beside it; what is typed is not lost by a link', {
  tag: '@phone',
}, async ({ page, signsIn, sells, db, visit, complaints }) => {
  await receive(db, 'Sizes', 'Colours')
  const order = await createOrder(db, [await sells()], { email: 'ada+hem@shop.test', status: 'shipped' })
  await signsIn({ email: 'stella@shop.test', role: 'staff' })
  await visit(path)
  await page.getByRole('button', { name: /^Orders of .*: Sizes/ }).click()
  const orders = page.getByRole('region', { name: 'Orders with this address' })
  await expect(orders.getByRole('link', { name: `Order #${order.number}` })).toHaveAttribute(
    'href',
    `/orders/${order.order_id}`,
  )
  await expect(orders).toContainText('as a guest')
  await expect(orders).toContainText('shipped')

  await page.getByRole('button', { name: 'Answer: Sizes' }).click()
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('Write an answer first.')).toBeVisible()
  await page.getByLabel('Your answer').fill('We have it in M.\nShall we keep it for you?')
  expect(await violationsOf(page)).toEqual([])
  expect(await fits(page)).toBe(true)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Packing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click()
  await failCalls(page, '**/api/contact/*/answers')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(page.getByText('The answer was not sent. We could not reach the shop.')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Send the answer' }).dblclick()
  await expect(announcement(page, 'The answer is on its way to ada+hem@shop.test.')).toBeVisible()
  await expect(subjects(page)).toHaveText(['Colours'])
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const queued = db.selectFrom('mail').select('address').where('kind', '=', 'message-answer')
  expect(await queued.execute()).toEqual([{ address: 'ada+hem@shop.test' }])

  await filter(page).getByRole('link', { name: 'Done 1' }).click()
  await expect(page.getByText('Answered')).toBeVisible()
  const answers = page.getByRole('list', { name: 'Answers' })
  await expect(answers).toContainText('stella@shop.test')
  await expect(answers).toContainText('Shall we keep it for you?')
  await expect(page.getByRole('button', { name: 'Delete Sizes' })).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  expectFailedLoads(complaints)
})
