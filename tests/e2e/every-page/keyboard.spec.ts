import type { Locator, Page } from '@playwright/test'
import { card } from '../buying.ts'
import { choice } from '../filters.ts'
import { expect, test } from '../test.ts'

const maxSteps = 120

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let step = 0; step < maxSteps; step++) {
    if ((await target.count()) && (await target.evaluate(node => node === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  expect(target, 'Tab never reaches it').toBeFocused()
}

test('by keyboard alone: from the home page to a posted review and an edited profile', async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  await page.route('https://pictures.test/**', route => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
  await sells({ name: 'Silk dress' })
  await visit('/')
  await tabTo(page, page.getByRole('article').getByRole('link', { name: 'Silk dress' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Silk dress' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Add A Comment' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: '1 star' }))
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('textbox', { name: 'Comment' }))
  await page.keyboard.type('By keyboard alone.')
  await tabTo(page, page.getByRole('button', { name: 'Submit' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Review posted successfully!')).toBeVisible()
  expect(await db.selectFrom('review').select(['rating', 'comment']).execute()).toEqual([
    { rating: 4, comment: 'By keyboard alone.' },
  ])

  await page.keyboard.press('Home')
  await tabTo(page, page.getByRole('button', { name: 'Your account' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Profile' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/profile')
  await tabTo(page, page.getByRole('button', { name: 'Edit profile' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  for (const [label, text] of [
    ['Profile Image URL', 'https://pictures.test/ada.png'],
    ['Write Bio', 'Counts on dresses.'],
    ['Profession', 'Countess'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label))
    await page.keyboard.type(text)
  }
  await tabTo(page, dialog.getByRole('button', { name: 'Update Profile' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile Update Successfully')).toBeVisible()
  const { bio } = await db.selectFrom('user').select('bio').where('id', '=', customer.id).executeTakeFirstOrThrow()
  expect(bio).toBe('Counts on dresses.')
})

test('by keyboard alone: from the home page to a paid order', { tag: '@phone' }, async ({ page, sells, db, visit }) => {
  await sells({ name: 'Silk dress', price_cents: 12_000 })
  await sells({ name: 'Gold ring', category: 'jewellery' })
  await visit('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const isPhone = await menu.isVisible()
  if (isPhone) {
    await tabTo(page, menu)
    await page.keyboard.press('Enter')
  }
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()

  if (isPhone) {
    await tabTo(page, page.getByRole('button', { name: 'Filters', exact: true }))
    await page.keyboard.press('Enter')
  }
  await tabTo(page, choice(page, 'Category', 'Dress'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('of 1 products')).toBeVisible()
  if (isPhone) {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused()
  }

  await tabTo(page, page.getByRole('button', { name: 'Add Silk dress to cart' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Product added successfully!' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'View cart' }))
  await page.keyboard.press('Enter')
  const cart = page.getByRole('dialog', { name: 'Your Cart' })
  await tabTo(page, cart.getByRole('button', { name: /^Increase/ }))
  await page.keyboard.press('Enter')
  await tabTo(page, cart.getByRole('button', { name: 'Proceed Checkout' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/sandbox/pay/**')

  for (const [autocomplete, text] of Object.entries(card)) {
    await tabTo(page, page.locator(`input[autocomplete$="${autocomplete}"]`).first())
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()
  const paid = await db.selectFrom('order').select(['payment_state', 'amount_cents']).execute()
  expect(paid).toEqual([{ payment_state: 'paid', amount_cents: 24_000 }])
})

test('Back restores the scroll position and the focus on the same card', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
}) => {
  for (let n = 1; n <= 10; n++) await sells({ name: `Piece ${n}`, created_at: new Date(2026, 0, n) })
  await visit('/shop')
  const link = page.getByRole('link', { name: 'Piece 4', exact: true })
  await tabTo(page, link)
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Piece 4' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(link).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)

  await visit('/')
  await page.getByRole('button', { name: 'Load More' }).click()
  await page.getByRole('link', { name: 'Piece 1', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Piece 1' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: 'Piece 1', exact: true })).toBeFocused()
})
