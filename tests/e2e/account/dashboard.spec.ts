import { createAddress, createOrder, createReview, createUser } from '../../support/builders.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { asCustomer, expect, expectFailedLoads, test } from '../test.ts'

const pages = [
  { path: '/dashboard', failure: 'Failed to fetch data' },
  { path: '/dashboard/orders', failure: 'Something went wrong! Failed to Fetch Your Orders!' },
  { path: '/dashboard/payments', failure: 'Failed to show payments!' },
  { path: '/dashboard/reviews', failure: 'Failed to show payments!' },
] as const

for (const { path, failure } of pages) {
  asCustomer(`${path} that cannot be loaded says so, and Try again works`, async ({ page, visit, complaints }) => {
    await failCalls(page, /\/api\/(stats|orders|reviews)\//, { status: 503, json: {} })
    await visit(path)
    await expect(page.getByRole('alert')).toContainText(failure)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(failure)).toBeHidden()
    await expect(page.getByRole('main')).not.toContainText('Loading')
    expectFailedLoads(complaints)
  })

  asCustomer(`${path} shows that it is loading`, async ({ page, visit }) => {
    const release = await holdCalls(page, /\/api\/(stats|orders|reviews)\//)
    await visit(path)
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
    release()
    await expect(page.getByRole('main').getByRole('status')).toBeHidden()
  })
}

test('the dashboard greets, and shows payments, reviews and orders', async ({ page, customer, sells, db, visit }) => {
  const dress = await sells({ name: 'Silk dress', price_cents: 12_050 })
  const ring = await sells({ name: 'Gold ring', price_cents: 4_900 })
  await createOrder(db, [dress, ring], { user_id: customer.id, email: customer.email })
  await createOrder(db, [dress], { user_id: customer.id, email: customer.email })
  await createOrder(db, [dress], { user_id: customer.id, email: customer.email, payment_state: 'awaiting' })
  await createReview(db, { user_id: customer.id, product_id: dress.id })
  await visit('/dashboard')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi, Ada! Welcome to your user dashboard.')
  for (const [label, value] of [
    ['Total Payments', '$290.00'],
    ['Total Reviews', '1'],
    ['Purchased Products', '2'],
  ] as const)
    await expect(page.getByRole('main').locator('dl > div', { hasText: label }).locator('dd')).toHaveText(value)

  const figures = page.getByRole('table', { name: 'Your figures' })
  await expect(figures.getByRole('row', { name: 'Total Payment $290.00' })).toBeAttached()
  await expect(figures.getByRole('row', { name: 'Total Reviews 1' })).toBeAttached()
  await expect(figures.getByRole('row', { name: 'Total Purchased Products 2' })).toBeAttached()
})

test('the chart multiplies reviews and products by twenty, and its tooltip shows payments with two decimals', {
  tag: '@phone',
}, async ({ page, customer, sells, db, visit }) => {
  const dress = await sells({ price_cents: 4_000 })
  await createOrder(db, [dress], { user_id: customer.id, email: customer.email })
  await createReview(db, { user_id: customer.id, product_id: dress.id })
  await visit('/dashboard')

  const bars = page.locator('.recharts-bar-rectangle path')
  await expect(bars).toHaveCount(3)
  const heights = await bars.evaluateAll(paths =>
    paths.map(path => Math.round((path as SVGPathElement).getBBox().height)),
  )
  const [payment = 0, reviews = 0, products = 0] = heights
  expect(reviews).toBeGreaterThan(10)
  expect(Math.abs(payment - 2 * reviews)).toBeLessThanOrEqual(2) // $40 beside 1 x 20
  expect(products).toBe(reviews)

  await bars.first().hover()
  await expect(page.locator('.recharts-tooltip-wrapper')).toHaveText('Total Payment: $40.00')
})

asCustomer('a customer without orders and reviews sees zeros and a link to the shop', async ({ page, visit }) => {
  await visit('/dashboard')
  await expect(page.getByText('$0.00').first()).toBeVisible()
  for (const path of ['/dashboard/orders', '/dashboard/payments']) {
    await visit(path)
    await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
  }
  await visit('/dashboard/reviews')
  await page.getByRole('link', { name: 'Add New Review' }).click()
  await expect(page).toHaveURL('/shop')
})

test('Your Orders lists ten, then all, each with its badge and its link', { tag: '@phone' }, async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  const dress = await sells({ price_cents: 123_456 })
  const statuses = ['completed', 'pending', 'processing', 'shipped'] as const
  for (let n = 0; n < 12; n++) {
    const at = new Date(Date.UTC(2026, 2, 28 - n))
    await createOrder(db, [dress], {
      user_id: customer.id,
      email: customer.email,
      status: statuses[n % 4],
      created_at: at,
      updated_at: at,
    })
  }
  await visit('/dashboard/orders')
  const table = page.getByRole('table', { name: /^Your orders/ })
  const rows = table.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(10)
  for (const header of ['#', 'Order ID', 'Date', 'Status', 'Total', 'View Order'])
    await expect(table.getByRole('columnheader', { name: header, exact: true })).toBeAttached()
  for (const [index, tone] of ['green', 'red', 'blue', 'indigo'].entries()) {
    await expect(rows.nth(index).locator('[data-tone]')).toHaveAttribute('data-tone', tone)
    await expect(rows.nth(index).locator('[data-tone]')).toHaveText(statuses[index] ?? '')
  }
  await expect(rows.first()).toContainText('$1,234.56')
  await expect(rows.first()).toContainText('Mar 28, 2026')

  await page.getByRole('button', { name: 'See all' }).click()
  await expect(rows).toHaveCount(12)
  await expect(page.getByRole('button', { name: 'See all' })).toBeHidden()

  await expect(rows.last().getByRole('cell').nth(1)).toHaveText(/^#\d{4}/)
  const id = await rows.last().getByRole('cell').nth(1).locator('[title]').innerText()
  await rows.last().getByRole('link').click()
  await expect(page).toHaveURL(`/orders/${id}`)
})

test('Total Payments adds up payments and lists every order; a refunded one does not count', async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  const dress = await sells({ price_cents: 10_010 })
  const ring = await sells({ price_cents: 4_990 })
  const mine = { user_id: customer.id, email: customer.email }
  await createOrder(db, [dress], { ...mine, status: 'completed' })
  await createOrder(db, [ring], { ...mine, refunded_cents: 1_000, created_at: new Date('2026-03-01T10:00:00Z') })
  const refunded = { payment_state: 'refunded', created_at: new Date('2026-02-01T10:00:00Z') } as const
  await createOrder(db, [ring], { ...mine, ...refunded })
  await visit('/dashboard/payments')

  await expect(page.locator('dl > div', { hasText: 'Total Spent' }).locator('dd')).toHaveText('$140.00')
  const entries = page.getByRole('main').getByRole('listitem')
  await expect(entries.getByRole('heading', { level: 2 })).toHaveText(['Order #1', 'Order #2', 'Order #3'])
  await expect(entries.first()).toContainText(/Order Id\s*[0-9a-f]{32}\s*Price\s*\$100.10\s*Date.*Status\s*completed/s)
  await expect(entries.first().locator('[data-tone]')).toHaveAttribute('data-tone', 'green')
  await expect(entries.nth(1)).toContainText(/Price\s*\$49.90\s*Refunded\s*\$10.00/)
  await expect(entries.last()).toContainText('refunded')
})

test('Your Given Reviews are cards with rating, comment, product and time', { tag: '@phone' }, async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  const dress = await sells({ name: 'Silk dress' })
  const long = `Fits <b>well</b>\n${'very'.repeat(200)}`
  await createReview(db, { user_id: customer.id, product_id: dress.id, rating: 4, comment: long, fit: 1 })
  await createReview(db, { user_id: (await createUser(db)).id, product_id: dress.id, comment: 'Not mine' })
  await visit('/dashboard/reviews')

  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('Fits <b>well</b>')
  await expect(cards.first()).toContainText('Runs large')
  await expect(cards.first().getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible()
  await expect(cards.first().getByRole('term')).toHaveText(['Rating', 'Comment', 'Product ID', 'Created At'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await cards.first().getByRole('link', { name: dress.id }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Silk dress' })).toBeVisible()
})

test("a customer's order shows its lines and its address; a stranger sees only its progress", async ({
  page,
  customer,
  sells,
  db,
  visit,
  browser,
}) => {
  const dress = await sells({ name: 'Silk dress', price_cents: 12_050 })
  const order = await createOrder(db, [dress], {
    user_id: customer.id,
    email: customer.email,
    contact_email: 'gift@shop.test',
  })
  await createAddress(db, order.id)
  const path = `/orders/${order.order_id}`
  await visit(path)
  const details = page.getByRole('region', { name: 'What you ordered' })
  await expect(details).toContainText('Silk dress')
  await expect(details).toContainText('$120.50')
  await expect(details).toContainText('12 St James Square')
  await expect(details).toContainText('gift@shop.test')

  const stranger = await browser.newPage()
  await stranger.goto(new URL(path, page.url()).href)
  await expect(stranger.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()
  await expect(stranger.getByRole('main')).not.toContainText(/Silk dress|London|shop\.test|\$/)
  await stranger.close()
})

test('a dashboard without figures replaces the chart by a sentence, and a figure of zero is 0', async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  await visit('/dashboard')
  await expect(page.getByText('There is nothing to draw yet.')).toBeVisible()
  await expect(page.getByRole('figure')).toHaveCount(0)
  const dress = await sells()
  await createOrder(db, [dress], { user_id: customer.id, email: customer.email })
  await visit('/dashboard')
  await expect(page.getByRole('figure').locator('.recharts-label-list text')).toHaveText(['$120.00', '0', '1'])
})
