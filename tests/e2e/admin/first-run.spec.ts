import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { hashPassword } from '#server/auth/password-hash.ts'
import { createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { holdCalls } from '../calls.ts'
import { asAdmin, dataCalls, expect, expectFailedLoads, openShop, test, untilHydrated } from '../test.ts'

test.beforeEach(async ({ db, shop }) => {
  await db.deleteFrom('shop_setting_change').execute()
  await db.deleteFrom('shop_setting').execute()
  await rm(path.join(shop.dataDir, 'outbox'), { recursive: true, force: true })
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Pays on the page of a test payment, which asks for no delivery. */
async function payWithTestCard(page: Page) {
  const card = { 'cc-number': '4242424242424242', 'cc-exp': '12 / 40', 'cc-csc': '123', 'cc-name': 'Olga' }
  for (const [autocomplete, value] of Object.entries(card))
    await page.locator(`input[autocomplete$="${autocomplete}"]`).fill(value)
  await page.getByRole('button', { name: 'Pay $1.00' }).click()
}

asAdmin('a shop is set up in seven steps, and a reload continues', { tag: '@phone' }, async ({ page, db, visit }) => {
  await visit('/dashboard/first-run')
  await expect(page.getByText('Step 1 of 7')).toBeVisible()
  await press(page, 'Save and go on')
  await expect(page.getByText('Please type the name of the shop.')).toBeVisible()
  await page.getByLabel('Name of the shop').fill('Maison Olga')
  await press(page, 'Save and go on')

  await expect(page.getByText('Step 2 of 7')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where do customers reach you?' })).toBeFocused()
  await page.getByLabel('Address').fill('3 Mill Lane\n\nBath')
  await page.getByLabel('E-mail').fill('olga@shop.example')
  await press(page, 'Save and go on')

  await expect(page.getByText('Step 3 of 7')).toBeVisible()
  await page.getByRole('link', { name: 'Add a product' }).click()
  await page.getByRole('link', { name: 'Back to setting up the shop' }).click()
  await expect(page.getByText('There is nothing that anybody can buy.')).toBeVisible()
  await press(page, 'Skip for now')
  await expect(page.getByText('Step 4 of 7')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change “Shipping & returns”' })).toHaveAttribute(
    'href',
    '/dashboard/manage-pages',
  )
  await expect(
    page.getByText('A new shop delivers free, to 24 countries as far as Japan and New Zealand.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose countries and prices' })).toHaveAttribute(
    'href',
    '/dashboard/settings#delivery',
  )
  await visit('/dashboard/first-run')
  await expect(page.getByText('Step 4 of 7')).toBeVisible()
  await press(page, 'Done, go on')
  for (const step of [5, 6]) {
    await expect(page.getByText(`Step ${step} of 7`)).toBeVisible()
    await press(page, 'Skip for now')
  }
  await expect(page.getByText('Step 7 of 7')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'The shop has its own name.' })).toContainText('Done')
  await expect(page.getByRole('listitem').filter({ hasText: 'Payments are simulated' })).toContainText('Open')
  expect(await violationsOf(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await press(page, 'Finish')
  await expect(page).toHaveURL('/dashboard/admin')
  const rows = await db.selectFrom('shop_setting').select(['section', 'value']).orderBy('section').execute()
  expect(rows).toMatchObject([
    { section: 'contact', value: { address: ['3 Mill Lane', 'Bath'], email: 'olga@shop.example' } },
    {
      section: 'first-run',
      value: { steps: { name: 'done', product: 'skipped', delivery: 'done', 'go-live': 'done' } },
    },
    { section: 'identity', value: { name: 'Maison Olga' } },
  ])
})

asAdmin(
  'a name that is too long and half an e-mail address are refused at their fields',
  { tag: '@phone' },
  async ({ page, visit }) => {
    const expectRefusal = async (field: Locator, sentence: string) => {
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
      await expect(page.getByText(sentence)).toHaveCount(1)
    }
    await visit('/dashboard/first-run')
    const name = page.getByLabel('Name of the shop')
    await name.fill('x'.repeat(200))
    await press(page, 'Save and go on')
    await expectRefusal(name, 'The name of the shop can have at most')
    expect(await violationsOf(page)).toEqual([])
    await name.fill('Maison Olga')
    await page.getByLabel('Tagline').fill('x'.repeat(300))
    await press(page, 'Save and go on')
    await expectRefusal(page.getByLabel('Tagline'), 'The tagline can have at most')
    await page.getByLabel('Tagline').fill('')
    await press(page, 'Save and go on')

    await expect(page.getByText('Step 2 of 7')).toBeVisible()
    await page.getByLabel('Address').fill('x'.repeat(500))
    await page.getByLabel('E-mail').fill('olga@shop')
    await press(page, 'Save and go on')
    await expectRefusal(page.getByLabel('E-mail'), 'Please type the whole e-mail address')
    await page.getByLabel('E-mail').fill('olga@shop.example')
    await page.getByLabel('Telephone').fill('none')
    await press(page, 'Save and go on')
    await expectRefusal(page.getByLabel('Telephone'), 'The telephone number can have digits')
    await page.getByLabel('Telephone').fill('')
    await press(page, 'Save and go on')
    await expectRefusal(page.getByLabel('Address'), 'A line of the address can have at most')
  },
)

asAdmin('a double click sends one test e-mail, and its way is said', async ({ page, visit, shop }) => {
  await visit('/dashboard/settings/services')
  const calls = dataCalls(page)
  const card = page.getByRole('region', { name: 'E-mail' })
  await card.getByRole('button', { name: 'Send a test e-mail' }).dblclick()
  await expect(card.getByRole('status')).toHaveText('There is no mail server: the e-mail is in the outbox folder.')
  expect(calls.filter(call => call.endsWith('/email/try'))).toHaveLength(1)
  expect(await readdir(path.join(shop.dataDir, 'outbox'))).toHaveLength(1)
})

asAdmin('a test picture is written, and a failure of the shop is said', async ({ page, visit, complaints }) => {
  await visit('/dashboard/settings/services')
  const card = page.getByRole('region', { name: 'Pictures' })
  await press(page, 'Write and read a test picture')
  await expect(card.getByRole('status')).toHaveText(
    'A test picture was written, read and deleted in the folder images.',
  )
  const release = await holdCalls(page, '**/pictures/try', { status: 429, json: { message: 'That was too often.' } })
  await press(page, 'Write and read a test picture')
  await expect(card.getByRole('button', { name: 'Writing…' })).toHaveAttribute('aria-disabled', 'true')
  release()
  await expect(card.getByRole('status')).toHaveText('That was too often.')
  expectFailedLoads(complaints)
})

asAdmin(
  'a test payment goes through the payment page and back, and leaves no order',
  { tag: '@phone' },
  async ({ page, visit, db }) => {
    await visit('/dashboard/settings/services')
    const result = page.getByRole('region', { name: 'Payments' }).getByRole('status')
    await press(page, 'Make a test payment')
    await page.waitForURL('**/sandbox/pay/**')
    await press(page, 'Cancel')
    await expect(result).toHaveText('You have left the page of the test payment: nothing was charged.')
    await untilHydrated(page)

    await press(page, 'Make a test payment')
    await page.waitForURL('**/sandbox/pay/**')
    await payWithTestCard(page)
    await expect(page).toHaveURL(/\/dashboard\/settings\/services\?payment=cs_test_/)
    await expect(result).toHaveText('Payments work: a dollar was paid, and has gone back.')
    await page.reload()
    await expect(result).toHaveText('Payments work: a dollar was paid, and has gone back.')
    expect(await violationsOf(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    expect(await db.selectFrom('order').selectAll().execute()).toEqual([])
    await page.getByRole('link', { name: 'Set up the shop, step by step' }).click()
    await expect(page).toHaveURL('/dashboard/first-run')
  },
)

asAdmin('an unknown test payment is said to be unknown', async ({ page, visit, complaints }) => {
  await visit('/dashboard/settings/services?payment=cs_test_unknown')
  const result = page.getByRole('region', { name: 'Payments' }).getByRole('status')
  await expect(result).toContainText('Test payment not found')
  await result.getByRole('button', { name: 'Look again' }).click()
  await expect(result).toContainText('Test payment not found')
  expectFailedLoads(complaints)
})

asAdmin(
  'the dashboard lists what is open before the shop opens, until it is hidden',
  async ({ page, visit, sells }) => {
    await sells({ name: 'Silk dress' })
    await visit('/dashboard/admin')
    const card = page.getByRole('region', { name: 'Before you open' })
    await expect(card).toContainText('The shop is still called Vitrine.')
    await expect(card).not.toContainText('There is nothing that anybody can buy.')
    await expect(card.getByRole('link', { name: 'Set up the shop, step by step' })).toHaveAttribute(
      'href',
      '/dashboard/first-run',
    )
    await card.getByRole('button', { name: 'Hide this list' }).click()
    await expect(card).toBeHidden()
    await visit('/dashboard/admin')
    await expect(page.getByRole('heading', { name: 'Monthly Earnings' })).toBeVisible()
    await expect(card).toBeHidden()
  },
)

test('only the first sign-in of an admin into an empty shop leads to its set-up', async ({ browser }) => {
  const { url, db, close } = await openShop({ SEED: 'none' })
  const password = 'velvet ribbon 47'
  const password_hash = await hashPassword(password)
  await createUser(db, { email: 'ada@shop.test', password_hash })
  await createUser(db, { email: 'olga@shop.test', role: 'admin', password_hash })

  const contexts: BrowserContext[] = []
  /** Signs in with a browser that has never been here. */
  async function signIn(email: string) {
    const context = await browser.newContext()
    contexts.push(context)
    const page = await context.newPage()
    await page.goto(`${url}/login`)
    await untilHydrated(page)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await press(page, 'Log in')
    await page.waitForURL(address => address.pathname !== '/login')
    return page
  }
  const pathOf = (page: Page) => new URL(page.url()).pathname
  expect(pathOf(await signIn('ada@shop.test'))).toBe('/')
  const first = await signIn('olga@shop.test')
  expect(pathOf(first)).toBe('/dashboard/first-run')
  await expect(first.getByText('Step 1 of 7')).toBeVisible()
  await expect.poll(() => db.selectFrom('shop_setting').select('section').execute()).toEqual([{ section: 'first-run' }])
  expect(pathOf(await signIn('olga@shop.test'))).toBe('/')
  for (const context of contexts) await context.close()
  await close()
})

asAdmin('what is typed in a step is not lost by a link to another one', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('/dashboard/first-run')
  await page.getByLabel('Name of the shop').fill('Maison Olga')
  await page
    .getByRole('link', { name: /deliver|parcel/i })
    .first()
    .click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Name of the shop')).toHaveValue('Maison Olga')
  await press(page, 'Save and go on')
  await expect(page.getByText('Step 2 of 7')).toBeVisible()
})
