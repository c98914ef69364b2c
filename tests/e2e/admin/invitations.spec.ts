import type { Page } from '@playwright/test'
import type { Db } from '#server/db/connection.ts'
import { randomIds, systemClock } from '#server/lib/clock.ts'
import { sendDue } from '#server/mail/outbox.ts'
import type { Email } from '#server/mail/transports/mailer.ts'
import { createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { signInBrowser } from '../sign-in.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

const email = 'stella@shop.test'
const password = 'a silk dress'
const dialog = (page: Page) => page.getByRole('dialog')
const invited = (page: Page) => page.getByRole('region', { name: 'Invited' })

/** Sends what is queued, and returns the path of the newest link to an invitation. */
async function readMail(db: Db, origin: string) {
  const emails: Email[] = []
  const mailer = { send: async (sent: Email) => void emails.push(sent) }
  await sendDue({ db, mailer, clock: systemClock, origin })
  const text = emails.findLast(({ to }) => to === email)?.text ?? ''
  return /(\/invitation#[\w-]{43})\n/.exec(text)?.[1] ?? ''
}

test('somebody is invited, opens the link, chooses a password and works as staff', { tag: '@phone' }, async ({
  page,
  visit,
  db,
  owner,
  shop,
  browser,
  viewport,
}) => {
  await visit('/dashboard/users')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog(page).getByLabel('Email').fill('stella')
  await dialog(page).getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog(page).getByText('Please type the whole e-mail address')).toBeVisible()
  await dialog(page).getByLabel('Email').fill(email)
  expect(await violationsOf(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Invite', exact: true }).dblclick()
  await expect(page.getByText(`An invitation is on its way to ${email}.`)).toBeVisible()
  await expect(invited(page)).toContainText(`${email}, as staff`)
  await expect(invited(page)).toContainText(owner.email)
  expect(await violationsOf(page)).toEqual([])

  const theirs = await browser.newContext({ baseURL: shop.url, viewport })
  const stellas = await theirs.newPage()
  await stellas.goto(await readMail(db, shop.url))
  await expect(stellas).toHaveURL('/invitation')
  await expect(stellas.getByText('as staff: with its orders, its stock and its messages')).toBeVisible()
  await expect(stellas.getByLabel('Email')).toHaveValue(email)
  expect(await violationsOf(stellas)).toEqual([])
  await stellas.getByLabel('Username').fill('Stella')
  await stellas.getByLabel('Password', { exact: true }).fill(password)
  await stellas.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(stellas.getByText('Welcome. Please log in.')).toBeVisible()
  await expect(stellas.getByRole('heading', { level: 1 })).toHaveText('Log in')
  await expect(stellas.getByLabel('Email')).toHaveValue(email)
  await stellas.getByLabel('Password', { exact: true }).fill(password)
  await stellas.getByRole('button', { name: 'Log in' }).click()
  await expect(stellas).toHaveURL('/dashboard/admin')
  await expect(stellas.getByRole('heading', { level: 1 })).toHaveText('Hi, Stella! Welcome to your staff dashboard.')
  await theirs.close()

  await visit('/dashboard/users')
  await expect(page.getByRole('button', { name: `Edit ${email}` })).toBeVisible()
  await expect(invited(page)).toHaveCount(0)
  await visit('/dashboard/audit')
  await expect(page.getByText('accepted, invited by an e-mail, the role of')).toBeVisible()
})

test('who has an account logs in to it, and accepts there; the link does not work for others, nor twice', async ({
  page,
  visit,
  db,
  owner,
  shop,
  complaints,
}) => {
  const row = { id: randomIds.uuid(), email, role: 'admin', invited_by: owner.id } as const
  const dates = { created_at: new Date(), expires_at: new Date(Date.now() + 60_000) }
  await db
    .insertInto('invitation')
    .values({ ...row, ...dates })
    .execute()
  const mail = { id: randomIds.uuid(), kind: 'invitation', address: email, invitation_id: row.id } as const
  await db
    .insertInto('mail')
    .values({ ...mail, created_at: new Date(), next_try_at: null, due_at: new Date() })
    .execute()
  const stella = await createUser(db, { email, username: 'Stella' })
  const link = await readMail(db, shop.url)

  await visit(link)
  await expect(page.getByText(`you are logged in as ${owner.email}`)).toBeVisible()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.removeItem('user'))
  await visit('/invitation')
  await expect(page.getByText(`${email} has an account.`)).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Log in' })).toBeVisible()
  await signInBrowser(db, page, shop.url, stella)
  await visit('/invitation')
  await page.getByRole('button', { name: 'Accept as Stella' }).dblclick()
  await expect(page).toHaveURL('/dashboard/admin')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('admin dashboard')

  await visit(link)
  await expect(page.getByRole('alert')).toHaveText('This invitation was accepted already. Please log in.')
  expectFailedLoads(complaints)
})

test('an invitation is sent again and withdrawn', async ({ page, visit, owner, db, shop, complaints }) => {
  await visit('/dashboard/users')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog(page).getByLabel('Email').fill(owner.email)
  await dialog(page).getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(dialog(page).getByText(`${owner.email} is an admin already.`)).toBeVisible()
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByLabel('Role').selectOption('admin')
  await dialog(page).getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(invited(page)).toContainText(`${email}, as an admin`)
  await page.getByRole('button', { name: `Send again to ${email}` }).click()
  await expect(page.getByText(`The invitation is on its way to ${email} again.`)).toBeVisible()
  const link = await readMail(db, shop.url)
  await page.getByRole('button', { name: `Withdraw the invitation of ${email}` }).click()
  await expect(invited(page)).toHaveCount(0)
  await visit(link)
  await expect(page.getByRole('alert')).toHaveText('This invitation was withdrawn. Please ask the shop for a new one.')
  expectFailedLoads(complaints)
})
