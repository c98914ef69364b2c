import type { Page } from '@playwright/test'
import { violationsOf } from '../axe.ts'
import { fillCart, panel, proceed, typeCard } from '../buying.ts'
import { sellCounted } from '../counted.ts'
import { maxShift, watchShifts } from '../shifts.ts'
import { expect, expectFailedLoads, idle, test } from '../test.ts'

const main = (page: Page) => page.getByRole('main')
const size = (page: Page, name: string) => main(page).getByRole('radio', { name, exact: true })

test('a page says what is left of each size, and a sold-out one cannot be bought', { tag: '@phone' }, async ({
  page,
  db,
  visit,
}) => {
  const id = await sellCounted(db, 'Aurelia slip', { 'alpha-S': 0, 'alpha-M': 2, 'alpha-L': 9 })
  await visit(`/shop/${id}`)
  await expect(size(page, 'L')).not.toBeChecked()
  await size(page, 'M, 2 left').check()
  await expect(main(page).getByRole('button', { name: 'Add to Cart', exact: true })).toBeEnabled()
  await page.keyboard.press('ArrowLeft')
  await expect(size(page, 'S, sold out')).toBeChecked()
  await expect(main(page).getByRole('button', { name: 'Tell me when it is back', exact: true })).toBeEnabled()
  expect(await violationsOf(page)).toEqual([])
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  for (const availability of ['OutOfStock', 'LimitedAvailability', 'InStock'])
    expect(data.join()).toContain(`https://schema.org/${availability}`)
})

test('a card says that all is sold out, and its page opens without anything moving', { tag: '@phone' }, async ({
  page,
  db,
  visit,
}) => {
  await sellCounted(db, 'Ronda hoops', 0)
  await sellCounted(db, 'Brera blazer', { 'alpha-S': 0, 'alpha-M': 5 })
  await visit('/shop')
  const card = main(page).getByRole('article').filter({ hasText: 'Ronda hoops' })
  await expect(card.getByText('Sold out', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Ronda hoops: Sold out' })).toBeDisabled()
  await expect(main(page).getByRole('article').filter({ hasText: 'Brera' })).toContainText('Sizes: M')
  const moved = await watchShifts(page)
  await main(page).getByRole('link', { name: 'Brera blazer' }).click()
  await expect(size(page, 'S, sold out')).toBeVisible()
  await idle(page)
  expect(await moved()).toBeLessThanOrEqual(maxShift)
})

test('the cart is brought down to what is left, and holds it until it is changed', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const ring = await sellCounted(db, 'Gold ring', 2)
  await fillCart(page, ['Gold ring'])
  for (let n = 0; n < 3; n++) await panel(page).getByRole('button', { name: 'Increase quantity of Gold ring' }).click()
  await panel(page).getByRole('button', { name: 'Proceed Checkout' }).click()
  await expect(panel(page).getByRole('status').filter({ hasText: 'Only' })).toHaveText(
    'Only 2 left of Gold ring: your cart now has 2.',
  )
  await proceed(page)
  await page.goBack()
  await page.getByRole('button', { name: /^Cart, / }).click()
  await expect(panel(page).getByText(/^Held for you until \d\d:\d\d\.$/)).toBeVisible()
  await expect(panel(page).getByRole('link', { name: 'Continue to payment' })).toHaveAttribute(
    'href',
    /\/sandbox\/pay\//,
  )
  expect(await violationsOf(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Change cart' }).click()
  await expect(panel(page).getByRole('button', { name: 'Proceed Checkout' })).toBeVisible()
  await expect(panel(page).getByLabel('Quantity', { exact: true })).toHaveText('2')
  const stock = await db.selectFrom('stock').select('held').where('variant_id', '=', ring).executeTakeFirst()
  expect(stock?.held).toBe(0)
})

test('who is too late reads what is left, and the last piece goes to one', async ({
  page,
  db,
  browser,
  shop,
  complaints,
}) => {
  const id = await sellCounted(db, 'Last dress', { 'alpha-M': 1 })
  await page.goto(`/shop/${id}`)
  await size(page, 'M, 1 left').check()
  await main(page).getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'Continue shopping' }).click()
  const other = await browser.newPage({ baseURL: shop.url })
  await other.goto(`/shop/${id}`)
  await size(other, 'M, 1 left').check()
  await main(other).getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await other.getByRole('button', { name: 'Continue shopping' }).click()
  await other.getByRole('button', { name: /^Cart, / }).click()
  await proceed(other)

  await page.getByRole('button', { name: /^Cart, / }).click()
  await panel(page).getByRole('button', { name: 'Proceed Checkout' }).click()
  await expect(panel(page).getByRole('alert')).toHaveText(
    /^Line 1: All pieces of Last dress, Black, M are being paid for by others; one may come free by \d\d:\d\d UTC\.$/,
  )
  await page.goto(`/shop/${id}`)
  await expect(size(page, 'M, in others’ checkouts')).toBeVisible()
  await typeCard(other, '4242424242424242')
  await other.waitForURL('**/success**')
  await other.close()
  await page.reload()
  await expect(main(page).getByRole('button', { name: 'Tell me when it is back', exact: true })).toBeEnabled()
  expectFailedLoads(complaints)
})

test('leaving the payment page frees the pieces at once and opens the cart', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const ring = await sellCounted(db, 'Gold ring', 1)
  await fillCart(page, ['Gold ring'])
  await proceed(page)
  await page
    .getByRole('link', { name: /back|cancel/i })
    .or(page.getByRole('button', { name: /back|cancel/i }))
    .first()
    .click()
  await page.waitForURL('**/shop**')
  await expect(panel(page).getByRole('button', { name: 'Proceed Checkout' })).toBeVisible()
  const stock = await db.selectFrom('stock').select('held').where('variant_id', '=', ring).executeTakeFirst()
  expect(stock?.held).toBe(0)
})

test('the owner counts by size; a number that is none, and one that was outdated, are named', {
  tag: '@phone',
}, async ({ page, db, owner: _, sells }) => {
  const plain = await sells({ name: 'Plain scarf' })
  const id = plain.id
  await page.goto(`/dashboard/update-product/${id}`)
  const field = page.getByLabel('Pieces of One size')
  await expect(page.getByText('Nothing is counted yet. Start with one product.')).toBeVisible()
  await field.fill('2,5')
  await page.getByRole('button', { name: 'Save pieces' }).click()
  await expect(page.getByText('Type a whole number from 0 to 1,000,000.')).toBeVisible()
  await field.fill('5')
  await field.press('Enter')
  await expect(page.getByText('The pieces are saved.')).toBeVisible()
  await expect(page.getByText('Nothing is counted yet. Start with one product.')).toBeHidden()

  await db.updateTable('stock').set({ on_hand: 4 }).where('variant_id', '=', id).execute()
  await field.fill('7')
  await page.getByRole('button', { name: 'Save pieces' }).click()
  await expect(page.getByText('It is 4 by now: look again before you count.')).toBeVisible()
  await expect(field).toHaveValue('7')
  expect(await violationsOf(page)).toEqual([])
})

test('the button of the product saves the pieces too, and what is typed meanwhile stays', { tag: '@phone' }, async ({
  page,
  db,
  owner: _,
}) => {
  const id = await sellCounted(db, 'Aurelia', { 'alpha-S': 2, 'alpha-M': 6 })
  const shelf = async () => {
    const rows = await db
      .selectFrom('stock')
      .select('on_hand')
      .where('product_id', '=', id)
      .orderBy('on_hand')
      .execute()
    return rows.map(({ on_hand }) => on_hand)
  }
  await page.goto(`/dashboard/update-product/${id}`)
  const [small, medium] = [page.getByLabel('Pieces of S'), page.getByLabel('Pieces of M')]

  let answer = () => {}
  await page.route('**/api/stock/counts', async route => {
    await new Promise<void>(resolve => {
      answer = resolve
    })
    await route.continue()
  })
  await medium.fill('7')
  await medium.press('Enter')
  await expect(page.getByRole('button', { name: 'Saving…' })).toBeVisible()
  await small.fill('3')
  await medium.fill('8')
  answer()
  await expect(page.getByText('The pieces are saved.')).toBeVisible()
  await expect(medium).toHaveValue('8')
  await expect(small).toHaveValue('3')
  expect(await shelf()).toEqual([2, 7])
  await page.unroute('**/api/stock/counts')

  await medium.fill('many')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('The product is updated, but not all of its pieces: see below.')).toBeVisible()
  await expect(medium).toBeFocused()
  await medium.fill('9')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  expect(await shelf()).toEqual([3, 9])
})

test('a size that is removed names its pieces, and the audit too', async ({ page, db, owner: _ }) => {
  const id = await sellCounted(db, 'Aurelia', { 'alpha-S': 2, 'alpha-M': 6 })
  await page.goto(`/dashboard/update-product/${id}`)
  await expect(page.getByLabel('Pieces of M')).toHaveValue('6')
  await page.getByRole('checkbox', { name: 'M', exact: true }).uncheck()
  await expect(
    page.getByText('M has 6 pieces: counted as 0 once the product is saved without this size.'),
  ).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  const audit = await db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('action', '=', 'update')
    .executeTakeFirst()
  expect(audit).toMatchObject({ before: { 'pieces of M': 6 }, after: { 'pieces of M': 0 } })
})

test('a sold-out size that stays chosen is noted once, and the owner reads what was asked for', async ({
  page,
  db,
  visit,
  signsIn,
}) => {
  const id = await sellCounted(db, 'Wanted gown', { 'alpha-S': 0, 'alpha-M': 0, 'alpha-L': 9 })
  await visit(`/shop/${id}`)
  const noted = () =>
    db
      .selectFrom('lost_demand')
      .innerJoin('variant', 'variant.id', 'lost_demand.variant_id')
      .select(['variant.size', 'kind', 'visitors'])
      .where('lost_demand.product_id', '=', id)
      .execute()
  await size(page, 'S, sold out').check()
  await size(page, 'L').check() // passed over
  await size(page, 'M, sold out').check()
  await expect.poll(noted, { timeout: 10_000 }).toEqual([{ size: 'alpha-M', kind: 'tapped', visitors: 1 }])
  await signsIn({ role: 'admin' })
  await visit('/dashboard/lost-demand')
  await expect(main(page)).toContainText(/asked for and not sold in 30 days/)
  await expect(main(page).getByRole('row', { name: /Wanted gown.* M / })).toContainText('sold out')
  expect(await violationsOf(page)).toEqual([])
})
