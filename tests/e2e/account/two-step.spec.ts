import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { hashPassword } from '#server/auth/password-hash.ts'
import { replaceRecoveryCodes } from '#server/auth/two-factor/queries.ts'
import { codeOf, stepMs, wrongCodeFor } from '#server/auth/two-factor/two-factor.fixture.ts'
import type { Db } from '#server/db/connection.ts'
import { createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { asAdmin, expect, expectFailedLoads, test } from '../test.ts'

const password = 'velvet ribbon 47'
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const label = 'Code from your authenticator app, or a recovery code'
const wrongCode = 'This code is not right, or it was used before. An app shows a new one every 30 seconds.'

const section = (page: Page) => page.getByRole('region', { name: 'Two-step sign-in' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Turns it on without the page. The next two codes of an authenticator app stay valid. */
async function turnOn(db: Db, { id }: { id: string }): Promise<string[]> {
  const at = new Date()
  const factor = { user_id: id, secret, confirmed_at: at, created_at: at }
  await db.insertInto('second_factor').values(factor).execute()
  return await db.transaction().execute(tx => replaceRecoveryCodes(tx, id))
}
const olga = async () => ({
  email: 'olga@shop.test',
  role: 'admin' as const,
  password_hash: await hashPassword(password),
})
const code = (steps = 0) => codeOf(secret, new Date(Date.now() + steps * stepMs))

async function shownCodes(page: Page): Promise<string[]> {
  const list = page.getByRole('dialog').getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  return await list.allInnerTexts()
}

async function logIn(page: Page, visit: (path: string) => Promise<void>) {
  await visit('/login')
  await page.getByLabel('Email').fill('olga@shop.test')
  await page.getByLabel('Password').fill(password)
  await button(page, 'Log in').click()
}

test('an admin turns it on, saves the recovery codes, and logs in with one', async ({
  page,
  visit,
  signsIn,
  complaints,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signsIn(await olga())
  await visit('/dashboard/profile')
  await expect(section(page)).toContainText('Off.')
  await button(page, 'Turn on').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Turn on two-step sign-in')
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await button(page, 'Continue').click()
  await expect(dialog.getByLabel('Your password')).toHaveAccessibleDescription('Please type your password.')
  await dialog.getByLabel('Your password').fill('not this one')
  await button(page, 'Continue').click()
  await expect(dialog.getByRole('alert')).toHaveText('The password is not right.')
  await dialog.getByLabel('Your password').fill(password)
  await button(page, 'Continue').click()

  await expect(dialog).toHaveAccessibleName('Connect your app')
  await expect(dialog.getByRole('heading')).toBeFocused()
  const image = dialog.getByRole('img', { name: 'QR code' })
  const { data, info } = await sharp(await image.screenshot())
    .resize(624)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const scanned = decodeQR({ width: info.width, height: info.height, data })
  expect(scanned).toContain('olga%40shop.test')
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Copy the key').click()
  await expect(dialog.getByText('Copied.')).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(scanned).searchParams.get('secret')).toBe(key)

  const field = dialog.getByLabel('Code that the app shows')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await field.fill(wrongCodeFor(key, new Date()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(wrongCode)
  await field.fill(codeOf(key, new Date()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()

  await expect(dialog).toHaveAccessibleName('Keep your recovery codes')
  await expect(dialog.getByRole('heading')).toBeFocused()
  const codes = await shownCodes(page)
  expect(await violationsOf(page)).toEqual([])
  await button(page, 'Copy').click()
  await expect(dialog.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${codes.join('\n')}\n`)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('recovery-codes.txt')
  expect(await readFile(await download.path(), 'utf8')).toBe(`${codes.join('\n')}\n`)

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(section(page)).toContainText('You have not said yet that you kept your recovery codes.')
  await button(page, 'Show them again').click()
  expect(await shownCodes(page)).toEqual(codes)
  await button(page, 'I have kept them').click()
  await expect(section(page)).toContainText('10 of these are left.')
  await expect(section(page).getByRole('heading')).toBeFocused()
  expect(await violationsOf(page)).toEqual([])

  await page.context().clearCookies()
  await logIn(page, visit)
  await page.getByLabel(label).fill(codes[0] ?? '')
  await button(page, 'Log in').click()
  await expect(page.getByText('Login successful!')).toBeVisible()
  await visit('/dashboard/profile')
  await expect(section(page)).toContainText('9 of these are left.')
  expectFailedLoads(complaints)
})

test('the login asks for the code in a second step, and for nothing twice', async ({ page, visit, db, complaints }) => {
  const codes = await turnOn(db, await createUser(db, await olga()))
  await logIn(page, visit)
  const field = page.getByLabel(label)
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  expect(await field.getAttribute('inputmode')).toBeNull()
  await expect(page.getByLabel('Password')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Register' })).toBeHidden()
  expect(await violationsOf(page)).toEqual([])

  await button(page, 'Log in').click()
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription(/Please type a code\./)
  await field.fill(wrongCodeFor(secret, new Date()))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(wrongCode)
  expect(await violationsOf(page)).toEqual([])

  await button(page, 'Back').click()
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('olga@shop.test')
  await expect(field).toBeHidden()
  await button(page, 'Log in').click()
  await field.fill(code())
  await page.keyboard.press('Enter')
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.context().clearCookies()
  await logIn(page, visit)
  await field.fill(codes[1]?.toUpperCase() ?? '')
  await button(page, 'Log in').click()
  await expect(page.getByText('Login successful!')).toBeVisible()
  expectFailedLoads(complaints)
})

test('a code is sent once, however often the button is pressed, and a lost connection loses nothing', async ({
  page,
  visit,
  db,
  complaints,
}) => {
  await turnOn(db, await createUser(db, await olga()))
  await logIn(page, visit)
  await page.getByLabel(label).fill(code())
  await failCalls(page, '**/api/auth/login')
  await button(page, 'Log in').click()
  await expect(page.getByRole('alert')).toHaveText(
    'We could not reach the shop. Please check your connection and try again.',
  )
  await expect(page.getByLabel(label)).not.toHaveValue('')
  await page.unroute('**/api/auth/login')
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/auth/login', async route => {
    calls += 1
    await promise
    await route.continue()
  })
  await button(page, 'Log in').click()
  await button(page, 'Logging in…').click({ force: true })
  resolve()
  await expect(page.getByText('Login successful!')).toBeVisible()
  expect(calls).toBe(1)
  expectFailedLoads(complaints)
})

test('new recovery codes replace the old ones', async ({ page, visit, signsIn, db, complaints }) => {
  const user = await signsIn(await olga())
  const old = await turnOn(db, user)
  await visit('/dashboard/profile')
  await button(page, 'New recovery codes').click()
  const dialog = page.getByRole('dialog', { name: 'New recovery codes' })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await button(page, 'Make new codes').click()
  await expect(dialog.getByLabel('Code from your authenticator app')).toHaveAccessibleDescription('Please type a code.')
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByLabel('Code from your authenticator app').fill(old[0] ?? '')
  await button(page, 'Make new codes').click()
  await expect(dialog.getByRole('alert')).toHaveText(wrongCode)
  await dialog.getByLabel('Code from your authenticator app').fill(code())
  await button(page, 'Make new codes').click()
  const shown = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  const codes = await shownCodes(page)
  expect(new Set([...codes, ...old]).size).toBe(20)
  await expect(shown).toContainText('The codes that you had before are of no use any more.')
  await button(page, 'I have kept them').click()
  await expect(section(page)).toContainText('10 of these are left.')
  expectFailedLoads(complaints)
})

test('password and code turn it off, and the audit says so', async ({ page, visit, signsIn, db, complaints }) => {
  const user = await signsIn(await olga())
  const codes = await turnOn(db, user)
  await visit('/dashboard/profile')
  await button(page, 'Turn off').click()
  const dialog = page.getByRole('dialog', { name: 'Turn off two-step sign-in' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByLabel(label).fill('123')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(wrongCode)
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByLabel(label).fill(codes[5] ?? '')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('Two-step sign-in is off.')).toBeVisible()
  await expect(section(page)).toContainText('Off.')
  await visit('/dashboard/audit')
  await expect(page.getByRole('main')).toContainText(
    'olga@shop.test turned off two-step sign-in for user olga@shop.test',
  )
  expectFailedLoads(complaints)
})

test('a customer does not see it, unless they still have it on', async ({ page, visit, signsIn, db }) => {
  const ada = await signsIn({ email: 'ada@shop.test' })
  const answered = page.waitForResponse('**/api/auth/second-factor')
  await visit('/dashboard/profile')
  await answered
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
  await expect(section(page)).toBeHidden()
  await turnOn(db, ada)
  await visit('/dashboard/profile')
  await expect(section(page)).toContainText('10 of these are left.')
  await expect(button(page, 'Turn off')).toBeVisible()
})

asAdmin('a section that cannot be loaded says so, and trying again works', async ({ page, visit, complaints }) => {
  await failCalls(page, '**/api/auth/second-factor', { status: 503, json: { message: 'Too busy.' } })
  await visit('/dashboard/profile')
  await expect(section(page).getByRole('alert')).toContainText('Too busy.')
  expect(await violationsOf(page)).toEqual([])
  await page.unroute('**/api/auth/second-factor')
  await section(page).getByRole('button', { name: 'Try again' }).click()
  await expect(section(page)).toContainText('Off.')
  expectFailedLoads(complaints)
})

test('Escape closes the dialogs, restores the focus and cancels what was begun', async ({
  page,
  visit,
  signsIn,
  db,
}) => {
  const user = await signsIn(await olga())
  await visit('/dashboard/profile')
  await button(page, 'Turn on').click()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Connect your app' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button(page, 'Turn on')).toBeFocused()
  await expect(section(page)).toContainText('Off.')
  await button(page, 'Turn on').click()
  await expect(page.getByRole('dialog').getByLabel('Your password')).toHaveValue('')
  await button(page, 'Cancel').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const begun = db.selectFrom('second_factor').select('confirmed_at').where('user_id', '=', user.id)
  expect(await begun.execute()).toEqual([{ confirmed_at: null }])
})
