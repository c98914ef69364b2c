import type { Page } from '@playwright/test'
import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import { hashToken, newToken } from '#server/http/sessions.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { sellCounted } from '../counted.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

const main = (page: Page) => page.getByRole('main')
const tellMe = (page: Page) => main(page).getByRole('button', { name: 'Tell me when it is back', exact: true })
const words = 'Please look into your mailbox: we have sent you an e-mail with a button that confirms it.'
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** A product in these sizes with so many pieces each. @returns its id, and the variant of its first size */
async function sell(db: Db, pieces: Record<string, number>) {
  const id = await sellCounted(db, 'Aurelia slip', pieces)
  const sizes = db.selectFrom('variant').select('id').where('product_id', '=', id).where('deleted_at', 'is', null)
  const { id: first } = await sizes.orderBy('place').executeTakeFirstOrThrow()
  return { id, first }
}
const waiting = (db: Db) => db.selectFrom('stock_alert').select(['variant_id', 'email']).execute()

test('a shopper asks to be told about the size that is sold out, and about no other', { tag: '@phone' }, async ({
  page,
  db,
  visit,
  complaints,
}) => {
  const { id, first } = await sell(db, { 'alpha-S': 0, 'alpha-M': 9 })
  await visit(`/shop/${id}`)
  await page.getByRole('radio', { name: 'S, sold out' }).check()
  await tellMe(page).click()
  const email = main(page).getByLabel('Your e-mail')
  await expect(email).toBeFocused()
  await page.keyboard.type('ada')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please type your whole e-mail address, with its @ and its ending.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(await fits(page)).toBe(true)
  await email.fill('ada@shop.test')
  await failCalls(page, '**/api/alerts')
  await main(page).getByRole('button', { name: 'Send' }).click()
  await expect(main(page).getByRole('alert')).toBeVisible()
  await page.unrouteAll()
  await main(page).getByRole('button', { name: 'Send' }).dblclick()
  await expect(main(page).getByRole('status').filter({ hasText: words })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(await waiting(db)).toEqual([{ variant_id: first, email: 'ada@shop.test' }])
  await page.getByRole('radio', { name: 'M', exact: true }).check()
  await expect(main(page).getByText(words)).toHaveCount(0)
  await expect(main(page).getByRole('button', { name: 'Add to Cart', exact: true })).toBeEnabled()
  expectFailedLoads(complaints)
})

test('of a product of one size too, with the address of the account', async ({ page, db, customer, visit }) => {
  const ring = await sellCounted(db, 'Ronda hoops', 0)
  await visit(`/shop/${ring}`)
  await tellMe(page).click()
  await expect(main(page).getByLabel('Your e-mail')).toHaveValue(customer.email)
  await main(page).getByRole('button', { name: 'Send' }).click()
  await expect(main(page).getByText(words)).toBeVisible()
  expect(await waiting(db)).toEqual([{ variant_id: ring, email: customer.email }])
})

test('the links of the e-mail ask before they do something', { tag: '@phone' }, async ({ page, db }) => {
  const { first } = await sell(db, { 'alpha-S': 0 })
  const alert = { id: v7(), variant_id: first, email: 'ada@shop.test', asked_at: new Date() }
  await db.insertInto('stock_alert').values(alert).execute()
  const [confirm, end] = [newToken(), newToken()]
  await db
    .insertInto('stock_alert_link')
    .values([
      { token_hash: hashToken(confirm), alert_id: alert.id, purpose: 'confirm' },
      { token_hash: hashToken(end), alert_id: alert.id, purpose: 'end' },
    ])
    .execute()
  const heading = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goto(`/alerts/${confirm}`)
  await heading('Shall we tell you?')
  await expect(main(page)).toContainText('Aurelia slip, Black, S')
  expect(await violationsOf(page)).toEqual([])
  expect(await fits(page)).toBe(true)
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await heading('We will tell you')
  await page.goto(`/alerts/${end}`)
  await page.getByRole('button', { name: 'Do not tell me' }).click()
  await heading('We will not tell you')
  expect(await waiting(db)).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a form asks, and a page answers', async ({ page, db }) => {
    const { id, first } = await sell(db, { 'alpha-S': 0, 'alpha-M': 9 })
    await page.goto(`/shop/${id}`)
    await main(page).getByRole('textbox', { name: 'Your e-mail' }).fill('ada@shop.test')
    await main(page).getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
    await expect(main(page)).toContainText(words)
    expect(await waiting(db)).toEqual([{ variant_id: first, email: 'ada@shop.test' }])
  })
})
