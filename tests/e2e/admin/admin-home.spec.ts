import { createOrder, createReview, createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { asAdmin, expect, expectFailedLoads, test } from '../test.ts'

const pages = [
  { path: '/dashboard/admin', failure: 'Failed to fetch data' },
  { path: '/dashboard/users', failure: 'Failed to load users!' },
  { path: '/dashboard/audit', failure: 'Failed to load the audit!' },
  { path: '/dashboard/messages', failure: 'Failed to load messages!' },
  { path: '/dashboard/manage-reviews', failure: 'Failed to load reviews!' },
] as const
const calls = /\/api\/(stats|auth\/users|audit|contact|reviews)/

for (const { path, failure } of pages) {
  asAdmin(`${path} that cannot be loaded says so, and Try again works`, async ({ page, visit, complaints }) => {
    await failCalls(page, calls, { status: 503, json: {} })
    await visit(path)
    await expect(page.getByRole('alert')).toContainText(failure)
    expect(await violationsOf(page)).toEqual([])
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(failure)).toBeHidden()
    await expect(page.getByRole('main')).not.toContainText('Loading')
    expectFailedLoads(complaints)
  })

  asAdmin(`${path} shows that it is loading`, async ({ page, visit }) => {
    const release = await holdCalls(page, calls)
    await visit(path)
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
    release()
    await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0)
  })
}

test('the admin dashboard greets, and shows earnings, sales and stock', { tag: '@phone' }, async ({
  page,
  owner,
  sells,
  db,
  visit,
}) => {
  const dress = await sells({ price_cents: 12_050 })
  const ring = await sells({ price_cents: 4_900, category: 'jewellery' })
  const ada = await createUser(db, { email: 'ada@shop.test' })
  await createOrder(db, [dress, ring], { user_id: ada.id, email: ada.email })
  await createOrder(db, [ring], { payment_state: 'refunded' })
  await createReview(db, { user_id: ada.id, product_id: dress.id })
  await visit('/dashboard/admin')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Hi, ${owner.username}! Welcome to your admin dashboard.`,
  )
  for (const [label, value] of [
    ['Total Earning', '$169.50'],
    ['All Orders', '1'],
    ['All Users', '2'],
    ['Total Products', '2'],
  ] as const)
    await expect(page.getByRole('main').locator('dl > div', { hasText: label }).locator('dd')).toHaveText(value)

  await expect(page.getByRole('heading', { name: 'Admin Stats Overview' })).toBeVisible()
  const figures = page.getByRole('table', { name: 'The shop in figures' })
  for (const row of ['Total Orders 1', 'Total Products 2', 'Total Reviews 1', 'All Users 2'])
    await expect(figures.getByRole('row', { name: row })).toBeVisible()
  await expect(page.locator('.recharts-pie-sector')).toHaveCount(4)
  for (const name of ['Total Orders', 'Total Products', 'Total Reviews', 'All Users'])
    await expect(page.locator('.recharts-surface').getByText(name)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

asAdmin(
  "the line of the year's earnings runs from January to December, and its sum is exact",
  { tag: '@phone' },
  async ({ page, sells, db, visit }) => {
    const dress = await sells({ price_cents: 1_999 })
    const thisYear = new Date().getUTCFullYear()
    const at = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 15))
    for (const month of [1, 1, 1, 12]) {
      const created_at = at(thisYear - 1, month)
      await createOrder(db, [dress], { created_at, updated_at: created_at })
    }
    await createOrder(db, [dress], { created_at: at(thisYear - 1, 5), payment_state: 'refunded' })
    await visit('/dashboard/admin')

    const panel = page.getByRole('region', { name: 'Monthly Earnings' })
    await expect(panel).toContainText(`Nothing was earned in ${thisYear}.`)
    await expect(panel.getByRole('link', { name: 'Next year' })).toBeDisabled()
    await panel.getByRole('link', { name: 'Previous year' }).click()
    await expect(page).toHaveURL(`/dashboard/admin?year=${thisYear - 1}`)
    await expect(panel).toContainText(`$79.96 in ${thisYear - 1}`)
    const months = page.getByRole('table', { name: `Monthly Earnings ${thisYear - 1}` })
    await expect(months.getByRole('row')).toHaveCount(12)
    await expect(months.getByRole('row').first()).toHaveText('January$59.97')
    await expect(months.getByRole('row', { name: 'May $0.00' })).toBeAttached()
    await expect(months.getByRole('row').last()).toHaveText('December$19.99')
    await expect(panel.locator('.recharts-line-dots circle')).toHaveCount(12)
    await panel
      .locator('.recharts-surface')
      .first()
      .hover({ position: { x: 62, y: 100 } })
    await expect(panel.locator('.recharts-tooltip-wrapper')).toHaveText('January: $59.97')

    await page.reload()
    await expect(panel).toContainText(`$79.96 in ${thisYear - 1}`)
    await page.goBack()
    await expect(panel).toContainText(`Nothing was earned in ${thisYear}.`)
    await visit('/dashboard/admin?year=none')
    await expect(panel).toContainText(`Nothing was earned in ${thisYear}.`)
  },
)

asAdmin('a year that cannot be loaded says so', async ({ page, visit, complaints }) => {
  await visit('/dashboard/admin')
  await expect(page.getByRole('heading', { name: 'Admin Stats Overview' })).toBeVisible()
  await failCalls(page, /\/api\/stats\//)
  await page.getByRole('link', { name: 'Previous year' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch data')
  expectFailedLoads(complaints)
})

asAdmin(
  'an empty shop replaces its charts by a sentence, and links to adding the first product',
  { tag: '@phone' },
  async ({ page, visit }) => {
    await visit('/dashboard/admin')
    await expect(page.getByText('There is nothing to compare yet')).toBeVisible()
    await expect(page.getByText('What the shop earns is drawn here')).toBeVisible()
    await expect(page.locator('.recharts-surface')).toHaveCount(0)
    await expect(page.getByRole('row', { name: 'All Users 1' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Add the first product' }).click()
    await expect(page).toHaveURL('/dashboard/add-product')
  },
)

asAdmin(
  "the admin's side menu also leads to the messages and the audit",
  { tag: '@phone' },
  async ({ page, visit }) => {
    await visit('/dashboard/admin')
    const menu = page.getByRole('navigation', { name: 'Dashboard' })
    for (const [name, path] of [
      ['Messages', '/dashboard/messages'],
      ['Audit', '/dashboard/audit'],
    ] as const) {
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.getByRole('main')).toBeFocused()
    }
  },
)
