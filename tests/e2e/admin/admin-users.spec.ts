import type { Page } from '@playwright/test'
import { createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { signInBrowser, storedUser, storeUser, userInStorage } from '../sign-in.ts'
import { asAdmin, expect, expectFailedLoads, test, untilHydrated } from '../test.ts'

const mustBeAdmin = 'Access denied! You must be an admin'
const table = (page: Page) => page.getByRole('table', { name: 'Users, newest first' })
const rowOf = (page: Page, email: string) => table(page).getByRole('row').filter({ hasText: email })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Edit User' })
const logged = (page: Page, words: string) =>
  page.waitForEvent('console', message => message.type() === 'info' && message.text().includes(words))

test('All Users lists all users with their role, and the own row without buttons', { tag: '@phone' }, async ({
  page,
  owner,
  db,
  visit,
}) => {
  const long = `${'very-long-name-'.repeat(14)}@shop.test`
  await createUser(db, { email: long, username: 'B'.repeat(50) })
  await visit('/dashboard/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Users')
  for (const header of ['No.', 'User email', 'User role', 'Edit or manage', 'Delete'])
    await expect(table(page).getByRole('columnheader', { name: header, exact: true })).toBeAttached()
  await expect(rowOf(page, long).getByRole('cell').first()).toHaveText('1')
  await expect(rowOf(page, long).locator('[data-tone]')).toHaveText('user')
  await expect(rowOf(page, owner.email).locator('[data-tone]')).toHaveText('admin')
  const tones = await table(page)
    .locator('[data-tone]')
    .evaluateAll(badges => badges.map(badge => badge.getAttribute('data-tone')))
  expect(new Set(tones).size).toBe(2)

  await expect(rowOf(page, owner.email)).toContainText('You: only another admin can change this')
  await expect(rowOf(page, owner.email).getByRole('button')).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL('/blogs')
})

test('users are searched, filtered and paged, and the address contains it all', async ({ page, owner, db, visit }) => {
  for (let n = 1; n <= 24; n++)
    await createUser(db, { email: `customer${n}@shop.test`, created_at: new Date(2026, 0, n) })
  await visit('/dashboard/users')
  const rows = table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(20)
  await expect(page.getByRole('main').getByText('25 users')).toBeVisible()
  await page.getByRole('link', { name: 'Page 2' }).click()
  await expect(page).toHaveURL('/dashboard/users?page=2')
  await expect(rows).toHaveCount(5)
  await expect(rows.first().getByRole('cell').first()).toHaveText('21')
  await page.reload()
  await expect(rows).toHaveCount(5)

  await page.getByLabel('Search users').fill('CUSTOMER2')
  await expect(page).toHaveURL('/dashboard/users?q=CUSTOMER2')
  await expect(rows).toHaveCount(6)
  await page.getByLabel('Role', { exact: true }).selectOption('Admin')
  await expect(page).toHaveURL('/dashboard/users?q=CUSTOMER2&role=admin')
  await expect(page.getByText('No users match what you are looking for.')).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(6)
  await page.goForward()
  await page.getByRole('link', { name: 'Show all users' }).click()
  await expect(page).toHaveURL('/dashboard/users')
  await expect(rows).toHaveCount(20)
  await expect(page.getByLabel('Search users')).toHaveValue('')

  await page.getByLabel('Role', { exact: true }).selectOption('Admin')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(owner.email)
  await visit('/dashboard/users?page=99')
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  await expect(rows).toHaveCount(20)
})

asAdmin('a role is changed in a dialog, by keyboard alone', async ({ page, db, visit }) => {
  const ada = await createUser(db, { email: 'ada@shop.test' })
  await visit('/dashboard/users')
  const edit = page.getByRole('button', { name: 'Edit ada@shop.test' })
  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Email')).toHaveValue('ada@shop.test')
  await expect(dialog(page).getByLabel('Email')).toHaveAttribute('readonly')
  await expect(dialog(page).getByLabel('Role')).toHaveValue('user')
  await expect(dialog(page).getByRole('option')).toHaveText(['User', 'Staff', 'Admin'])
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(edit).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('Role').selectOption('Admin')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, ada.email).locator('[data-tone]')).toHaveText('user')

  await edit.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Role')).toBeFocused()
  await page.keyboard.press('A')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('User role updated successfully!')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(rowOf(page, ada.email).locator('[data-tone]')).toHaveText('admin')
  await expect(edit).toBeFocused()
})

asAdmin(
  'a role that cannot be changed shows the shop’s message in the dialog, and is logged',
  async ({ page, db, visit, complaints }) => {
    await createUser(db, { email: 'ada@shop.test' })
    await visit('/dashboard/users')
    await page.getByRole('button', { name: 'Edit ada@shop.test' }).click()
    await dialog(page).getByLabel('Role').selectOption('Admin')
    const message = 'The shop needs at least one admin.'
    await failCalls(page, /\/api\/auth\/users\//, { status: 409, json: { success: false, code: 'conflict', message } })
    const note = logged(page, 'Changing a role failed')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText(message)
    await note
    await expect(dialog(page).getByLabel('Role')).toHaveValue('admin')
    expect(await violationsOf(page)).toEqual([])
    await page.unrouteAll()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('User role updated successfully!')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'a role change without a connection says so, and the dialog and the list stay',
  async ({ page, db, visit, complaints }) => {
    await createUser(db, { email: 'ada@shop.test' })
    await visit('/dashboard/users')
    await page.getByRole('button', { name: 'Edit ada@shop.test' }).click()
    await dialog(page).getByLabel('Role').selectOption('Admin')
    await failCalls(page, /\/api\//)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('We could not reach the shop.')
    await expect(dialog(page).getByLabel('Role')).toHaveValue('admin')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(rowOf(page, 'ada@shop.test')).toBeVisible()
    await expect(page.getByText('Failed to load users!')).toHaveCount(0)
    expectFailedLoads(complaints)
  },
)

asAdmin('users that cannot be refetched stay on the page, which says so', async ({ page, db, visit, complaints }) => {
  await createUser(db, { email: 'ada@shop.test' })
  await visit('/dashboard/users')
  await page.getByRole('button', { name: 'Edit ada@shop.test' }).click()
  await dialog(page).getByLabel('Role').selectOption('Admin')
  await failCalls(page, /\/api\/auth\/users\?/)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to load users!')
  await expect(rowOf(page, 'ada@shop.test')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rowOf(page, 'ada@shop.test').locator('[data-tone]')).toHaveText('admin')
  await expect(page.getByText('Failed to load users!')).toHaveCount(0)
  expectFailedLoads(complaints)
})

asAdmin(
  'the buttons of a user are side by side, and their labels do not break',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    await createUser(db, { email: `${'long'.repeat(20)}@shop.test` })
    await visit('/dashboard/users')
    const boxes = await Promise.all(
      ['Edit', 'Delete'].map(name => page.getByRole('button', { name: `${name} long` }).boundingBox()),
    )
    expect(boxes[0]?.y).toBe(boxes[1]?.y)
    for (const box of boxes) expect(box?.height).toBe(44)
  },
)

asAdmin('a user is deleted without a question, and Undo restores them', async ({ page, db, visit }) => {
  await createUser(db, { email: 'ada@shop.test' })
  await createUser(db, { email: 'bea@shop.test' })
  await visit('/dashboard/users')
  await page.getByRole('button', { name: 'Delete ada@shop.test' }).click()
  await expect(page.getByText('User deleted successfully!')).toBeVisible()
  await expect(rowOf(page, 'ada@shop.test')).toBeHidden()
  await expect(rowOf(page, 'bea@shop.test')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back')).toBeVisible()
  await expect(page.getByText('User deleted successfully!')).toBeHidden()
  await expect(rowOf(page, 'ada@shop.test')).toBeVisible()

  await page.getByRole('button', { name: 'Delete bea@shop.test' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await expect(rowOf(page, 'bea@shop.test')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'bea@shop.test')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

asAdmin('a deletion can be undone from another page', async ({ page, db, visit }) => {
  await createUser(db, { email: 'ada@shop.test' })
  await visit('/dashboard/users')
  await page.getByRole('button', { name: 'Delete ada@shop.test' }).click()
  await expect(page.getByText('User deleted successfully!')).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back')).toBeVisible()
  await menu.getByRole('link', { name: 'Users' }).click()
  await expect(rowOf(page, 'ada@shop.test')).toBeVisible()
})

asAdmin('a failed deletion is shown and logged, and so is a failed Undo', async ({ page, db, visit, complaints }) => {
  await createUser(db, { email: 'ada@shop.test' })
  await visit('/dashboard/users')
  await expect(rowOf(page, 'ada@shop.test')).toBeVisible()
  await failCalls(page, /\/api\/auth\/users\/./)
  const note = logged(page, 'Deleting a user failed')
  await page.getByRole('button', { name: 'Delete ada@shop.test' }).click()
  await expect(page.getByText('The user was not deleted. We could not reach the shop.')).toBeVisible()
  await note
  await expect(rowOf(page, 'ada@shop.test')).toBeVisible()
  await page.unrouteAll()

  await page.getByRole('button', { name: 'Delete ada@shop.test' }).click()
  await expect(page.getByText('User deleted successfully!')).toBeVisible()
  const { id } = await db.selectFrom('audit').select('id').executeTakeFirstOrThrow()
  await page.request.post(`/api/admin/undo/${id}`)
  const undoNote = logged(page, 'Taking a deletion back failed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('This was taken back before.')).toBeVisible()
  await undoNote
  expectFailedLoads(complaints)
})

asAdmin('deleting a user who is deleted already says so', async ({ page, db, visit, complaints }) => {
  const ada = await createUser(db, { email: 'ada@shop.test' })
  await visit('/dashboard/users')
  await expect(rowOf(page, ada.email)).toBeVisible()
  await db.updateTable('user').set({ deleted_at: new Date() }).where('id', '=', ada.id).execute()
  await page.getByRole('button', { name: 'Delete ada@shop.test' }).click()
  await expect(page.getByText('User not found')).toBeVisible()
  await expect(rowOf(page, ada.email)).toBeHidden()
  expectFailedLoads(complaints)
})

test('a promoted user opens the admin pages without a new login; after a demotion the next click is refused', async ({
  page,
  owner,
  db,
  shop,
  visit,
  browser,
  viewport,
}) => {
  const ada = await createUser(db, { username: 'Ada', email: 'ada@shop.test' })
  const theirs = await browser.newContext({ baseURL: shop.url, viewport })
  const adas = await theirs.newPage()
  await signInBrowser(db, adas, shop.url, ada)
  await adas.goto('/dashboard')
  await expect(adas.getByRole('heading', { level: 1 })).toContainText('Hi, Ada!')

  await visit('/dashboard/users')
  const setRole = async (role: string) => {
    await page.getByRole('button', { name: 'Edit ada@shop.test' }).click()
    await dialog(page).getByLabel('Role').selectOption(role)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(rowOf(page, ada.email).locator('[data-tone]')).toHaveText(role.toLowerCase())
  }
  await setRole('Admin')
  await adas.goto('/dashboard/users')
  await expect(rowOf(adas, owner.email)).toBeVisible()
  await expect(adas.getByText(mustBeAdmin)).toHaveCount(0)
  const menu = adas.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'Audit' }).click()
  await expect(adas.getByText('changed the role of')).toBeVisible()

  await setRole('User')
  await menu.getByRole('link', { name: 'Messages' }).click()
  await expect(adas).toHaveURL('/login')
  await expect(adas.getByText(mustBeAdmin)).toBeVisible()
  await expect(adas.getByText('You are logged in as Ada')).toBeVisible()
  expect(JSON.parse((await userInStorage(adas)) ?? '')).toMatchObject({ role: 'user' })
  await adas.goto('/dashboard')
  await expect(adas.getByRole('heading', { level: 1 })).toHaveText('Hi, Ada! Welcome to your user dashboard.')
  await theirs.close()
})

test('a user who is promoted meanwhile sees it when they return to the window or open the next page', async ({
  page,
  customer,
  db,
  visit,
}) => {
  let times = 0
  page.on('request', request => {
    if (request.url().endsWith('/api/auth/session')) times += 1
  })
  const firstCheck = page.waitForResponse('**/api/auth/session')
  await visit('/dashboard')
  await firstCheck
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hi, Ada!')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  const setRole = (role: 'user' | 'admin') =>
    db.updateTable('user').set({ role }).where('id', '=', customer.id).execute()
  await setRole('admin')
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus'))) // a focus event during the first check is ignored
    await expect(menu.getByRole('link', { name: 'Audit' })).toBeAttached({ timeout: 1000 })
  }).toPass()

  await setRole('user')
  const asked = times
  await page.evaluate(() => dispatchEvent(new Event('focus'))) // less than a minute after the last check
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 100)))
  expect(times).toBe(asked)
  await page
    .getByRole('link', { name: /Vitrine/ })
    .first()
    .click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(menu.getByRole('link', { name: 'Profile' })).toBeAttached()
  await expect(menu.getByRole('link', { name: 'Audit' })).toHaveCount(0)
})

test('a user who was demoted while the dialog was open is refused when they save', async ({
  page,
  owner,
  db,
  visit,
  complaints,
}) => {
  await createUser(db, { email: 'ada@shop.test' })
  await visit('/dashboard/users')
  await page.getByRole('button', { name: 'Edit ada@shop.test' }).click()
  await dialog(page).getByLabel('Role').selectOption('Admin')
  await db.updateTable('user').set({ role: 'user' }).where('id', '=', owner.id).execute()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(mustBeAdmin)).toBeVisible()
  const ada = await db.selectFrom('user').select('role').where('email', '=', 'ada@shop.test').executeTakeFirstOrThrow()
  expect(ada.role).toBe('user')
  expectFailedLoads(complaints)
})

for (const [path, failure] of [
  ['/dashboard/admin', 'Failed to fetch data'],
  ['/dashboard/users', 'Failed to load users!'],
  ['/dashboard/audit', 'Failed to load the audit!'],
  ['/dashboard/messages', 'Failed to load messages!'],
  ['/dashboard/manage-reviews', 'Failed to load reviews!'],
] as const) {
  test(`a forged role shows nothing of ${path}, and the page says so`, async ({ page, customer, complaints }) => {
    await failCalls(page, '**/api/auth/session')
    await storeUser(page, storedUser({ ...customer, role: 'admin' }))
    await page.goto(path)
    await untilHydrated(page)
    await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(customer.email)
    expectFailedLoads(complaints)
  })
}
