import type { Page } from '@playwright/test'
import { createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { panel } from '../buying.ts'
import { desktop, fillShop, phone, settled } from '../every-page.ts'
import { expect, test } from '../test.ts'

/** Collects the accessibility violations of each checked state, by its name. */
function collectFaults(page: Page) {
  const found: Record<string, string[]> = {}
  return {
    found,
    async look(state: string, { withFooter = false } = {}) {
      const faults = await violationsOf(page, { withFooter })
      if (faults.length > 0) found[state] = faults
    },
  }
}

for (const who of ['a visitor', 'a customer', 'the admin'] as const) {
  test(`every page of ${who} is accessible in an empty shop`, async ({ page, signsIn, visit }) => {
    if (who === 'a customer') await signsIn()
    if (who === 'the admin') await signsIn({ role: 'admin' })
    const { found, look } = collectFaults(page)
    const paths = {
      'a visitor': ['/', '/shop', '/shop?color=green', '/categories/dress', '/sale'],
      'a customer': ['', '/orders', '/payments', '/reviews'].map(path => `/dashboard${path}`),
      'the admin': ['admin', 'manage-products', 'manage-orders', 'messages', 'searches', 'audit', 'proof'].map(
        path => `/dashboard/${path}`,
      ),
    }[who]
    for (const path of paths) {
      await page.setViewportSize(desktop)
      await visit(path)
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size)
        await settled(page)
        await look(`${path} at ${size.width} px`, { withFooter: path === '/' })
      }
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
    }
    expect(found).toEqual({})
  })
}

test('the menus, the cart and every dialog of the shop are accessible', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
}) => {
  const { found, look } = collectFaults(page)
  const { id } = await sells({ name: 'Silk dress', old_price_cents: 15_000, rating: 4 })
  await visit('/shop')
  const isPhone = (page.viewportSize()?.width ?? 0) < 500
  for (const name of isPhone ? ['Menu', 'Filters', 'Cart, 0 items'] : ['Cart, 0 items']) {
    await page.getByRole('button', { name, exact: true }).click()
    await look(name)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('banner').getByRole('link', { name: 'Search' }).filter({ visible: true }).click()
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await look('Search')

  await visit(`/shop/${id}`)
  await page.getByRole('link', { name: 'Enlarge the picture' }).click()
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await look('the picture, large')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await look('the picture, enlarged')
  await page.keyboard.press('Escape')
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Product added successfully!' })).toBeVisible()
  await look('added to the cart')
  await page.keyboard.press('Escape')
  await add.click()
  await expect(page.getByRole('dialog', { name: 'Error!' })).toBeVisible()
  await look('in the cart already')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect(panel(page)).toBeVisible()
  await look('the cart')
  expect(found).toEqual({})
})

for (const role of ['user', 'admin'] as const) {
  const dialogs = {
    user: [
      ['/dashboard/profile', 'Edit profile'],
      ['/dashboard/profile', 'Erase my account'],
      ['/', 'Your account'],
      ['product', 'Add A Comment'],
    ],
    admin: [
      ['/dashboard/profile', 'Turn on'],
      ['/dashboard/users', 'Edit ada@shop.test'],
      ['/dashboard/manage-orders', /^Edit order/],
      ['/dashboard/manage-orders', /^Delete order/],
      ['/dashboard/manage-orders', /^Refund order/],
      ['/dashboard/manage-orders', /^Accept payment of order/],
      ['/dashboard/manage-reviews', /^Answer/],
      ['/dashboard/messages', /^Delete/],
      ['/', 'Your account'],
    ],
  } as const
  test(`everything that opens in the dashboard of a ${role} is accessible`, { tag: '@phone' }, async ({
    page,
    db,
    signsIn,
    visit,
  }) => {
    const me = await signsIn({ role })
    const { dress } = await fillShop(db, role === 'user' ? me : await createUser(db, { email: 'ada@shop.test' }))
    const { found, look } = collectFaults(page)
    for (const [path, name] of dialogs[role]) {
      await visit(path === 'product' ? `/shop/${dress.id}` : path)
      await settled(page) // a list that arrives during the click moves the button away
      await page.getByRole('button', { name, exact: true }).first().click()
      await expect(
        page.locator('dialog[open], [role=dialog], #account-menu').filter({ visible: true }),
      ).not.toHaveCount(0)
      await look(`${path} ${name}`)
    }
    expect(found).toEqual({})
  })
}
