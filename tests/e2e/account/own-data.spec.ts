import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { hashPassword } from '#server/auth/password-hash.ts'
import { codeOf } from '#server/auth/two-factor/two-factor.fixture.ts'
import type { Db } from '#server/db/connection.ts'
import { createOrder, createReview } from '../../support/builders.ts'
import { signIn } from '../../support/sign-in.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { asAdmin, asCustomer, expect, expectFailedLoads, test } from '../test.ts'

const password = 'velvet ribbon 47'
const sessions = (page: Page) => page.getByRole('region', { name: 'Where you are signed in' })
const data = (page: Page) => page.getByRole('region', { name: 'Your data' })
const dialog = (page: Page) => page.getByRole('dialog')
const ada = async () => ({ username: 'Ada', email: 'ada@shop.test', password_hash: await hashPassword(password) })
const stored = (db: Db, id: string) =>
  db.selectFrom('user').select(['email', 'erased_at']).where('id', '=', id).executeTakeFirstOrThrow()

/** Signs the same user in with another browser. */
async function alsoOn(db: Db, user: { id: string }, browser: string, system: string) {
  await signIn(db, user)
  await db.updateTable('session').set({ browser, system }).where('browser', 'is', null).execute()
}

async function here(db: Db) {
  await db.updateTable('session').set({ browser: 'Chrome', system: 'Linux' }).execute()
}

/** Opens the dialog and goes to its second step. */
async function beginToErase(page: Page) {
  await data(page).getByRole('button', { name: 'Erase my account' }).click()
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page).getByLabel('Your password')).toBeFocused()
}
const eraseButton = (page: Page) => dialog(page).getByRole('button', { name: 'Erase my account' })

test('a user sees their sessions and ends one', async ({ page, visit, customer, db }) => {
  await here(db)
  await alsoOn(db, customer, 'Safari', 'iPhone')
  await alsoOn(db, customer, 'Firefox', 'Windows')
  await visit('/dashboard/profile')
  const rows = sessions(page).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Chrome on Linux')
  await expect(rows.first()).toContainText('This browser')
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])

  await sessions(page).getByRole('button', { name: 'Sign out Safari on iPhone' }).dblclick()
  await expect(page.getByText('Safari on iPhone is signed out.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await expect(sessions(page).getByRole('heading')).toBeFocused()

  await sessions(page).getByRole('button', { name: 'Sign out all others' }).click()
  await expect(page.getByText('All others are signed out.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(sessions(page).getByRole('button', { name: 'Sign out all others' })).toBeHidden()
  expect(await db.selectFrom('session').select('id').execute()).toHaveLength(1)
})

test('a session that was ended elsewhere meanwhile says so, and leaves the list', async ({
  page,
  visit,
  customer,
  db,
  complaints,
}) => {
  await here(db)
  await alsoOn(db, customer, 'Safari', 'iPhone')
  await visit('/dashboard/profile')
  const signOut = sessions(page).getByRole('button', { name: 'Sign out Safari on iPhone' })
  await expect(signOut).toBeVisible()
  await db.deleteFrom('session').where('browser', '=', 'Safari').execute()
  await signOut.click()
  await expect(page.getByText('Safari on iPhone was signed out before.')).toBeVisible()
  await expect(signOut).toBeHidden()
  expectFailedLoads(complaints)
})

test('signing out everywhere ends this session too and leads to the login', async ({ page, visit, customer, db }) => {
  await alsoOn(db, customer, 'Safari', 'iPhone')
  await visit('/dashboard/profile')
  await sessions(page).getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await db.selectFrom('session').select('id').execute()).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await expect(page.getByText('You must be logged in')).toBeHidden()
})

test('when sessions cannot be loaded or ended the page says so, and trying again works', async ({
  page,
  visit,
  customer,
  db,
  complaints,
}) => {
  await alsoOn(db, customer, 'Safari', 'iPhone')
  await failCalls(page, '**/api/auth/sessions')
  await visit('/dashboard/profile')
  await expect(sessions(page).getByText('We could not find out where you are signed in.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.unroute('**/api/auth/sessions')
  await sessions(page).getByRole('button', { name: 'Try again' }).click()
  await expect(sessions(page).getByRole('listitem')).toHaveCount(2)

  await failCalls(page, '**/api/auth/sessions/**')
  for (const [button, sentence] of [
    ['Sign out all others', 'The others were not signed out.'],
    ['Sign out everywhere', 'You were not signed out.'],
    [/^Sign out (Safari|Unknown)/, 'was not signed out.'],
  ] as const) {
    await sessions(page).getByRole('button', { name: button }).first().click()
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expect(page).toHaveURL('/dashboard/profile')
  expectFailedLoads(complaints)
})

test('a user’s own data is saved as a file', async ({ page, visit, customer, db, sells }) => {
  const dress = await sells({ name: 'Silk dress' })
  await createOrder(db, [dress], { user_id: customer.id, email: customer.email })
  await visit('/dashboard/profile')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    data(page).getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('my-data.json')
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file).toMatchObject({ profile: { email: customer.email }, orders: [{ lines: [{ name: 'Silk dress' }] }] })
  await expect(page.getByText('Your file is saved.')).toBeVisible()
})

asCustomer('an export that fails gives the reason', async ({ page, visit, complaints }) => {
  const message = 'That was too often. Please try again in 59 minutes.'
  await failCalls(page, '**/api/auth/my-data', { status: 429, json: { success: false, message } })
  await visit('/dashboard/profile')
  await data(page).getByRole('button', { name: 'Download my data' }).click()
  await expect(page.getByText(`The file was not made. ${message}`)).toBeVisible()
  expectFailedLoads(complaints)
})

test('an account is erased in two steps, and this browser’s storage with it', async ({
  page,
  visit,
  signsIn,
  db,
  sells,
  complaints,
}) => {
  const user = await signsIn(await ada())
  const dress = await sells({ name: 'Silk dress' })
  await createReview(db, { user_id: user.id, product_id: dress.id, comment: 'Falls well.' })
  await visit(`/shop/${dress.id}`)
  await expect(page.getByText('Falls well.')).toBeVisible()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await visit('/dashboard/profile')
  await page.evaluate(() => sessionStorage.setItem('draft profile 1', '{}'))

  await data(page).getByRole('button', { name: 'Erase my account' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Erase your account?' })).toBeFocused()
  await expect(dialog(page)).toContainText('your orders in our books')
  await expect(dialog(page)).toContainText('our backups, until they are deleted: after about two weeks')
  await dialog(page).getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog(page)).toBeHidden()

  await beginToErase(page)
  await eraseButton(page).click()
  await expect(dialog(page).getByText('Please type your password.')).toBeVisible()
  await dialog(page).getByLabel('Your password').fill('not this one')
  await eraseButton(page).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('The password is not right.')
  expect(await violationsOf(page)).toEqual([])
  expect((await stored(db, user.id)).erased_at).toBeNull()

  await dialog(page).getByLabel('Your password').fill(password)
  await eraseButton(page).dblclick()
  await expect(page.getByText('Your account is erased.')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await stored(db, user.id)).toMatchObject({ email: `${user.id}@deleted.invalid` })
  const saved = await page.evaluate(() => [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })])
  expect(saved.join()).not.toMatch(/ada|draft|Silk|checkouts|"seen"/i)
  await visit(`/shop/${dress.id}`)
  await expect(page.getByText('Deleted user')).toBeVisible()
  await visit('/dashboard/profile')
  await expect(page).toHaveURL('/login')
  expectFailedLoads(complaints)
})

test('an account with an order on its way cannot be erased yet', async ({
  page,
  visit,
  signsIn,
  db,
  sells,
  complaints,
}) => {
  const user = await signsIn(await ada())
  await createOrder(db, [await sells()], { user_id: user.id, email: user.email })
  await visit('/dashboard/profile')
  await beginToErase(page)
  await dialog(page).getByLabel('Your password').fill(password)
  await eraseButton(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('is paid and not completed yet')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await dialog(page).getByRole('button', { name: 'Back' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Erase your account?' })).toBeFocused()
  expect((await stored(db, user.id)).erased_at).toBeNull()
  expectFailedLoads(complaints)
})

test('erasing takes a second step where logging in takes one', async ({ page, visit, signsIn, db, complaints }) => {
  const user = await signsIn(await ada())
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const at = new Date()
  await db.insertInto('second_factor').values({ user_id: user.id, secret, created_at: at, confirmed_at: at }).execute()
  await visit('/dashboard/profile')
  await beginToErase(page)
  await dialog(page).getByLabel('Your password').fill(password)
  await eraseButton(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('This account needs a code')
  await dialog(page).getByLabel('Code').fill(codeOf(secret, new Date()))
  expect(await violationsOf(page)).toEqual([])
  await eraseButton(page).click()
  await expect(page.getByText('Your account is erased.')).toBeVisible()
  expectFailedLoads(complaints)
})

asAdmin('an admin reads what must happen before their erasure', async ({ page, visit }) => {
  await visit('/dashboard/profile')
  await expect(data(page)).toContainText('another admin must make it a user’s account first')
  await expect(data(page).getByRole('button', { name: 'Erase my account' })).toHaveCount(0)
})

test('erasing works by keyboard alone, and Escape leaves it', async ({ page, visit, signsIn }) => {
  await signsIn(await ada())
  await visit('/dashboard/profile')
  const open = data(page).getByRole('button', { name: 'Erase my account' })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Your account is erased.')).toBeVisible()
})
