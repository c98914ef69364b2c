import type { Page } from '@playwright/test'
import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { sellCounted } from '../counted.ts'
import { expect, expectFailedLoads, test, untilHydrated } from '../test.ts'

const panel = (page: Page) => page.getByRole('dialog', { name: 'Your Cart' })
const openCart = async (page: Page) => {
  await page.getByRole('button', { name: /^Cart, / }).click()
  await expect(panel(page)).toBeVisible()
}

async function addFromShop(page: Page, name: string) {
  await page.getByRole('button', { name: `Add ${name} to cart` }).click()
  const added = page.getByRole('dialog', { name: 'Product added successfully!' })
  await expect(added).toBeVisible()
  await added.getByRole('button', { name: 'Continue shopping' }).click()
  await expect(added).toBeHidden()
}

test('an empty cart says so, and closes by button, Escape and beside it', { tag: '@phone' }, async ({
  page,
  visit,
}) => {
  await visit('/')
  await openCart(page)
  await expect(panel(page).getByText('Your cart is empty.')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Proceed Checkout' })).toBeHidden()
  await panel(page).getByRole('button', { name: 'Close cart' }).click()
  await expect(panel(page)).toBeHidden()

  await openCart(page)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page.getByRole('button', { name: /^Cart, / })).toBeFocused()
})

test('a product is added once; the second time a dialog says so', async ({ page, sells, visit }) => {
  await sells({ name: 'Silk dress' })
  await visit('/shop')
  await addFromShop(page, 'Silk dress')
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()

  await page.getByRole('button', { name: 'Add Silk dress to cart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Error!' })
  await expect(dialog.getByText('Product already Added to Cart')).toBeVisible()
  await dialog.getByRole('button', { name: "It's Ok" }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
})

test('the dialog shows what was added, and leads to the cart first', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
}) => {
  const name = `A silk dress with ${'a very long name '.repeat(6)}`.trim()
  await sells({ name, price_cents: 12_050 })
  await visit('/shop')
  await page.getByRole('button', { name: `Add ${name} to cart` }).click()
  const added = page.getByRole('dialog', { name: 'Product added successfully!' })
  await expect(added.getByText(name)).toBeVisible()
  await expect(added.getByText('$120.50')).toBeVisible()
  await expect(added.locator('img')).toHaveAttribute('src', /\/images\/\w+\/320\.webp$/)
  await expect(added.getByRole('button')).toHaveText(['View cart', 'Continue shopping'])
  await expect(added.getByRole('button', { name: 'View cart' })).toBeFocused()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('listitem', { name })).toBeVisible()
})

test('the dialog about a duplicate offers one more, says how many there are, and stops at 99', {
  tag: '@phone',
}, async ({ page, sells, visit }) => {
  const { id } = await sells({ name: 'Silk dress', price_cents: 12_000 })
  const line = { _id: id, name: 'Silk dress', price: 120, image: '', quantity: 97 }
  await page.addInitScript(cart => localStorage.setItem('cart', cart), JSON.stringify({ products: [line] }))
  await visit('/shop')
  await page.getByRole('button', { name: 'Add Silk dress to cart' }).click()
  const dialog = page.getByRole('dialog', { name: 'Error!' })
  await expect(dialog.getByRole('button')).toHaveText(['View cart', 'One more', "It's Ok"])
  await expect(dialog.getByRole('status')).toHaveText('97 in your cart')
  const more = dialog.getByRole('button', { name: 'One more' })
  await more.click()
  await expect(dialog.getByRole('status')).toHaveText('98 in your cart')
  await more.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('99 in your cart, as many as it holds')
  await expect(more).toBeDisabled()
  await more.press('Enter')
  await expect(page.getByLabel('Cart, 99 items')).toBeAttached()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: "It's Ok" }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Silk dress to cart' })).toBeFocused()
})

test('a product page adds to the cart and opens it', async ({ page, sells, visit }) => {
  const { id } = await sells({ name: 'Silk dress' })
  await visit(`/shop/${id}`)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await page.getByRole('button', { name: 'View cart' }).click()
  await expect(panel(page).getByRole('listitem', { name: 'Silk dress' })).toBeVisible()
})

test('quantities, totals, Remove and Clear Cart', { tag: '@phone' }, async ({ page, sells, visit }) => {
  await sells({ name: 'Silk dress', price_cents: 12_050 })
  await sells({ name: 'Gold ring', price_cents: 10, category: 'jewellery' })
  await visit('/shop')
  await addFromShop(page, 'Silk dress')
  await addFromShop(page, 'Gold ring')
  await openCart(page)

  const ring = panel(page).getByRole('listitem', { name: 'Gold ring' })
  await expect(ring.getByRole('button', { name: 'Decrease' })).toBeDisabled()
  for (let i = 0; i < 9; i++) await ring.getByRole('button', { name: 'Increase' }).click()
  await expect(ring.getByRole('status', { name: 'Quantity' })).toHaveText('10')
  await ring.getByRole('button', { name: 'Decrease' }).click()
  await expect(ring.getByRole('status', { name: 'Quantity' })).toHaveText('9')

  const summary = panel(page).getByRole('region', { name: 'Order Summary' })
  await expect(summary).toContainText('Selected Items10')
  await expect(summary).toContainText('Total Price$121.40')

  await panel(page).getByRole('button', { name: 'Remove Silk dress' }).click()
  await expect(summary).toContainText('Total Price$0.90')
  await summary.getByRole('button', { name: 'Clear Cart' }).click()
  await expect(panel(page).getByText('Your cart is empty.')).toBeVisible()
  await expect(page.getByLabel('Cart, 0 items')).toBeAttached()
})

test('a cart of 99 stays at 99', async ({ page, sells, visit }) => {
  const product = await sells({ name: 'Silk dress' })
  await page.addInitScript(
    ([id]) =>
      localStorage.setItem(
        'cart',
        JSON.stringify({ products: [{ _id: id, name: 'Silk dress', price: 120, quantity: 99, image: '' }] }),
      ),
    [product.id],
  )
  await visit('/')
  await openCart(page)
  await expect(panel(page).getByRole('button', { name: 'Increase' })).toBeDisabled()
})

test('the cart survives a reload and is shared by tabs', async ({ page, context, sells, visit }) => {
  await sells({ name: 'Silk dress' })
  await visit('/shop')
  const other = await context.newPage()
  await other.goto('/shop')
  await untilHydrated(other)

  await addFromShop(page, 'Silk dress')
  await expect(other.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()

  await other.getByRole('button', { name: /^Cart, / }).click()
  await panel(other).getByRole('button', { name: 'Increase' }).click()
  await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toBeVisible()
})

test('an unreadable stored cart does no harm', async ({ page, sells, visit }) => {
  const product = await sells({ name: 'Silk dress' })
  const nonsense = [
    'not json',
    '{"products":[null,7,{"_id":3}]}',
    JSON.stringify({ products: [{ _id: product.id, name: 'Silk dress', price: 1, quantity: 2 }, { price: 'free' }] }),
  ]
  for (const stored of nonsense) {
    await visit('/')
    await page.evaluate(text => localStorage.setItem('cart', text), stored)
    await page.reload()
    await untilHydrated(page)
    await openCart(page)
  }
  // The stored price was invented; opening the panel asks the server.
  await expect(panel(page).getByText('The price of Silk dress changed from $1.00 to $120.00.')).toBeVisible()
  await expect(panel(page)).toContainText('Total Price$240.00')
})

test('a changed price and a deleted product are reported when the cart opens', async ({ page, sells, visit, db }) => {
  const dress = await sells({ name: 'Silk dress' })
  const ring = await sells({ name: 'Gold ring' })
  await visit('/shop')
  await addFromShop(page, 'Silk dress')
  await addFromShop(page, 'Gold ring')
  await db.updateTable('product').set({ price_cents: 9_900 }).where('id', '=', dress.id).execute()
  await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', ring.id).execute()

  await openCart(page)
  await expect(panel(page).getByText('The price of Silk dress changed from $120.00 to $99.00.')).toBeVisible()
  await expect(panel(page).getByText('Gold ring is no longer available and was taken out of your cart.')).toBeVisible()
  await expect(panel(page)).toContainText('Selected Items1')
  await expect(panel(page)).toContainText('Total Price$99.00')
})

test('when the shop is unreachable the cart stays as it is, and checkout says so', async ({
  page,
  sells,
  visit,
  complaints,
}) => {
  await sells({ name: 'Silk dress' })
  await visit('/shop')
  await addFromShop(page, 'Silk dress')
  await failCalls(page, '**/api/**')
  await openCart(page)
  await panel(page).getByRole('button', { name: 'Proceed Checkout' }).click()
  await expect(panel(page).getByRole('alert')).toContainText('your cart is kept')
  await expect(panel(page)).toContainText('Total Price$120.00')
  await expect(panel(page).getByRole('button', { name: 'Proceed Checkout' })).toBeEnabled()
  expectFailedLoads(complaints)
})

test('a cart of more than a card can pay says so, and cannot proceed', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
  db,
}) => {
  const method = { name: 'Standard', priceCents: 500, freeFromCents: null, minDays: 2, maxDays: 4, isPickup: false }
  const value = JSON.stringify({ zones: [{ name: 'Home', countries: ['GB'], methods: [method] }] })
  await db
    .insertInto('shop_setting')
    .values({ section: 'delivery', value, version: 1, changed_at: new Date() })
    .execute()
  const { id } = await sells({ name: 'Crown', price_cents: 10_000_000 })
  const products = [{ _id: id, name: 'Crown', price: 100_000, quantity: 9, image: '' }]
  await page.addInitScript(cart => localStorage.setItem('cart', cart), JSON.stringify({ products }))
  await visit('/shop')
  await openCart(page)
  const proceedButton = panel(page).getByRole('button', { name: 'Proceed Checkout' })
  await expect(panel(page)).toContainText('Total Price$900,005.00')
  await expect(proceedButton).toBeEnabled()

  await panel(page).getByRole('button', { name: 'Increase quantity of Crown' }).click()
  await expect(panel(page).getByRole('alert')).toContainText('A card payment can come to at most $999,999.99.')
  await expect(proceedButton).toBeDisabled()
  await panel(page).getByRole('button', { name: 'Decrease quantity of Crown' }).click()
  await expect(proceedButton).toBeEnabled()
})

test('a code of last month that cannot be used any more is removed by a button', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
}) => {
  await sells({ name: 'Silk dress' })
  await page.addInitScript(() => localStorage.setItem('cart-choice', '{"code":"SPRING-10"}'))
  await visit('/shop')
  await addFromShop(page, 'Silk dress')
  await openCart(page)
  await expect(panel(page).getByText('This code cannot be used.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await panel(page).getByRole('button', { name: 'Remove the discount code' }).click()
  await expect(panel(page).getByText('This code cannot be used.')).toBeHidden()
  await expect(panel(page)).toContainText('Total Price$120.00')
  expect(await page.evaluate(() => localStorage.getItem('cart-choice'))).toBe('{}')
})

test('Back closes the cart and its dialogs, which would cover the page that it leads to', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
}) => {
  await sells({ name: 'Silk dress' })
  await visit('/')
  await page.getByRole('main').getByRole('link', { name: 'Silk dress' }).first().click()
  await expect(page).toHaveURL(/\/shop\/./)
  await openCart(page)
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(panel(page)).toBeHidden()

  await page.goForward()
  await expect(page).toHaveURL(/\/shop\/./)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first().click()
  const added = page.getByRole('dialog', { name: 'Product added successfully!' })
  await expect(added).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(added).toBeHidden()
})

test('what is pressed before the scripts arrive is done once they are there', { tag: '@phone' }, async ({
  page,
  sells,
}) => {
  await sells({ name: 'Silk dress' })
  const arrive = await holdCalls(page, '**/*.js')
  await page.goto('/shop', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Add Silk dress to cart' }).click()
  arrive()
  await expect(page.getByRole('dialog', { name: 'Product added successfully!' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue shopping' }).click()
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible()
})

test('a double click adds once and leaves the dialog open', async ({ page, sells, visit }) => {
  await sells({ name: 'Silk dress' })
  await visit('/shop')
  await page.getByRole('button', { name: 'Add Silk dress to cart' }).dblclick()
  await expect(page.getByRole('dialog', { name: 'Product added successfully!' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Cart, / }).dblclick()
  await expect(panel(page)).toBeVisible()
})

test('the focus stays in the cart when the focused line is removed', async ({ page, sells, visit }) => {
  await sells({ name: 'Silk dress' })
  await visit('/shop')
  await addFromShop(page, 'Silk dress')
  await openCart(page)
  await panel(page).getByRole('button', { name: 'Remove Silk dress' }).press('Enter')
  await expect(panel(page).getByRole('heading', { name: 'Your Cart' })).toBeFocused()
  await panel(page).getByRole('link', { name: 'Explore the shop' }).click()
  await expect(panel(page)).toBeHidden()
})

test('a low window scrolls the whole cart', { tag: '@phone' }, async ({ page, sells, visit }) => {
  await sells({ name: 'Silk dress' })
  await page.setViewportSize({ width: 720, height: 320 })
  await visit('/shop')
  await addFromShop(page, 'Silk dress')
  await openCart(page)
  const increase = panel(page).getByRole('button', { name: 'Increase' })
  await increase.scrollIntoViewIfNeeded()
  await increase.click()
  await panel(page).getByRole('button', { name: 'Proceed Checkout' }).scrollIntoViewIfNeeded()
  await expect(panel(page)).toContainText('Selected Items2')
})

test('a removed line comes back at its place with its quantity', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
  db,
}) => {
  const slip = await sellCounted(db, 'Aurelia', { 'alpha-M': 9 })
  const variant = await db
    .selectFrom('variant')
    .select('id')
    .where('product_id', '=', slip)
    .where('size', '=', 'alpha-M')
  const { id: variantId } = await variant.executeTakeFirstOrThrow()
  const [dress, ring] = [await sells({ name: 'Silk dress' }), await sells({ name: 'Gold ring' })]
  const line = { price: 120, image: '', quantity: 1 }
  const products = [
    { ...line, _id: dress.id, name: 'Silk dress' },
    { ...line, _id: slip, variantId, size: 'M', name: 'Aurelia', quantity: 3 },
    { ...line, _id: ring.id, name: 'Gold ring' },
  ]
  await page.addInitScript(cart => localStorage.setItem('cart', cart), JSON.stringify({ products }))
  await visit('/')
  await openCart(page)
  const lines = panel(page).getByRole('listitem')
  const undo = panel(page).getByRole('button', { name: 'Undo' })
  const status = panel(page)
    .getByRole('status')
    .filter({ hasText: /^(Removed|Back)/ })
  await panel(page).getByRole('button', { name: 'Remove Aurelia, M' }).press('Enter')
  await expect(lines).toHaveCount(2)
  await expect(status).toHaveText('Removed: Aurelia, M')
  await expect(panel(page).getByRole('heading', { name: 'Your Cart' })).toBeFocused()
  expect(await undo.evaluate(button => button.getBoundingClientRect().height)).toBeGreaterThanOrEqual(44)
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(3)
  await expect(lines.nth(1)).toContainText('Aurelia')
  await expect(lines.nth(1).getByRole('status', { name: 'Quantity' })).toHaveText('3')
  await expect(panel(page).getByRole('button', { name: 'Remove Aurelia, M' })).toBeFocused()
  await expect(status).toHaveText('Back in your cart: Aurelia, M')
  await expect(undo).toHaveCount(0)
  await expect(panel(page)).toContainText('Selected Items5')

  await panel(page).getByRole('button', { name: 'Remove Gold ring' }).click()
  await panel(page).getByRole('button', { name: 'Remove Silk dress' }).click()
  await expect(status).toHaveText('Removed: Silk dress')
  await expect(undo).toHaveCount(1)
  await panel(page).getByRole('button', { name: 'Close cart' }).click()
  await openCart(page)
  await expect(lines).toHaveCount(1)
  await expect(undo).toHaveCount(0)

  await panel(page).getByRole('button', { name: 'Remove Aurelia, M' }).click()
  await expect(panel(page).getByText('Your cart is empty.')).toBeVisible()
  await undo.click()
  await expect(lines).toHaveCount(1)
  await expect(page.getByLabel('Cart, 3 items')).toBeAttached()
  await panel(page).getByRole('button', { name: 'Clear Cart' }).click()
  await expect(panel(page).getByText('Your cart is empty.')).toBeVisible()
  await expect(status).toHaveText('Removed: Aurelia, M')
  await undo.click()
  await expect(lines).toHaveCount(1)

  await visit('/') // with all three again
  await openCart(page)
  await panel(page).getByRole('button', { name: 'Clear Cart' }).click()
  await expect(status).toHaveText('Removed: Silk dress; Aurelia, M; Gold ring')
  await undo.click()
  await expect(lines).toHaveCount(3)
  await expect(lines.nth(1)).toContainText('Aurelia')
  await expect(page.getByLabel('Cart, 5 items')).toBeAttached()
})

test('a line that the shop took out is offered again once it can be bought', async ({ page, visit, db }) => {
  const ring = await sellCounted(db, 'Gold ring', 9)
  const pieces = (on_hand: number) => db.updateTable('stock').set({ on_hand }).where('variant_id', '=', ring).execute()
  await visit('/shop')
  await addFromShop(page, 'Gold ring')
  await pieces(0)
  await openCart(page)
  await expect(panel(page).getByText('Gold ring is sold out and was taken out of your cart.')).toBeVisible()
  const putBack = panel(page).getByRole('button', { name: 'Put it back' })
  await expect(putBack).toHaveCount(0)
  await page.keyboard.press('Escape')

  await pieces(4)
  await openCart(page)
  await expect(panel(page).getByRole('status').filter({ hasText: 'Gold ring can be bought again.' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await putBack.click()
  await expect(panel(page).getByRole('listitem', { name: 'Gold ring' })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Remove Gold ring' })).toBeFocused()
  await expect(putBack).toHaveCount(0)
  await panel(page).getByRole('button', { name: 'Remove Gold ring' }).click()
  await page.keyboard.press('Escape')
  await openCart(page)
  await expect(panel(page).getByText('Your cart is empty.')).toBeVisible()
  await expect(putBack).toHaveCount(0)
})
