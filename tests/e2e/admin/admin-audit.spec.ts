import type { Page } from '@playwright/test'
import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import { createOrder, createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { asAdmin, expect, expectFailedLoads, test } from '../test.ts'

const entries = (page: Page) => page.getByRole('main').locator('ol > li')
const emails = (page: Page) => page.getByRole('main').locator('ul > li')

test('the audit shows who did what to which record, with the fields before and after', { tag: '@phone' }, async ({
  page,
  owner,
  sells,
  db,
  visit,
}) => {
  const dress = await sells({ name: 'Silk dress', price_cents: 12_000 })
  const ada = await createUser(db, { email: 'ada+shop@shop.test' })
  const order = await createOrder(db, [dress], { status: 'pending' })
  const changes = [
    await page.request.patch(`/api/products/update-product/${dress.id}`, { data: { price: 99.99 } }),
    await page.request.put(`/api/auth/users/${ada.id}`, { data: { role: 'admin' } }),
    await page.request.patch(`/api/orders/update-order-status/${order.id}`, { data: { status: 'shipped' } }),
  ]
  expect(changes.map(answer => answer.status())).toEqual([200, 200, 200])
  await visit('/dashboard/audit')

  await expect(entries(page)).toHaveCount(3)
  await expect(entries(page).nth(0)).toContainText(`${owner.email} changed the status of order #${order.number}`)
  await expect(entries(page).nth(0).getByRole('row', { name: 'status pending shipped' })).toBeVisible()
  await expect(entries(page).nth(1)).toContainText(`${owner.email} changed the role of user ${ada.email}`)
  await expect(entries(page).nth(1).getByRole('row', { name: 'role user admin' })).toBeVisible()
  await expect(entries(page).nth(2)).toContainText(`${owner.email} changed product Silk dress`)
  await expect(entries(page).nth(2).getByRole('row', { name: 'price $120.00 $99.99' })).toBeVisible()
  for (const header of ['Field', 'Before', 'After'])
    await expect(entries(page).nth(2).getByRole('columnheader', { name: header })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await expect(page.getByRole('link', { name: `#${order.number}` })).toHaveAttribute('href', `/orders/${order.id}`)
  await expect(page.getByRole('link', { name: 'Silk dress' })).toHaveAttribute(
    'href',
    `/dashboard/update-product/${dress.id}`,
  )
  await page.getByRole('link', { name: `#${order.number}` }).click()
  await expect(page.getByRole('heading', { name: 'What was ordered' })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: ada.email }).click()
  await expect(page.getByLabel('Search users')).toHaveValue(ada.email)
  await expect(page.getByRole('table', { name: 'Users, newest first' })).toContainText(ada.email)
})

asAdmin(
  'a changed price is taken back in the audit, and the shop sells at the one before',
  async ({ page, sells, visit }) => {
    const dress = await sells({ name: 'Silk dress', price_cents: 12_000 })
    await page.request.patch(`/api/products/update-product/${dress.id}`, { data: { price: 12 } })
    await visit('/dashboard/audit')
    await entries(page).first().getByRole('button', { name: 'Undo' }).click()
    await expect(entries(page)).toHaveCount(2)
    await expect(entries(page).first()).toContainText('took back a change of product Silk dress')
    await expect(entries(page).first().getByRole('row', { name: 'price $12.00 $120.00' })).toBeVisible()
    await expect(entries(page).nth(1).getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await visit(`/shop/${dress.id}`)
    await expect(page.getByRole('main')).toContainText('$120.00')
  },
)

test('the audit calls a picture a picture', async ({ page, owner, sells, db, visit }) => {
  const [first, second] = ['828ed6d75b35', '1f00aa3c9d21'].map(id => ({ id, width: 400, height: 500 }))
  const dress = await sells({ name: 'Silk dress' })
  const auditEntry = {
    actor: owner.id,
    action: 'update',
    record: 'product',
    record_id: dress.id,
    at: new Date(),
  } as const
  const change = { before: { image_id: first?.id }, after: { image_id: second?.id } }
  await db
    .insertInto('audit')
    .values({ id: v7(), ...auditEntry, before: JSON.stringify(change.before), after: JSON.stringify(change.after) })
    .execute()
  await visit('/dashboard/audit')
  await expect(entries(page).getByRole('row', { name: 'picture a picture another picture' })).toBeVisible()
  await expect(entries(page)).not.toContainText('828ed6')
})

test('of a long text the audit shows where it was changed, and the whole on demand', { tag: '@phone' }, async ({
  page,
  owner,
  db,
  visit,
}) => {
  const opening = `We began in a small street. ${'Wool, silk and linen. '.repeat(40)}`
  const [before, after] = ['Come in on a Monday.', 'Come in on a Friday.'].map(end =>
    JSON.stringify({ text: opening + end }),
  )
  await db
    .insertInto('audit')
    .values({
      ...{ id: v7(), actor: owner.id, action: 'write content', record: 'content', record_id: v7(), at: new Date() },
      ...{ before, after },
    })
    .execute()
  await visit('/dashboard/audit')
  const inner = { useInnerText: true } // without what is folded
  const cells = entries(page).getByRole('row').nth(1).getByRole('cell')
  for (const [n, day] of ['Monday', 'Friday'].entries())
    await expect(cells.nth(n)).toHaveText(new RegExp(`^…Wool.*Come in on a ${day}\\.\\s+The whole text$`), inner)
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await cells.nth(1).getByText('The whole text').click()
  await expect(cells.nth(1)).toHaveText(/The whole text\s*We began in a small street.*a Friday\.$/, inner)
})

asAdmin(
  'the links of the audit and of an order are large enough for a finger',
  { tag: '@phone' },
  async ({ page, sells, db, visit, viewport }) => {
    const dress = await sells({ name: 'Silk dress' })
    const order = await createOrder(db, [dress])
    const auditEntry = { data: { status: 'shipped' } }
    await page.request.patch(`/api/orders/update-order-status/${order.id}`, auditEntry)
    const heightOf = async (name: string) =>
      (await page.getByRole('main').getByRole('link', { name, exact: true }).boundingBox())?.height ?? 0
    await visit('/dashboard/audit')
    await expect(entries(page)).toHaveCount(1)
    if (viewport?.width === 390) expect(await heightOf(`#${order.number}`)).toBeGreaterThanOrEqual(44)
    await visit(`/orders/${order.order_id}`)
    await expect(page.getByRole('heading', { name: 'What was ordered' })).toBeVisible()
    expect(await heightOf(dress.name)).toBeGreaterThanOrEqual(44)
  },
)

test('the audit is filtered by kind of record and searched, and the address contains both', async ({
  page,
  owner,
  sells,
  db,
  visit,
}) => {
  const dress = await sells({ name: 'Silk dress' })
  const ada = await createUser(db, { email: 'ada@shop.test' })
  await page.request.patch(`/api/products/update-product/${dress.id}`, { data: { name: 'Satin dress' } })
  await page.request.put(`/api/auth/users/${ada.id}`, { data: { role: 'admin' } })
  await visit('/dashboard/audit')
  await expect(entries(page)).toHaveCount(2)
  await page.getByLabel('Kind of record').selectOption('Products')
  await expect(page).toHaveURL('/dashboard/audit?record=product')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('changed product Satin dress')
  await page.reload()
  await expect(entries(page)).toHaveCount(1)
  await page.getByLabel('Search the audit').fill('nobody')
  await expect(page.getByText('No entries match what you are looking for.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await expect(entries(page)).toHaveCount(2)
  await page.getByLabel('Search the audit').fill(ada.id)
  await expect(entries(page)).toHaveCount(1)
  await page.getByLabel('Search the audit').fill(owner.email.toUpperCase())
  await expect(entries(page)).toHaveCount(2)
  await page.getByLabel('Search the audit').fill('satin')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText('changed product Satin dress')
})

test('a deletion is undone from the audit, once', async ({ page, owner, sells, visit }) => {
  const dress = await sells({ name: 'Silk dress' })
  await page.request.delete(`/api/products/${dress.id}`)
  await visit('/dashboard/audit')
  await expect(entries(page).first()).toContainText(`${owner.email} deleted product Silk dress`)
  await page.getByRole('button', { name: 'Undo: bring back product Silk dress' }).click()
  await expect(page.getByText('Taken back')).toBeVisible()
  await expect(entries(page).first()).toContainText(`${owner.email} brought back product Silk dress`)
  await expect(entries(page)).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await visit(`/shop/${dress.id}`)
  await expect(page.getByRole('heading', { name: 'Silk dress', level: 1 })).toBeVisible()
})

asAdmin('an Undo that comes too late says so', async ({ page, sells, db, visit, complaints }) => {
  const dress = await sells({ name: 'Silk dress' })
  await page.request.delete(`/api/products/${dress.id}`)
  await visit('/dashboard/audit')
  const undo = page.getByRole('button', { name: 'Undo: bring back product Silk dress' })
  await expect(undo).toBeVisible()
  await db
    .updateTable('audit')
    .set({ at: new Date('2020-01-01') })
    .execute()
  await undo.click()
  await expect(page.getByText('A deletion can be taken back for 30 days.')).toBeVisible()
  expectFailedLoads(complaints)
})

asAdmin('an empty audit says what it will show', async ({ page, visit }) => {
  await visit('/dashboard/audit')
  await expect(page.getByText('Nothing has been done yet.')).toBeVisible()
})

const writeEmail = (db: Db, email: { subject: string; message?: string; email?: string; name?: string; at?: Date }) => {
  const { at: created_at = new Date(), ...words } = email
  return db
    .insertInto('contact_message')
    .values({ id: v7(), name: 'Ada', email: 'ada@shop.test', message: 'Hello', created_at, ...words })
    .execute()
}

asAdmin(
  'visitors’ messages are listed, newest first, with the reply address',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    await db.deleteFrom('contact_message').execute()
    await writeEmail(db, { subject: 'Sizes', message: 'Do you have it in M?', at: new Date('2026-03-01T10:00:00Z') })
    const script = '<script>alert(1)</script>'
    await writeEmail(db, {
      subject: 'L'.repeat(150),
      name: script,
      email: 'bea?bcc=eve@shop.test',
      message: `Dear shop,\n\nthe ring is lovely.\n${script}`,
      at: new Date('2026-03-02T10:00:00Z'),
    })
    await visit('/dashboard/messages')
    await expect(emails(page)).toHaveCount(2)
    await expect(emails(page).first()).toContainText('the ring is lovely.')
    await expect(emails(page).first()).toContainText(script)
    await expect(emails(page).first()).toContainText('Mar 2, 2026')
    const text = await emails(page).first().getByText('Dear shop,').innerText()
    expect(text).toContain('Dear shop,\n\nthe ring is lovely.')
    const reply = emails(page).first().getByRole('link', { name: 'bea?bcc=eve@shop.test', exact: true })
    await expect(reply).toHaveAttribute('href', 'mailto:bea%3Fbcc%3Deve@shop.test')
    await expect(page.getByRole('link', { name: 'ada@shop.test', exact: true })).toHaveAttribute(
      'href',
      'mailto:ada@shop.test',
    )
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    await page.getByLabel('Search messages').fill('in m?')
    await expect(emails(page)).toHaveCount(1)
    await expect(emails(page).getByRole('heading', { level: 2 })).toHaveText('Sizes')
    await page.getByLabel('Search messages').fill('velvet')
    await page.getByRole('link', { name: 'Show all messages' }).click()
    await expect(emails(page)).toHaveCount(2)
  },
)

test('deleting a message asks for confirmation and cannot be undone, and the audit contains nothing of its text', async ({
  page,
  owner,
  db,
  visit,
  complaints,
}) => {
  await db.deleteFrom('contact_message').execute()
  await writeEmail(db, { subject: 'Sizes', at: new Date('2026-03-01T10:00:00Z') })
  await writeEmail(db, { subject: 'Colours', at: new Date('2026-03-02T10:00:00Z') })
  const question = page.getByRole('dialog', { name: 'Delete this message?' })
  const ask = (subject: string) => page.getByRole('button', { name: `Delete ${subject}` }).click()
  const answer = (name: string) => question.getByRole('button', { name }).click()
  await visit('/dashboard/messages')
  await ask('Sizes')
  await expect(question).toContainText('The message of Ada goes for good. This cannot be undone.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await answer('Cancel')
  await expect(page.getByRole('button', { name: 'Delete Sizes' })).toBeFocused()

  await failCalls(page, '**/api/contact/*')
  await ask('Sizes')
  await answer('Delete')
  await expect(page.getByText('The message was not deleted. We could not reach the shop.')).toBeVisible()
  await page.unrouteAll()
  await expect(emails(page)).toHaveCount(2)

  await ask('Sizes')
  await answer('Delete')
  await expect(page.getByText('Message deleted')).toBeVisible()
  await expect(emails(page).getByRole('heading', { level: 2 })).toHaveText(['Colours'])
  await expect(question).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await db.selectFrom('contact_message').select('subject').execute()).toEqual([{ subject: 'Colours' }])

  await db.deleteFrom('contact_message').execute() // by another admin
  await ask('Colours')
  await answer('Delete')
  await expect(page.getByText('The message was not deleted. Message not found')).toBeVisible()
  await expect(page.getByText('No message has come yet.')).toBeVisible()

  await visit('/dashboard/audit?record=message')
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page)).toContainText(`${owner.email} erased message of a visitor`)
  await expect(entries(page).getByRole('row', { name: 'written 2026-03-01' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('Sizes')
  expect(await violationsOf(page)).toEqual([])
  expectFailedLoads(complaints)
})

asAdmin('a page has twenty messages', async ({ page, db, visit }) => {
  await db.deleteFrom('contact_message').execute()
  for (let n = 1; n <= 21; n++) await writeEmail(db, { subject: `Letter ${n}`, at: new Date(2026, 0, n) })
  await visit('/dashboard/messages')
  await expect(emails(page)).toHaveCount(20)
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(emails(page).getByRole('heading', { level: 2 })).toHaveText(['Letter 1'])
})

asAdmin('an empty list of messages says so', async ({ page, db, visit }) => {
  await db.deleteFrom('contact_message').execute()
  await visit('/dashboard/messages')
  await expect(page.getByText('No message has come yet.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})
