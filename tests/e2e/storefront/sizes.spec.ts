import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import { diskStorage } from '#server/images/disk.ts'
import { savePicture } from '#server/images/picture.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createProduct } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { panel, proceed, typeCard } from '../buying.ts'
import { holdCalls, productPageCode } from '../calls.ts'
import { maxShift, watchShifts } from '../shifts.ts'
import { expect, expectFailedLoads, idle, test as shopTest } from '../test.ts'

interface Fixtures {
  /** A dress in the sizes S, M and L, in green and ripe cherry, with three pictures of the green one. */
  dress: { green: string; cherry: string }
}

const test = shopTest.extend<Fixtures>({
  dress: async ({ db, shop, complaints: _ }, use) => {
    const style_id = v7()
    await db.insertInto('style').values({ id: style_id, created_at: new Date() }).execute()
    const images = diskStorage(join(shop.dataDir, 'images'))
    const pictures: string[] = []
    for (const background of ['#3f6b4f', '#2f5b3f', '#1f4b2f']) {
      const bytes = await sharp({ create: { width: 640, height: 800, channels: 3, background } })
        .png()
        .toBuffer()
      pictures.push(await savePicture({ db, images, clock: systemClock }, bytes))
    }
    const [image_id, ...others] = pictures
    const model = { model_cm: 178, model_size: 'alpha-S' }
    const style = { name: 'Aurelia slip', style_id }
    const green = await createProduct(db, { ...style, ...model, color: 'green', image_id, swatch: '#3f6b4f' })
    const cherry = await createProduct(db, { ...style, color: 'red', shade: 'ripe cherry', style_place: 1 })
    for (const { id } of [green, cherry]) await sellIn(db, id, ['alpha-S', 'alpha-M', 'alpha-L'])
    const more = others.map((image_id, index) => ({ product_id: green.id, place: index + 1, image_id }))
    await db.insertInto('product_image').values(more).execute()
    await use({ green: green.id, cherry: cherry.id })
  },
})

/** Sells a product in these sizes only. */
async function sellIn(db: Db, product_id: string, sizes: string[]) {
  const at = new Date()
  await db.updateTable('variant').set({ deleted_at: at }).where('product_id', '=', product_id).execute()
  const rows = sizes.map((size, place) => ({
    id: v7(),
    product_id,
    size,
    place,
    sku: null,
    barcode: null,
    created_at: at,
  }))
  await db.insertInto('variant').values(rows).execute()
}

const main = (page: Page) => page.getByRole('main')
const sizes = (page: Page) => main(page).getByRole('group', { name: 'Size' })
const size = (page: Page, name: string) => sizes(page).getByRole('radio', { name, exact: true })
const addToCart = (page: Page) => main(page).getByRole('button', { name: 'Add to Cart', exact: true })
const added = (page: Page) => page.getByRole('dialog', { name: 'Product added successfully!' })
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500

test('a dress is bought in two sizes, which are two lines of the cart and of the order', { tag: '@phone' }, async ({
  page,
  dress,
  db,
  visit,
  complaints,
}) => {
  await visit(`/shop/${dress.cherry}`)
  await size(page, 'S').check()
  await addToCart(page).dblclick()
  await expect(added(page)).toContainText('Aurelia slip')
  await expect(added(page)).toContainText('Ripe cherry, S')
  await added(page).getByRole('button', { name: 'Continue shopping' }).click()
  await size(page, 'M').check()
  await addToCart(page).click()
  await expect(added(page)).toContainText('Ripe cherry, M')
  expect(await violationsOf(page)).toEqual([])
  await added(page).getByRole('button', { name: 'Continue shopping' }).click()
  await addToCart(page).click()
  const twice = page.getByRole('dialog', { name: 'Error!' })
  await expect(twice).toContainText('Product already Added to Cart')
  await expect(twice).toContainText('Ripe cherry, M')
  await twice.getByRole('button', { name: 'View cart' }).click()

  const lines = panel(page).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('Ripe cherry, S')
  await panel(page).getByRole('button', { name: 'Increase quantity of Aurelia slip, M' }).click()
  await expect(lines.nth(1).getByRole('status', { name: 'Quantity' })).toHaveText('2')
  await expect(lines.first().getByRole('status', { name: 'Quantity' })).toHaveText('1')
  expect(await violationsOf(page)).toEqual([])
  await proceed(page)
  await typeCard(page, '4242 4242 4242 4242')
  await page.waitForURL(/\/success\?session_id=cs_/)
  await expect(page.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
  const bought = await db.selectFrom('order_line').select(['size', 'color', 'quantity']).orderBy('position').execute()
  expect(bought).toEqual([
    { size: 'alpha-S', color: 'ripe cherry', quantity: 1 },
    { size: 'alpha-M', color: 'ripe cherry', quantity: 2 },
  ])
  expectFailedLoads(complaints)
})

test('by keyboard alone: without a size the page asks for one, the arrows choose it, and the dialog leads to the cart', async ({
  page,
  dress,
  visit,
}) => {
  await visit(`/shop/${dress.green}`)
  await addToCart(page).focus()
  await page.keyboard.press('Enter')
  await expect(main(page).getByRole('alert')).toHaveText('Choose a size')
  await expect(sizes(page)).toHaveAccessibleDescription('Choose a size')
  await expect(size(page, 'S')).toBeFocused()
  await expect(size(page, 'S')).not.toBeChecked()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect(size(page, 'M')).toBeChecked()
  await expect(main(page).getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(main(page).getByRole('link', { name: 'Size guide' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(addToCart(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(added(page)).toContainText('Green, M')
  await page.keyboard.press('Escape')
  await expect(addToCart(page)).toBeFocused()
})

test('on a phone the bar to buy asks for a size as well', { tag: '@phone' }, async ({ page, dress, visit }) => {
  if (!isPhone(page)) return
  await visit(`/shop/${dress.green}`)
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('button', { name: 'Add to Cart: Aurelia slip' }).click()
  await expect(main(page).getByRole('alert')).toHaveText('Choose a size')
  await expect(size(page, 'S')).toBeFocused()
  await expect(size(page, 'S')).toBeInViewport()
})

test('a card shows colors and sizes, and asks for a size before it adds', { tag: '@phone' }, async ({
  page,
  dress: _,
  visit,
}) => {
  await visit('/shop')
  const card = main(page).getByRole('article').filter({ hasText: 'ripe cherry' }).first()
  await expect(card).toContainText('Colors: green, ripe cherry')
  const button = card.getByRole('button', { name: 'Add Aurelia slip to cart' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Choose a size' })
  await expect(dialog.getByRole('button')).toHaveText(['S', 'M', 'L', 'Cancel'])
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(button).toBeFocused()
  await button.click()
  await dialog.getByRole('button', { name: 'L', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(added(page)).toContainText(', L')
  await added(page).getByRole('button', { name: 'Continue shopping' }).click()
  await expect(button).toBeFocused()
  await expect(page.getByLabel('Cart, 1 item')).toBeAttached()
})

test('a card shows its second picture while the pointer is on it, on a touch screen after a swipe', {
  tag: '@phone',
}, async ({ page, dress: _, visit }) => {
  await visit('/shop')
  const card = main(page).getByRole('article').filter({ hasText: 'Aurelia slip' }).last()
  const second = card.locator('img[alt=""]')
  await expect(card).toBeVisible()
  await expect(second).toHaveCount(0)
  if (isPhone(page)) {
    await expect(card.getByText('Sizes: S M L').last()).toBeVisible()
    await swipe(page, card, -1)
  } else await card.hover()
  await expect(second).toHaveCSS('opacity', '1')
  if (isPhone(page)) await swipe(page, card, 1)
  else await page.getByRole('banner').hover()
  await expect(second).toHaveCSS('opacity', '0')
  await expect(page).toHaveURL(/\/shop$/)
})

/** Moves a finger over an element, to the left or to the right. */
async function swipe(page: Page, element: Locator, direction: -1 | 1) {
  await element.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {}
  const touch = await page.context().newCDPSession(page)
  const at = (step: number) => ({ x: x + width / 2 + (direction * width * (step - 2)) / 6, y: y + height / 3 })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] })
  for (const step of [1, 2, 3, 4])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(step)] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

test('a card opens with its choice of sizes and colors at once, and nothing moves', { tag: '@phone' }, async ({
  page,
  dress,
  sells,
  visit,
}) => {
  for (let n = 1; n <= 6; n++) await sells({ created_at: new Date(2020, 0, n) }) // the list fills the window
  const code = page.waitForResponse(productPageCode)
  await visit('/shop')
  await code
  const moved = await watchShifts(page)
  const answer = await holdCalls(page, '**/api/**')
  const link = main(page).locator(`a[href*="${dress.green}"]`).first()
  await link.evaluate((element: HTMLElement) => element.click())
  await expect(size(page, 'M')).toBeVisible()
  await expect(main(page).getByRole('list', { name: 'Colors' }).getByRole('link')).toHaveCount(2)
  await size(page, 'M').evaluate((radio: HTMLElement) => radio.click()) // leaves the page where it is
  answer()
  await expect(main(page).getByText('Our model is 178 cm and wears S.')).toBeVisible()
  await expect(size(page, 'M')).toBeChecked()
  await idle(page)
  expect(await moved()).toBeLessThanOrEqual(maxShift)
})

test('pictures are turned by thumbnails, arrow keys and scrolling, and the shown one is enlarged', {
  tag: '@phone',
}, async ({ page, dress, visit }) => {
  await visit(`/shop/${dress.green}`)
  const nth = (n: number) => main(page).locator(`#picture-${n}`)
  await expect(nth(1).getByRole('img')).toHaveAttribute('fetchpriority', 'high')
  await expect(nth(2).locator('img')).toHaveAttribute('loading', 'lazy')
  await expect(nth(1)).toBeInViewport()
  if (isPhone(page)) {
    await nth(1).evaluate(link => link.parentElement?.scrollTo({ left: link.clientWidth * 2 }))
    await expect(main(page).getByText('3 of 3')).toBeVisible()
    await expect(nth(3)).toBeInViewport({ ratio: 0.5 })
  } else {
    const thumbnails = main(page).getByRole('list', { name: 'Pictures' }).getByRole('link')
    await thumbnails.nth(1).click()
    await expect(nth(2)).toBeInViewport({ ratio: 0.5 })
    await expect(thumbnails.nth(1)).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('ArrowRight')
    await expect(thumbnails.nth(2)).toBeFocused()
    await expect(nth(3)).toBeInViewport({ ratio: 0.5 })
    await page.keyboard.press('ArrowRight')
    await expect(thumbnails.nth(2)).toBeFocused()
  }
  await nth(3).click()
  const dialog = page.getByRole('dialog', { name: 'Aurelia slip, enlarged' })
  await expect(dialog.getByRole('img', { name: 'Aurelia slip, picture 3' })).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await violationsOf(page)).toEqual([])
})

test('the size guide opens on the page, and remembers inches', { tag: '@phone' }, async ({
  page,
  dress,
  visit,
  db,
}) => {
  await visit(`/shop/${dress.green}`)
  await main(page).getByRole('link', { name: 'Size guide' }).click()
  const guide = page.getByRole('dialog', { name: 'Size guide' })
  await expect(guide.getByRole('table', { name: 'Dresses, body measurements, in centimetres' })).toContainText('83–88')
  await guide.getByRole('radio', { name: 'Inches' }).check()
  await expect(guide.getByRole('table')).toContainText('in inches')
  await expect(guide.getByRole('table')).toContainText('32½–34½')
  expect(await violationsOf(page)).toEqual([])
  await guide.getByRole('button', { name: 'Close' }).click()
  await expect(main(page).getByRole('link', { name: 'Size guide' })).toBeFocused()

  const id = v7()
  const chart = { measures: ['Bust'], rows: [{ size: 'alpha-S', mm: [[800, 845]] }] }
  const values = { id, name: 'Slips', chart: JSON.stringify(chart), is_garment: true, updated_at: new Date() }
  await db.insertInto('size_chart').values(values).execute()
  await db.updateTable('product').set({ chart_id: id }).where('id', '=', dress.green).execute()
  await visit(`/shop/${dress.green}`)
  await main(page).getByRole('link', { name: 'Size guide' }).click()
  await expect(guide.getByRole('table', { name: 'Slips, measured on the garment, in inches' })).toContainText('31½–33½')
})

test('a size that is no longer sold, and a product that got sizes, leave the cart with a sentence', async ({
  page,
  dress,
  sells,
  visit,
  db,
}) => {
  const plain = await sells({ name: 'Silk dress' })
  await visit(`/shop/${plain.id}`)
  await addToCart(page).click()
  await visit(`/shop/${dress.green}`)
  await size(page, 'M').check()
  await addToCart(page).click()
  await sellIn(db, plain.id, ['alpha-S', 'alpha-M'])
  await db.updateTable('variant').set({ deleted_at: new Date() }).where('size', '=', 'alpha-M').execute()
  await added(page).getByRole('button', { name: 'View cart' }).click()
  await expect(panel(page).getByRole('status').filter({ hasText: 'now comes' })).toContainText(
    'Silk dress now comes in sizes: please choose one again.',
  )
  await expect(panel(page)).toContainText('Aurelia slip in M is no longer available and was taken out of your cart.')
  await expect(panel(page)).toContainText('Your cart is empty.')
})

test('a color is a link to its product, and the current one is marked', async ({ page, dress, visit }) => {
  await visit(`/shop/${dress.green}`)
  const colors = main(page).getByRole('list', { name: 'Colors' }).getByRole('link')
  await expect(colors.first()).toHaveAttribute('aria-current', 'page')
  await expect(colors).toHaveText(['Green', 'Ripe cherry'])
  const { width = 0, height = 0 } = (await colors.first().boundingBox()) ?? {}
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await colors.nth(1).click()
  await expect(main(page).getByText('Ripe cherry (red)')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(dress.cherry))
  expect(await violationsOf(page)).toEqual([])
})

test('a product of one size has no choice', async ({ page, sells, visit }) => {
  const { id } = await sells({ name: 'Silk dress' })
  await visit(`/shop/${id}`)
  await expect(main(page).getByRole('radio')).toHaveCount(0)
  await addToCart(page).click()
  await expect(added(page)).toContainText('Black')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('sizes, colors and all pictures are there', { tag: '@phone' }, async ({ page, dress }) => {
    await page.goto(`/shop/${dress.green}`)
    await size(page, 'M').check()
    await expect(size(page, 'M')).toBeChecked()
    await expect(main(page).locator('[id^=picture-]')).toHaveCount(3)
    await main(page).getByRole('list', { name: 'Colors' }).getByRole('link', { name: 'Ripe cherry' }).click()
    await expect(page).toHaveURL(new RegExp(dress.cherry))
    await main(page).getByRole('link', { name: 'Size guide' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Size guide' })).toBeVisible()
  })
})
