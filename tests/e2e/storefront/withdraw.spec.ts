import type { Page } from '@playwright/test'
import { hashToken, newToken } from '#server/http/sessions.ts'
import { createOrder, createProduct } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

const main = (page: Page) => page.getByRole('main')
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)
const look = async (page: Page) => {
  expect(await violationsOf(page, { withFooter: true })).toEqual([])
  expect(await fits(page)).toBe(true)
}
const link = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Withdraw from contract here' })

/** All three pages: the link in the footer, a form with faults, the question, back to change it, and the receipt. */
async function withdraw(page: Page, { hasScripts }: { hasScripts: boolean }) {
  const check = async () => (hasScripts ? await look(page) : expect(await fits(page)).toBe(true))
  await page.goto('/shop')
  await link(page).click()
  await expect(page).toHaveURL('/withdraw')
  await expect(main(page).getByRole('heading', { level: 1, name: 'Withdraw from contract' })).toBeVisible()
  await expect(main(page)).toContainText('sealed goods that were unsealed')
  await expect(main(page).getByLabel('Which pieces')).toBeHidden()
  await check()

  await main(page).getByLabel('Your name').fill('Ada <b>King</b>')
  await main(page).getByLabel('E-mail for the receipt').fill('ada')
  await main(page).getByRole('radio', { name: 'Only some pieces' }).check()
  await main(page).getByRole('button', { name: 'Continue' }).click()
  await expect(main(page).getByRole('alert')).toContainText('what you typed is still there')
  await expect(main(page).getByLabel('Your name')).toHaveValue('Ada <b>King</b>')
  await expect(main(page).getByLabel('E-mail for the receipt')).toHaveAccessibleDescription(/whole e-mail address/)
  await expect(main(page).getByLabel('Order number')).toHaveAccessibleDescription(/Please type the number of the order/)
  await expect(main(page).getByLabel('Which pieces')).toHaveAccessibleDescription(
    'Please say which pieces you withdraw from.',
  )
  await check()

  await main(page).getByLabel('E-mail for the receipt').fill('ada@shop.test')
  await main(page).getByLabel('Order number').fill('#77')
  await main(page).getByLabel('Which pieces').fill('The hat\nin red & blue')
  await main(page).getByRole('button', { name: 'Continue' }).click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Is this right?' })).toBeVisible()
  await expect(main(page).getByRole('definition')).toHaveText([
    'Ada <b>King</b>',
    '#77',
    'The hat\nin red & blue',
    'ada@shop.test',
  ])
  await check()

  await main(page).getByRole('button', { name: 'Back to change it' }).click()
  await expect(main(page).getByLabel('Which pieces')).toHaveValue('The hat\nin red & blue')
  await main(page).getByRole('radio', { name: 'The whole order' }).check()
  await main(page).getByRole('button', { name: 'Continue' }).click()
  await expect(main(page).getByRole('definition').nth(2)).toHaveText('The whole order')
  await main(page).getByRole('button', { name: 'Confirm withdrawal', exact: true }).dblclick()
  await expect(main(page).getByRole('heading', { level: 1, name: 'We have received your withdrawal.' })).toBeVisible()
  await expect(main(page)).toContainText(/It reached us on \d+ \w+ \d{4} at \d\d:\d\d:\d\d UTC\./)
  await expect(main(page).getByRole('definition')).toHaveText([
    'Ada <b>King</b>',
    '#77',
    'The whole order',
    'ada@shop.test',
  ])
  await expect(page).toHaveURL('/withdraw')
  await check()
}

const stored = (db: Parameters<typeof createOrder>[0]) =>
  db.selectFrom('withdrawal').select(['name', 'contract', 'pieces']).execute()

test('somebody withdraws in three pages', { tag: '@phone' }, async ({ page, db, complaints }) => {
  await db.deleteFrom('withdrawal').execute()
  await withdraw(page, { hasScripts: true })
  expect(await stored(db)).toEqual([{ name: 'Ada <b>King</b>', contract: '#77', pieces: null }])
  await link(page).click()
  await expect(main(page).getByLabel('Your name')).toHaveValue('')
  expectFailedLoads(complaints)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('it is the same', { tag: '@phone' }, async ({ page, db, complaints }) => {
    await db.deleteFrom('withdrawal').execute()
    await withdraw(page, { hasScripts: false })
    const receipt = await main(page).textContent()
    await page.reload() // the browser sends the form again
    expect(await main(page).textContent()).toBe(receipt)
    expect(await stored(db)).toHaveLength(1)
    await page.goto('/withdraw?order=1001')
    await expect(main(page).getByLabel('Order number')).toHaveValue('1001')
    expectFailedLoads(complaints)
  })
})

test('what was typed is in no cache', async ({ page, request }) => {
  for (const address of ['/withdraw', '/withdraw?order=1001'])
    expect((await request.get(address)).headers()['cache-control']).toBe('no-store')
  const form = { name: 'Ada', contract: '#77', email: 'ada@shop.test', scope: 'whole', pieces: '' }
  const question = await request.post('/withdraw', { form })
  expect(question.headers()['cache-control']).toBe('no-store')
  expect(await question.text()).toContain('ada@shop.test')
  await page.goto('/withdraw')
  expect(await page.content()).not.toContain('ada@shop.test')
})

test('the order page leads its buyer there, with the number', async ({ page, db, customer, visit }) => {
  const own = { user_id: customer.id, email: customer.email }
  const { order_id, number } = await createOrder(db, [await createProduct(db)], own)
  const others = await createOrder(db, [await createProduct(db)])
  await visit(`/orders/${order_id}`)
  await main(page).getByRole('link', { name: 'Withdraw from contract here' }).click()
  await expect(page).toHaveURL(`/withdraw?order=${number}`)
  await expect(main(page).getByLabel('Order number')).toHaveValue(String(number))
  await visit(`/orders/${others.order_id}`)
  await expect(main(page).getByText('Is this your order?')).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Withdraw from contract here' })).toHaveCount(0)
  for (const path of ['/dashboard', '/login', '/forgot-password']) {
    await visit(path)
    await expect(link(page)).toHaveAttribute('href', '/withdraw')
  }
})

test('“That was not me” takes a press, works twice, and refuses a forged key', { tag: '@phone' }, async ({
  page,
  db,
  visit,
  complaints,
}) => {
  const [id, key] = ['01a21fa8-362b-76eb-9aac-b211a6b725a9', newToken()]
  await db.deleteFrom('withdrawal_objection').execute()
  await db.deleteFrom('withdrawal').where('return_id', '=', id).execute()
  await db.deleteFrom('return').where('id', '=', id).execute()
  await db.insertInto('return').values({ id, kind: 'withdrawal', order_id: null, asked_at: new Date() }).execute()
  const typed = { name: 'Eve', contract: '#1', email: 'eve@shop.test', pieces: null }
  await db
    .insertInto('withdrawal')
    .values({ return_id: id, ...typed })
    .execute()
  await db
    .insertInto('withdrawal_objection')
    .values({ token_hash: hashToken(key), return_id: id })
    .execute()
  const cancelledAt = async () =>
    (await db.selectFrom('return').select('cancelled_at').where('id', '=', id).executeTakeFirstOrThrow()).cancelled_at

  await visit(`/withdraw/objection#${key}`)
  const button = main(page).getByRole('button', { name: 'That was not me' })
  await expect(button).toBeEnabled()
  await expect(page).toHaveURL('/withdraw/objection')
  expect(await cancelledAt()).toBeNull()
  await look(page)
  await failCalls(page, '**/api/withdrawals/objection')
  await button.click()
  await expect(main(page).getByRole('alert')).toBeVisible()
  await page.unrouteAll()
  await button.click()
  await expect(main(page).getByRole('status')).toHaveText('Thank you. We have noted that it was not you.')
  expect(await cancelledAt()).not.toBeNull()
  await look(page)

  await visit('/')
  await visit(`/withdraw/objection#${key}`)
  await button.click()
  await expect(main(page).getByRole('status')).toHaveText('Thank you. We have noted that it was not you.')
  await visit('/')
  await visit(`/withdraw/objection#${newToken()}`)
  await button.click()
  await expect(main(page).getByRole('alert')).toContainText('This link is not known here.')
  await look(page)
  expectFailedLoads(complaints)
})
