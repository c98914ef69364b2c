import type { Page } from '@playwright/test'
import type { Db } from '#server/db/connection.ts'
import { hashToken, newToken } from '#server/http/sessions.ts'
import { systemClock } from '#server/lib/clock.ts'
import { sendDue } from '#server/mail/outbox.ts'
import type { Email } from '#server/mail/transports/mailer.ts'
import { createOrder } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { userInStorage } from '../sign-in.ts'
import { asCustomer, dataCalls, expect, expectFailedLoads, idle, test } from '../test.ts'

const password = 'velvet ribbon 47'
const person = { username: 'Ada', email: 'ada@shop.test', password }
const registered = (page: Page, baseURL = '') =>
  page.request.post('/api/auth/register', { data: person, headers: { Origin: baseURL } })

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })

async function type(page: Page, typed: Record<string, string>) {
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
}

async function logIn(page: Page, typed: { Email: string; Password: string }) {
  await type(page, typed)
  await button(page, 'Log in').click()
}

test('the link of the e-mail makes guest orders the customer’s, once they are logged in', async ({
  page,
  visit,
  sells,
  db,
  baseURL,
  complaints,
}) => {
  await registered(page, baseURL)
  const { id } = await db.selectFrom('user').select('id').where('email', '=', person.email).executeTakeFirstOrThrow()
  await createOrder(db, [await sells({ name: 'Silk dress' })], { email: person.email, contact_email: person.email })
  const token = newToken()
  const link = { token_hash: hashToken(token), user_id: id, expires_at: new Date(Date.now() + 60_000) }
  await db.insertInto('email_verification').values(link).execute()

  await visit(`/verify-email#${token}`)
  await expect(page).toHaveURL('/verify-email')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await logIn(page, { Email: person.email, Password: password })
  await expect(page.getByText('One order that you placed as a guest is now among your orders.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'See your orders' }).click()
  await expect(page.getByRole('table', { name: 'Your orders, newest first' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(`A link is on its way to ${person.email}.`)).toBeVisible()
  expect(complaints).toEqual([])

  await visit(`/verify-email#${token}`)
  await expect(page.getByRole('alert')).toContainText('Your e-mail is confirmed already.')
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  expectFailedLoads(complaints)
})

test('a visitor registers, logs in and arrives on the home page', async ({ page, visit }) => {
  await visit('/')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await page.getByRole('link', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible()
  await expect(page.getByText('8 to 128 characters')).toBeVisible()
  await type(page, { Username: 'Ada', Email: 'ada@shop.test', Password: password })
  await button(page, 'Register').click()
  await expect(page.getByText('Registration successful!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toHaveValue('ada@shop.test')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()

  await type(page, { Password: password })
  await button(page, 'Log in').click()
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  expect(JSON.parse((await userInStorage(page)) ?? '')).toMatchObject({ username: 'Ada', role: 'user' })
  expect(await userInStorage(page)).not.toContain('token')
})

test('the login page has no menus, but a link to the home page', async ({ page, visit }) => {
  for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/verify-email']) {
    await visit(path)
    await expect(page.getByRole('contentinfo')).toHaveText('Withdraw from contract here')
    await expect(page.getByRole('button', { name: /^Cart/ })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Vitrine, home' })).toHaveAttribute('href', '/')
    expect(await violationsOf(page), path).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
})

test('an empty login shows the required fields, with its two spaces, and sends nothing', async ({ page, visit }) => {
  const whoIsThere = page.waitForResponse('**/api/auth/session')
  await visit('/login')
  await whoIsThere
  await idle(page)
  const sent: string[] = []
  page.on('request', request => sent.push(request.url()))
  await button(page, 'Log in').click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
  expect(await page.getByText('Email is required').textContent()).toBe('Email  is required')
  expect(await page.getByText('Email is required').innerText()).toBe('Email  is required')
  await expect(page.getByText('Password is required')).toBeVisible()
  expect(sent).toEqual([])
  expect(await violationsOf(page)).toEqual([])
})

test('an empty registration shows the required fields', async ({ page, visit }) => {
  await visit('/register')
  await button(page, 'Register').click()
  await expect(page.getByLabel('Username')).toBeFocused()
  expect(await page.getByText('username is required').innerText()).toBe('username  is required')
  expect(await page.getByText('Email is required').innerText()).toBe('Email  is required')
  await expect(page.getByText('Password is required')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

for (const [weak, sentence] of [
  ['short', 'The password must have at least 8 characters.'],
  ['x'.repeat(129), 'The password can have at most 128 characters.'],
  ['password123', 'This password is too common. Please choose another one.'],
] as const) {
  test(`a password is rejected before it is sent: ${sentence}`, async ({ page, visit }) => {
    await visit('/register')
    await type(page, { Username: 'Ada', Email: 'ada@shop.test', Password: weak })
    await button(page, 'Register').click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByLabel('Password')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveValue('ada@shop.test')
    await expect(page).toHaveURL('/register')
  })
}

test('a taken e-mail is refused like any other error, and what was typed stays', async ({
  page,
  visit,
  baseURL,
  complaints,
}) => {
  await registered(page, baseURL)
  await visit('/register')
  await type(page, { Username: 'Other', Email: person.email, Password: password })
  await button(page, 'Register').click()
  await expect(page.getByRole('alert')).toHaveText('Your given info is not valid')
  await expect(page.getByLabel('Username')).toHaveValue('Other')
  await expect(page.getByLabel('Password')).toHaveValue(password)
  expect(await violationsOf(page)).toEqual([])
  expectFailedLoads(complaints)
})

test('a wrong password and an unknown address get the same answer, and what was typed stays', async ({
  page,
  visit,
  baseURL,
  complaints,
}) => {
  await registered(page, baseURL)
  await visit('/login')
  for (const email of [person.email, 'nobody@shop.test', 'no address']) {
    await logIn(page, { Email: email, Password: 'not this one' })
    await expect(page.getByRole('alert')).toHaveText('Please Provide a valid email and password!')
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue('not this one')
  }
  expect(await violationsOf(page)).toEqual([])
  expect(await userInStorage(page)).toBeNull()
  expectFailedLoads(complaints)
})

test('a visitor who opens the shop at another address is shown the right one, not a wrong-password error', async ({
  page,
  visit,
  baseURL,
  complaints,
}) => {
  await registered(page, baseURL)
  await page.route('**/api/auth/*', async route => {
    const { 'sec-fetch-site': _, ...headers } = route.request().headers()
    await route.fulfill({
      response: await route.fetch({ headers: { ...headers, origin: 'http://shop.example:3000' } }),
    })
  })
  const sentence = `Open this shop at ${baseURL}: this request came from another site`
  await visit('/login')
  await logIn(page, { Email: person.email, Password: password })
  await expect(page.getByRole('alert')).toHaveText(sentence)
  await visit('/register')
  await type(page, { Username: 'Bob', Email: 'bob@shop.test', Password: password })
  await button(page, 'Register').click()
  await expect(page.getByRole('alert')).toHaveText(sentence)
  expectFailedLoads(complaints)
})

test('too many attempts show how long to wait', async ({ page, visit, complaints }) => {
  const sentence = 'That was too often. Please try again in 42 seconds.'
  await failCalls(page, '**/api/auth/login', {
    status: 429,
    headers: { 'Retry-After': '42' },
    json: { success: false, message: sentence },
  })
  await visit('/login')
  await logIn(page, { Email: person.email, Password: password })
  await expect(page.getByRole('alert')).toHaveText(sentence)
  expectFailedLoads(complaints)
})

test('a login without a connection says so, and what was typed stays', async ({ page, visit, baseURL, complaints }) => {
  await registered(page, baseURL)
  await visit('/login')
  await failCalls(page, '**/api/auth/login')
  await logIn(page, { Email: person.email, Password: password })
  await expect(page.getByRole('alert')).toHaveText(
    'We could not reach the shop. Please check your connection and try again.',
  )
  await expect(page.getByLabel('Password')).toHaveValue(password)
  await page.unroute('**/api/auth/login')
  await button(page, 'Log in').click()
  await expect(page).toHaveURL('/')
  expectFailedLoads(complaints)
})

test('a browser that refuses cookies is told why nobody can log in, and nothing is sent', async ({ page, visit }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { get: () => false }))
  await visit('/login')
  const calls = dataCalls(page)
  await logIn(page, { Email: person.email, Password: password })
  await expect(page.getByRole('alert')).toHaveText(
    'Your browser refuses cookies, and without one nobody stays logged in. Please allow them for this shop, then try again.',
  )
  await expect(page.getByLabel('Password')).toHaveValue(password)
  expect(calls).toEqual([])
})

test('a form is sent once, however often its button is pressed', async ({ page, visit, baseURL }) => {
  await registered(page, baseURL)
  await visit('/login')
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/auth/login', async route => {
    calls += 1
    await promise
    await route.continue()
  })
  await logIn(page, { Email: person.email, Password: password })
  await button(page, 'Logging in…').click({ force: true })
  await page.keyboard.press('Enter')
  expect(calls).toBe(1)
  resolve()
  await expect(page.getByText('Login successful!')).toBeVisible()
  expect(calls).toBe(1)
})

test('a form that is submitted before hydration sends nothing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/login')
  await type(page, { Email: person.email, Password: password })
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Password')).toHaveValue(password)
  await context.close()
})

test('a signed-in visitor of the login page sees their name, and goes on or logs out', async ({
  page,
  visit,
  customer,
}) => {
  await visit('/login')
  const here = page.getByRole('region', { name: 'You are logged in' })
  await expect(here).toContainText(`You are logged in as Ada${customer.email}`)
  await expect(button(page, 'Log in')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await here.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')

  await page.goBack()
  await here.getByRole('button', { name: 'Log out' }).click()
  await expect(page.getByText('logout successful')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
})

async function resetEmail(db: Db, origin: string): Promise<Email | undefined> {
  const emails: Email[] = []
  const mailer = { send: async (email: Email) => void emails.push(email) }
  await sendDue({ db, mailer, clock: systemClock, origin })
  return emails.find(({ link }) => link.includes('/reset-password'))
}

test('a user who forgot the password gets a link, chooses a new one and logs in', async ({
  page,
  visit,
  db,
  shop,
  complaints,
}) => {
  await registered(page, shop.url)
  await visit('/login')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await button(page, 'Send the link').click()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Email is required')
  await type(page, { Email: person.email })
  await button(page, 'Send the link').click()
  await expect(page.getByText('If there is an account with this address, a link is on its way.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  const { link = '' } = (await resetEmail(db, shop.url)) ?? {}
  const token = link.split('#')[1] ?? ''
  expect(token).not.toBe('')
  const asked: string[] = []
  page.on('request', request => asked.push(`${request.url()} ${request.headers().referer ?? ''}`))
  await visit(link)
  await expect(page).toHaveURL('/reset-password')
  await type(page, { 'New password': 'password' })
  await button(page, 'Change password').click()
  await expect(page.getByText('This password is too common. Please choose another one.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await type(page, { 'New password': 'a better ribbon' })
  await button(page, 'Change password').click()
  await expect(page.getByText('Your password is changed. Please log in.')).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(asked.filter(line => line.includes(token) && !line.startsWith(link))).toEqual([])

  await logIn(page, { Email: person.email, Password: password })
  await expect(page.getByRole('alert')).toHaveText('Please Provide a valid email and password!')
  await logIn(page, { Email: person.email, Password: 'a better ribbon' })
  await expect(page.getByText('Login successful!')).toBeVisible()
  expectFailedLoads(complaints)
})

test('an unknown address gets the same answer, and no e-mail', async ({ page, visit, db, shop }) => {
  await visit('/forgot-password')
  await type(page, { Email: 'nobody@shop.test' })
  await button(page, 'Send the link').click()
  await expect(page.getByText('If there is an account with this address, a link is on its way.')).toBeVisible()
  expect(await resetEmail(db, shop.url)).toBeUndefined()
})

for (const fragment of ['#unknown', '#%E0%A4%A', '#<script>alert(1)</script>']) {
  test(`an expired or invalid link says so: ${fragment}`, async ({ page, visit, complaints }) => {
    await visit(`/reset-password${fragment}`)
    await type(page, { 'New password': 'a better ribbon' })
    await button(page, 'Change password').click()
    await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
    await expect(page.getByLabel('New password')).toHaveValue('a better ribbon')
    await expect(page.getByRole('main').getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute(
      'href',
      '/forgot-password',
    )
    await button(page, 'Change password').click()
    await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please ask for a new one.')
    expectFailedLoads(complaints)
  })
}

test('the page for a new password, opened without a link, shows how to get one', async ({ page, visit }) => {
  await visit('/reset-password')
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Forgotten password' })).toBeVisible()
})

test('a visitor logs in with the keyboard alone', async ({ page, visit, baseURL }) => {
  await registered(page, baseURL)
  await visit('/')
  const link = page.getByRole('banner').getByRole('link', { name: 'Log in' })
  for (let steps = 0; steps < 20 && !(await link.evaluate(node => node === document.activeElement)); steps++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')

  await page.getByRole('button', { name: 'Your account' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible() // the menu's links load when it opens
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

for (const path of ['/register', '/forgot-password']) {
  test(`${path} shows an error beside an invalid e-mail address and sends nothing`, async ({ page, visit }) => {
    await visit(path)
    const sent: string[] = []
    page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
    for (const typed of ['ada', 'ada@shop', 'ada @shop.test']) {
      await page.getByLabel('Email').fill(typed)
      await page.getByRole('main').locator('[type=submit]').click()
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
        'Please type a whole e-mail address, like name@example.com.',
      )
      await expect(page.getByLabel('Email')).toHaveValue(typed)
    }
    expect(sent).toEqual([])
  })
}

test('a password can be revealed while it is typed, by keyboard too, and is hidden again once it is sent', {
  tag: '@phone',
}, async ({ page, visit, complaints }) => {
  await visit('/register')
  await type(page, { Username: 'Ada', Email: person.email, Password: 'correct horse 7' })
  const field = page.getByLabel('Password')
  const toggle = page.getByRole('button', { name: 'Show password' })
  const looks = async () => [await field.getAttribute('type'), await toggle.getAttribute('aria-pressed')]
  expect(await looks()).toEqual(['password', 'false'])
  const box = await toggle.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)

  await toggle.click()
  expect(await looks()).toEqual(['text', 'true'])
  await expect(field).toHaveValue('correct horse 7')
  await expect(field).toHaveAttribute('autocomplete', 'new-password')
  await expect(field).toHaveAttribute('spellcheck', 'false')
  expect(await violationsOf(page)).toEqual([])
  await field.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await looks()).toEqual(['password', 'false'])
  await page.keyboard.press('Enter')
  expect(await looks()).toEqual(['text', 'true'])
  await expect(page).toHaveURL('/register') // nothing was sent

  await failCalls(page, '**/api/auth/register')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('alert')).toContainText('We could not reach the shop.')
  expect(await looks()).toEqual(['password', 'false'])
  await expect(field).toHaveValue('correct horse 7')
  expectFailedLoads(complaints)
})

asCustomer('each password field can be revealed on its own', async ({ page, visit }) => {
  await visit('/dashboard/profile')
  const form = page.locator('form', { has: page.getByLabel('Old password') })
  await form.getByLabel('Old password').fill('the old one')
  await form.getByLabel('New password').fill('the new one')
  await form.getByRole('button', { name: 'Show password' }).last().click()
  await expect(form.getByLabel('Old password')).toHaveAttribute('type', 'password')
  await expect(form.getByLabel('New password')).toHaveAttribute('type', 'text')
})

test('the e-mail typed at the login is filled in on the page for a forgotten password', async ({ page, visit }) => {
  await visit('/login')
  await type(page, { Email: person.email })
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
})
