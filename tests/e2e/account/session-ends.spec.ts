import type { Page } from '@playwright/test'
import type { Db } from '#server/db/connection.ts'
import { createOrder, createUser } from '../../support/builders.ts'
import { signIn } from '../../support/sign-in.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { sellCounted } from '../counted.ts'
import { storedUser, userInStorage } from '../sign-in.ts'
import { expect, expectFailedLoads, idle, test } from '../test.ts'

const password = 'velvet ribbon 47'
const account = (page: Page) => page.getByRole('button', { name: 'Your account' })
const review = (page: Page) => page.getByRole('dialog', { name: 'Add A Comment' })
const profile = (page: Page) => page.getByRole('dialog', { name: 'Edit Profile' })
const endSessions = (db: Db) => db.deleteFrom('session').execute()

/** Registers Ada and logs her in on the page. */
async function logInAsAda(page: Page, origin: string) {
  const ada = { username: 'Ada', email: 'ada@shop.test', password }
  await page.request.post('/api/auth/register', { data: ada, headers: { Origin: origin } })
  await page.goto('/login')
  await logIn(page)
  await expect(page.getByText('Login successful!')).toBeVisible()
}

async function logIn(page: Page) {
  await page.getByLabel('Email').fill('ada@shop.test')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
}

test('a late refusal of the last user leaves the next one signed in', async ({
  page,
  customer,
  visit,
  db,
  complaints,
}) => {
  const release = await holdCalls(page, `**/api/stats/user-stats/${customer.id}`, {
    status: 401,
    json: { success: false },
  })
  await visit('/dashboard')
  await expect(account(page)).toBeVisible()
  const grace = await createUser(db, { username: 'Grace', email: 'grace@shop.test' })
  const { cookie } = await signIn(db, grace)
  const other = await page.context().newPage()
  await other.goto('/health/live')
  await page
    .context()
    .addCookies([{ name: 'token', value: cookie.slice('token='.length), url: page.url(), httpOnly: true }])
  await other.evaluate(text => localStorage.setItem('user', text), storedUser(grace))
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hi, Grace!')
  const refused = page.waitForResponse(response => response.url().includes('/api/stats/') && response.status() === 401)
  release()
  await refused
  await page.unrouteAll()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Grace' })).toBeVisible()
  expect(await userInStorage(page)).toContain('Grace')
  expectFailedLoads(complaints)
})

test('logging out refetches nothing', async ({ page, customer, sells, db, visit }) => {
  const dress = await sells()
  await createOrder(db, [dress], { user_id: customer.id, email: customer.email })
  await visit('/dashboard/orders')
  await expect(page.getByRole('table')).toBeVisible()
  const asked: string[] = []
  page.on('request', request => request.url().includes('/api/orders/') && asked.push(request.url()))
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('logout successful')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: dress.name })).toBeVisible()
  await idle(page)
  expect(asked).toEqual([])
})

test('an order that stays open after its owner has logged out shows its public part', async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  const dress = await sells({ name: 'Silk dress' })
  const order = await createOrder(db, [dress], { user_id: customer.id, email: customer.email })
  await visit(`/orders/${order.order_id}`)
  await expect(page.getByRole('heading', { name: 'What you ordered' })).toBeVisible()
  const other = await page.context().newPage()
  await other.goto('/')
  await account(other).click()
  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other.getByText('logout successful')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What you ordered' })).toBeHidden()
  await expect(page.getByRole('list', { name: 'Timeline' })).toBeVisible()
})

for (const path of ['/dashboard/profile', '/login']) {
  test(`${path} asks the server who is signed in if this browser has stored nobody`, async ({
    page,
    customer,
    visit,
  }) => {
    await page.evaluate(() => localStorage.clear())
    await visit(path)
    await expect(page.getByRole('main')).toContainText(customer.email)
    await expect(page).toHaveURL(path)
    await expect(page.getByText('You must be logged in')).toBeHidden()
    await expect.poll(() => userInStorage(page)).toContain('Ada')
  })
}

test('a checkout reports who pays if this browser has stored nobody', async ({ page, customer, sells, visit, db }) => {
  await sells({ name: 'Silk dress' })
  await page.evaluate(() => localStorage.clear())
  await visit('/shop')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Silk dress to cart' }).click()
  await page.getByRole('button', { name: 'View cart' }).click()
  const cart = page.getByRole('dialog', { name: 'Your Cart' })
  await cart.getByRole('button', { name: 'Proceed Checkout' }).click()
  await expect(cart.getByRole('alert')).toHaveText(
    'You are logged in as Ada. Proceed to order with this account, or log out first.',
  )
  await cart.getByRole('button', { name: 'Proceed Checkout' }).click()
  await page.waitForURL('**/sandbox/pay/**')
  const orders = await db.selectFrom('order').select('user_id').execute()
  expect(orders).toEqual([{ user_id: customer.id }])
})

test('a review sent without a session stays, and is restored after logging in', async ({
  page,
  visit,
  db,
  shop,
  complaints,
}) => {
  const path = `/shop/${await sellCounted(db, 'Silk dress', { 'alpha-S': 9, 'alpha-M': 9 })}`
  await logInAsAda(page, shop.url)
  await visit(path)
  await page.getByRole('button', { name: 'Add A Comment' }).click()
  await review(page).getByText('4 stars', { exact: true }).click({ force: true })
  await review(page).getByLabel('Comment').fill('Falls beautifully.')
  await review(page).getByRole('radio', { name: 'Runs large' }).check()
  await review(page).getByLabel('Your height in cm').fill('172')
  await review(page).getByLabel('Your usual size').selectOption('M')
  await endSessions(db)
  await review(page).getByRole('button', { name: 'Submit' }).click()
  await expect(review(page).getByRole('alert')).toContainText('You must be logged in to post a review.')
  await expect(review(page).getByLabel('Comment')).toHaveValue('Falls beautifully.')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in', includeHidden: true })).toBeAttached()

  await review(page).getByRole('link', { name: 'Log in' }).click()
  await logIn(page)
  await expect(page).toHaveURL(path)
  await page.getByRole('button', { name: 'Add A Comment' }).click()
  await expect(review(page).getByLabel('Comment')).toHaveValue('Falls beautifully.')
  await expect(review(page).getByRole('radio', { name: '4 stars' })).toBeChecked()
  await expect(review(page).getByRole('radio', { name: 'Runs large' })).toBeChecked()
  await expect(review(page).getByLabel('Your height in cm')).toHaveValue('172')
  await expect(review(page).getByLabel('Your usual size')).toHaveValue('alpha-M')
  await review(page).getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Review posted successfully!')).toBeVisible()
  await visit(path)
  await page.getByRole('button', { name: 'Add A Comment' }).click()
  await expect(review(page).getByLabel('Comment')).toHaveValue('')
  expectFailedLoads(complaints)
})

test('a profile sent without a session stays, and is restored after logging in', async ({
  page,
  visit,
  db,
  shop,
  complaints,
}) => {
  await failCalls(page, 'https://pictures.test/**')
  await logInAsAda(page, shop.url)
  await visit('/dashboard/profile')
  await page.getByRole('button', { name: 'Edit profile' }).click()
  const typed = {
    Username: 'Ada L.',
    'Profile Image URL': 'https://pictures.test/ada.png',
    'Write Bio': 'Counts stitches.',
    Profession: 'Mathematician',
  }
  for (const [label, text] of Object.entries(typed)) await profile(page).getByLabel(label).fill(text)
  await endSessions(db)
  await profile(page).getByRole('button', { name: 'Update Profile' }).click()
  const alert = profile(page).getByRole('alert')
  await expect(alert.getByText('Failed to update profile. Please try again.', { exact: true })).toBeVisible()
  await expect(alert).toContainText('Your session has ended.')
  await expect(profile(page).getByLabel('Write Bio')).toHaveValue('Counts stitches.')

  await profile(page).getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('You are logged in as')).toBeHidden()
  await logIn(page)
  await expect(page).toHaveURL('/dashboard/profile')
  for (const [label, text] of Object.entries(typed)) await expect(profile(page).getByLabel(label)).toHaveValue(text)
  await profile(page).getByRole('button', { name: 'Update Profile' }).click()
  await expect(page.getByText('Profile Update Successfully')).toBeVisible()
  await visit('/dashboard/profile')
  await expect(page.getByRole('heading', { level: 2, name: 'Ada L.' })).toBeVisible()
  await expect(profile(page)).toBeHidden()
  expectFailedLoads(complaints)
})

test('a login removes the alert that asked for it', async ({ page, shop }) => {
  await page.request.post('/api/auth/register', {
    data: { username: 'Ada', email: 'ada@shop.test', password },
    headers: { Origin: shop.url },
  })
  await page.goto('/dashboard')
  await expect(page.getByText('You must be logged in')).toBeVisible()
  await logIn(page)
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page.getByText('You must be logged in')).toBeHidden()
})
