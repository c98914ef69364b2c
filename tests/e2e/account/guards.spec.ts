import type { Page } from '@playwright/test'
import { failCalls, holdCalls } from '../calls.ts'
import { storedUser, storeUser, userInStorage } from '../sign-in.ts'
import { expect, expectFailedLoads, idle, test, untilHydrated } from '../test.ts'

const password = 'velvet ribbon 47'
const mustLogIn = 'You must be logged in'
const mustBeAdmin = 'Access denied! You must be an admin'
const userPages = ['', '/orders', '/payments', '/profile', '/reviews'].map(path => `/dashboard${path}`)
const adminPages = [
  '/admin',
  '/add-product',
  '/manage-products',
  '/users',
  '/manage-orders',
  '/update-product/1',
  '/messages',
  '/searches',
  '/audit',
  '/proof',
  '/import-products',
].map(path => `/dashboard${path}`)

const account = (page: Page) => page.getByRole('button', { name: 'Your account' })
const sideMenu = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })
const dropdown = (page: Page) => page.locator('#account-menu')

/** Records every toast from now on, however short. */
async function messagesOf(page: Page): Promise<string[]> {
  const seen: string[] = []
  await page.exposeFunction('noteMessage', (text: string) => seen.push(text))
  await page.addInitScript(() => {
    new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof Element && node.parentElement?.matches('[aria-live]'))
            (window as unknown as { noteMessage(text: string): void }).noteMessage(node.textContent ?? '')
    }).observe(document, { childList: true, subtree: true })
  })
  return seen
}

test('every dashboard page sends a stranger to the login, with one message', async ({ page }) => {
  const messages = await messagesOf(page)
  for (const path of [...userPages, ...adminPages]) {
    messages.length = 0
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(mustLogIn)).toBeVisible()
    expect(messages, path).toEqual([mustLogIn])
  }
})

test('every admin page sends a customer to the login, with one message', async ({ page, customer }) => {
  const messages = await messagesOf(page)
  for (const path of adminPages) {
    messages.length = 0
    await page.goto(path)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(mustBeAdmin)).toBeVisible()
    expect(messages, path).toEqual([mustBeAdmin])
    await expect(page.getByText(`You are logged in as ${customer.username}`)).toBeVisible()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/')
  }
})

test('after the guard, logging in returns to the page, and Back to the one before', async ({
  page,
  visit,
  baseURL,
}) => {
  const data = { username: 'Ada', email: 'ada@shop.test', password }
  await visit('/shop')
  await page.goto('/dashboard/reviews?from=letter#top')
  await expect(page).toHaveURL('/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('Username').fill(data.username)
  await page.getByLabel('Email').fill(data.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/dashboard/reviews?from=letter#top')
  await expect(sideMenu(page).getByRole('link', { name: 'Reviews' })).toHaveAttribute('aria-current', 'page')
  await page.goto('/shop')
  await page.goBack()
  await expect(page).toHaveURL(`${baseURL}/dashboard/reviews?from=letter#top`)
})

test('the guard adds no history entry: Back leads to the page before', async ({ page, visit }) => {
  await visit('/shop')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await page.goBack()
  await expect(page).toHaveURL('/shop')
})

test('a customer has their own menus, and every link in them works', { tag: '@phone' }, async ({
  page,
  visit,
  customer,
}) => {
  await visit('/')
  await expect(account(page)).toHaveAttribute('aria-expanded', 'false')
  await account(page).click()
  await expect(account(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(dropdown(page)).toContainText(customer.email)
  for (const [name, to] of [
    ['Dashboard', '/dashboard'],
    ['Profile', '/dashboard/profile'],
    ['Payments', '/dashboard/payments'],
    ['Orders', '/dashboard/orders'],
  ] as const)
    await expect(dropdown(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
  await expect(dropdown(page).getByRole('button', { name: 'Logout' })).toBeVisible()

  await dropdown(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(dropdown(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  for (const [name, to] of [
    ['Dashboard', '/dashboard'],
    ['Orders', '/dashboard/orders'],
    ['Payments', '/dashboard/payments'],
    ['Reviews', '/dashboard/reviews'],
    ['Profile', '/dashboard/profile'],
  ] as const) {
    await sideMenu(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('the admin has their own menus', { tag: '@phone' }, async ({ page, visit, owner }) => {
  await visit('/')
  await account(page).click()
  await expect(dropdown(page)).toContainText(owner.email)
  for (const [name, to] of [
    ['Dashboard', '/dashboard/admin'],
    ['Manage Items', '/dashboard/manage-products'],
    ['All Orders', '/dashboard/manage-orders'],
    ['Add Product', '/dashboard/add-product'],
  ] as const)
    await expect(dropdown(page).getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
  await expect(dropdown(page).getByRole('button', { name: 'Logout' })).toBeVisible()
  await dropdown(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/admin')
  for (const [name, to] of [
    ['Add Product', '/dashboard/add-product'],
    ['Manage Products', '/dashboard/manage-products'],
    ['Users', '/dashboard/users'],
    ['Manage Orders', '/dashboard/manage-orders'],
    ['Dashboard', '/dashboard/admin'],
  ] as const) {
    await sideMenu(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  }
  await expect(sideMenu(page).getByRole('button', { name: 'Logout' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('the account menu closes on Escape, which restores the focus, and on a click elsewhere', {
  tag: '@phone',
}, async ({ page, visit, customer }) => {
  await visit('/')
  await account(page).focus()
  await page.keyboard.press('Enter')
  await expect(dropdown(page)).toContainText(customer.username)
  await expect(dropdown(page).getByRole('link').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(dropdown(page)).toBeHidden()
  await expect(account(page)).toBeFocused()
  await account(page).click()
  await expect(dropdown(page)).toBeVisible()
  await page.mouse.click(20, 500)
  await expect(dropdown(page)).toBeHidden()
  await expect(account(page)).toHaveAttribute('aria-expanded', 'false')
})

test('the header shows the user’s picture, or the drawn one if it cannot be loaded', { tag: '@phone' }, async ({
  page,
  visit,
  signsIn,
  complaints,
}) => {
  const asked: (string | undefined)[] = []
  await page.route('https://pictures.test/**', async route => {
    asked.push(
      await route
        .request()
        .headerValue('referer')
        .then(value => value ?? undefined),
    )
    await route.abort()
  })
  await signsIn({ profile_image: 'https://pictures.test/ada.jpg' })
  await visit('/')
  await expect(account(page).locator('img')).toHaveAttribute('src', /avatar/)
  expect(asked).toEqual([undefined])
  const before = await page.getByRole('button', { name: /^Cart/ }).boundingBox()
  await page.evaluate(() => localStorage.removeItem('user'))
  await visit('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(await page.getByRole('button', { name: /^Cart/ }).boundingBox()).toEqual(before)
  expectFailedLoads(complaints)
})

for (const where of ['/', '/dashboard/profile'] as const) {
  test(`logging out on ${where} leads to the home page with one message, and signs out the other tab`, async ({
    page,
    visit,
    customer,
    context,
    db,
  }) => {
    const guarded = await context.newPage()
    await guarded.goto('/dashboard/profile')
    await expect(guarded.getByRole('heading', { level: 2, name: customer.username })).toBeVisible()
    const messages = await messagesOf(page)
    await visit(where)
    await account(page).click()
    await dropdown(page).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('logout successful')).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(messages).toEqual(['logout successful'])
    expect(await userInStorage(page)).toBeNull()
    expect(await db.selectFrom('session').selectAll().execute()).toEqual([])

    await expect(guarded).toHaveURL('/login')
    await expect(guarded.getByText(mustLogIn)).toBeVisible()
  })
}

test('the side menu logs out as well', { tag: '@phone' }, async ({ page, visit, customer }) => {
  const messages = await messagesOf(page)
  const check = page.waitForResponse('**/api/auth/session')
  await visit('/dashboard/profile')
  await expect(page.getByRole('heading', { level: 2, name: customer.username })).toBeVisible()
  await check
  await sideMenu(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('logout successful')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(messages).toEqual(['logout successful'])
})

test('a logout that fails says so, and the visitor stays signed in', async ({ page, visit, customer, complaints }) => {
  await visit('/dashboard/profile')
  await failCalls(page, '**/api/auth/logout')
  const logged = page.waitForEvent('console', message => message.text().includes('Logging out failed'))
  await sideMenu(page).getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('We could not log you out. You are still logged in. Please try again.')).toBeVisible()
  expect((await logged).type()).toBe('info')
  await expect(page).toHaveURL('/dashboard/profile')
  await expect(page.getByRole('heading', { level: 2, name: customer.username })).toBeVisible()
  expect(await userInStorage(page)).not.toBeNull()
  expectFailedLoads(complaints)
})

test('a forged role changes the menus only until the server answers', async ({ page, customer, complaints }) => {
  const release = await holdCalls(page, '**/api/auth/session')
  await storeUser(page, storedUser({ ...customer, role: 'admin' }))
  await page.goto('/dashboard/admin')
  await expect(sideMenu(page).getByRole('link', { name: 'Users' })).toBeAttached()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch data' })).toBeVisible()
  release()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText(mustBeAdmin)).toBeVisible()
  expect(JSON.parse((await userInStorage(page)) ?? '')).toMatchObject({ role: 'user' })
  expectFailedLoads(complaints)
})

test('an unknown role is sent to the login', async ({ page, customer, complaints }) => {
  await storeUser(page, storedUser(customer).replace('"user"', '"emperor"'))
  await failCalls(page, '**/api/auth/session')
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/login')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
  expectFailedLoads(complaints)
})

for (const [what, text] of [
  ['is no JSON', '{"_id": "1", '],
  ['is null', 'null'],
  ['is no user', '{"_id": 7, "username": {}}'],
] as const) {
  test(`a stored user that ${what} counts as nobody`, async ({ page, visit }) => {
    await storeUser(page, text)
    await visit('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await page.goto('/dashboard')
    await expect(page).toHaveURL('/login')
  })
}

test('an ended session is dropped on start', async ({ page, visit, customer, db }) => {
  await db.deleteFrom('session').where('user_id', '=', customer.id).execute()
  await visit('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(await userInStorage(page)).toBeNull()
})

test('an unreachable shop leaves the visitor signed in', async ({ page, visit, customer, complaints }) => {
  await failCalls(page, '**/api/auth/session')
  await visit('/')
  await expect(account(page)).toBeVisible()
  expect(await userInStorage(page)).toContain(customer.username)
  expectFailedLoads(complaints)
})

test('a session that ends while its user is on the dashboard leads to the login', async ({
  page,
  visit,
  customer,
  db,
  complaints,
}) => {
  const messages = await messagesOf(page)
  const check = page.waitForResponse('**/api/auth/session')
  await visit('/dashboard/reviews') // which sends one call: an unanswered one would lead to the login before the click
  await expect(page.getByRole('link', { name: 'Add New Review' })).toBeVisible()
  await check
  await db.deleteFrom('session').where('user_id', '=', customer.id).execute()
  await sideMenu(page).getByRole('link', { name: 'Orders' }).click()
  await expect(page).toHaveURL('/login')
  expect(messages).toEqual([mustLogIn])
  expectFailedLoads(complaints)
})

test('until the user is known, the dashboard shows that it is loading', async ({ page, customer }) => {
  const html = await (await page.request.get('/dashboard')).text()
  expect(html).toContain('Loading')
  expect(html).not.toContain(customer.username)
})

test('a script in a name is rendered as text everywhere', async ({ page, visit, signsIn }) => {
  const username = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  const asked: string[] = []
  page.on('dialog', dialog => asked.push(dialog.message()))
  await signsIn({ username, bio: username, profession: username })
  await visit('/dashboard/profile')
  await expect(page.getByRole('heading', { level: 2, name: username })).toBeVisible()
  await account(page).click()
  await expect(dropdown(page)).toContainText(username)
  await page.goto('/login')
  await untilHydrated(page)
  await expect(page.getByText(`You are logged in as ${username}`)).toBeVisible()
  expect(asked).toEqual([])
})

test('on a slow connection the account menu closes on the click, and a progress bar appears', {
  tag: '@phone',
}, async ({ page, visit, customer }) => {
  await visit('/')
  await idle(page)
  await expect(dropdown(page).getByRole('link', { name: 'Payments', includeHidden: true })).toBeAttached()
  const release = await holdCalls(page, '**/assets/**')
  await account(page).click()
  await expect(dropdown(page)).toContainText(customer.username)
  await dropdown(page).getByRole('link', { name: 'Payments' }).click()
  await expect(dropdown(page)).toBeHidden()
  await expect(page.locator('[data-progress]')).toBeVisible()
  await expect(page).toHaveURL('/')
  release()
  await expect(page).toHaveURL('/dashboard/payments')
  await expect(page.locator('[data-progress]')).toBeHidden()
})
