import { createAddress, createOrder } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { storedUser, storeUser } from '../sign-in.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

const mustBeAdmin = 'Access denied! You must be an admin'

test('staff see their pages, pack an order, and are refused the others', { tag: '@phone' }, async ({
  page,
  visit,
  db,
  sells,
  signsIn,
}) => {
  const order = await createOrder(db, [await sells({ name: 'Silk dress' })], { email: 'ada@shop.test' })
  await createAddress(db, order.id)
  await signsIn({ username: 'Stella', email: 'stella@shop.test', role: 'staff' })
  await visit('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi, Stella! Welcome to your user dashboard.')
  await expect(page.getByRole('main').getByRole('link', { name: '1 ready' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await visit('/dashboard/admin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi, Stella! Welcome to your staff dashboard.')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText([
    ...['Dashboard', 'Stock', 'Manage Orders', 'Packing', 'Returns', 'Messages', 'Lost demand', 'Profile'],
  ])
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: '1 ready' }).click()
  await page.getByRole('checkbox', { name: `Order #${order.number}`, exact: true }).check()
  await page.getByRole('button', { name: /^Packed and shipped:/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Packed and shipped' }).click()
  await expect(page.locator('[aria-live]').getByText('1 order marked as shipped', { exact: true })).toBeVisible()

  for (const name of ['Manage Orders', 'Stock', 'Returns', 'Messages', 'Lost demand', 'Profile']) {
    await menu.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  }
  await visit('/dashboard/manage-orders')
  await expect(page.getByRole('button', { name: `Edit order ${order.order_id}` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Export' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Delete order ${order.order_id}` })).toHaveCount(0)

  await visit(`/orders/${order.order_id}`)
  const forTheShop = page.getByRole('region', { name: 'For the shop' })
  await expect(forTheShop.getByText('Only an admin can refund an order.')).toBeVisible()
  await expect(forTheShop.getByRole('button', { name: 'Refund' })).toHaveCount(0)

  for (const path of ['users', 'settings', 'audit', 'proof', 'manage-products', 'manage-reviews', 'first-run']) {
    await page.goto(`/dashboard/${path}`)
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(mustBeAdmin)).toBeVisible()
  }
})

test('the owner gives staff a limit, up to which they refund', async ({ page, visit, db, owner, sells, signsIn }) => {
  await visit('/dashboard/settings#staff')
  const limit = page.getByLabel('Staff may refund up to')
  await limit.fill('a lot')
  await page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click()
  await expect(page.getByText('The limit must be an amount from $0 to $999,999.99.')).toBeVisible()
  await limit.fill('1000.50')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).filter({ visible: true }).click()
  await expect
    .poll(() => db.selectFrom('shop_setting').select('value').where('section', '=', 'staff').execute())
    .toEqual([{ value: { refundLimitCents: 100_050 } }])
  await visit('/dashboard/audit')
  await expect(page.getByRole('main')).toContainText(owner.email)

  const order = await createOrder(db, [await sells({ price_cents: 9_900 })], { email: 'ada@shop.test' })
  await signsIn({ email: 'stella@shop.test', role: 'staff' })
  await visit(`/orders/${order.order_id}`)
  await expect(page.getByRole('button', { name: 'Refund' })).toBeVisible()
})

test('a role that neither the shop nor this browser knows is sent to the login', async ({
  page,
  signsIn,
  complaints,
}) => {
  const stella = await signsIn({ role: 'staff' })
  await page.route('**/api/auth/session', route => route.abort())
  await storeUser(page, storedUser(stella).replace('"staff"', '"emperor"'))
  await page.goto('/dashboard/packing')
  await expect(page).toHaveURL('/login')
  expectFailedLoads(complaints)
})
