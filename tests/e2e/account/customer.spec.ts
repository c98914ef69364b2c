import { createUser } from '../../support/builders.ts'
import { fillCart, panel, proceed, typeCard } from '../buying.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

const password = 'velvet ribbon 47'

test('a customer registers, returns to the dashboard, buys, and sees the order and new figures', async ({
  page,
  sells,
  db,
  visit,
}) => {
  await sells({ name: 'Silk dress', price_cents: 12_050 })
  await sells({ name: 'Gold ring', price_cents: 4_999 })
  await visit('/dashboard/orders')
  await expect(page.getByText('You must be logged in')).toBeVisible()
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('Username').fill('Ada')
  await page.getByLabel('Email').fill('ada@shop.test')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL('/login')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/dashboard/orders')
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()

  await fillCart(page, ['Silk dress', 'Gold ring'])
  await proceed(page)
  await expect(page.locator('input[autocomplete$="email"]').first()).toHaveValue('ada@shop.test')
  await typeCard(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/success\?session_id=cs_/)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()

  const { order_id, user_id } = await db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
  expect(user_id).not.toBeNull()
  await visit('/dashboard/orders')
  await expect(page.getByRole('table').getByText(order_id, { exact: true })).toBeVisible()
  await visit('/dashboard')
  await expect(page.getByText('$170.49').first()).toBeVisible()
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('heading', { name: 'Order #1' })).toBeVisible()
})

test('a guest who types a customer’s address does not add an order to their account', async ({
  page,
  sells,
  db,
  visit,
  signsIn,
}) => {
  await sells({ name: 'Silk dress' })
  await createUser(db, { email: 'somebody@shop.test' })
  await fillCart(page, ['Silk dress'])
  await proceed(page)
  await typeCard(page, '4242 4242 4242 4242') // types ada@shop.test
  await page.waitForURL(/\/success\?session_id=cs_/)
  await expect(page.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()
  await signsIn({ email: 'ada@shop.test' })
  await visit('/dashboard/orders')
  await expect(page.getByText('You have not ordered anything yet.')).toBeVisible()
})

test('an ended session is reported before the payment page, and the cart can be bought as a guest', async ({
  page,
  sells,
  db,
  customer,
  complaints,
}) => {
  await sells({ name: 'Silk dress' })
  await fillCart(page, ['Silk dress'])
  await db.deleteFrom('session').where('user_id', '=', customer.id).execute()
  await panel(page).getByRole('button', { name: 'Proceed Checkout' }).click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    'Your session has ended. Log in again, or proceed as a guest.',
  )
  expect(await db.selectFrom('order').selectAll().execute()).toEqual([])
  await proceed(page)
  const order = await db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
  expect(order.user_id).toBeNull()
  expectFailedLoads(complaints)
})
