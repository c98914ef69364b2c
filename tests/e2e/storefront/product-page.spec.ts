import type { Page } from '@playwright/test'
import { createReview, createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

async function structuredData(page: Page, type: string) {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map(text => JSON.parse(text)).find(each => each['@type'] === type)
}
const noSideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('search engines read the same as the page shows', async ({ page, sells, visit, db, shop }) => {
  const product = await sells({
    name: 'Robe "Été" </script>',
    price_cents: 123_450,
    old_price_cents: 150_000,
    rating: 4.5,
  })
  for (const [username, rating] of [
    ['Ada', 5],
    ['Olga', 4],
  ] as const) {
    const user = await createUser(db, { username })
    await createReview(db, { user_id: user.id, product_id: product.id, rating, comment: `Said by ${username}.` })
  }
  await visit(`/shop/${product.id}`)
  const data = await structuredData(page, 'Product')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: data.name, exact: true })).toBeVisible()
  const price = Number(data.offers.price).toLocaleString('en-US', {
    style: 'currency',
    currency: data.offers.priceCurrency,
  })
  await expect(main.getByText(price).first()).toBeVisible()
  expect(price).toBe('$1,234.50')
  expect(data.offers.availability).toBe('https://schema.org/InStock')
  await expect(main.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
  const { ratingValue, reviewCount } = data.aggregateRating
  await expect(main.getByRole('img', { name: `Rated ${ratingValue} out of 5` }).first()).toBeVisible()
  await expect(main.getByText(`(${reviewCount})`)).toBeVisible()
  for (const { author, reviewBody } of data.review) {
    const review = main.getByRole('listitem').filter({ hasText: reviewBody })
    await expect(review).toContainText(author.name)
  }
  await expect(main.getByText(data.description, { exact: true })).toBeVisible()

  const canonical = `${shop.url}/shop/${product.id}/robe-ete-script`
  expect(data.offers.url).toBe(canonical)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', canonical)
  await expect(page.locator('meta[property="og:type"]')).toHaveAttribute('content', 'product')
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', data.image[0])
  const { itemListElement } = await structuredData(page, 'BreadcrumbList')
  expect(itemListElement.map(({ name }: { name: string }) => name)).toEqual(['Home', 'Shop', data.name])
  await visit(`/shop/${product.id}/anything-at-all`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', canonical)
})

test('a product without reviews claims no rating', async ({ page, sells, visit }) => {
  const { id } = await sells()
  await visit(`/shop/${id}`)
  expect(await structuredData(page, 'Product')).not.toHaveProperty('aggregateRating')
})

test('the picture opens large, zooms and scrolls, and closing it restores the focus', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
}) => {
  const { id } = await sells({ name: 'Silk dress' })
  await visit(`/shop/${id}`)
  const link = page.getByRole('link', { name: 'Enlarge the picture' })
  await expect(link).toHaveAttribute('href', /\/images\/\w+\/1280\.webp$/)
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Silk dress, enlarged' })
  await expect(dialog.getByRole('button', { name: 'Zoom in' })).toBeFocused()
  const picture = dialog.getByRole('img', { name: 'Silk dress' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280)
  const fitted = await picture.boundingBox()
  expect(fitted?.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)

  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeFocused()
  expect((await picture.boundingBox())?.width).toBe(1280)
  const top = async () => (await picture.boundingBox())?.y ?? 0
  const before = await top()
  await page.keyboard.press('ArrowDown')
  await expect.poll(top).toBeLessThan(before)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(link).toBeFocused()

  await link.click()
  await picture.click()
  await expect(dialog.getByRole('button', { name: 'Zoom out' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/shop/${id}`))
})

test('related products are in the HTML and their links work', async ({ page, sells, visit, request }) => {
  const { id } = await sells({ name: 'It' })
  for (let n = 1; n <= 5; n++) await sells({ name: `Dress ${n}`, price_cents: 12_000 + n })
  await sells({ name: 'Ring', category: 'jewellery' })
  expect(await (await request.get(`/shop/${id}`)).text()).toContain('Dress 1</a>')
  await visit(`/shop/${id}`)
  const related = page.getByRole('region', { name: 'You may also like' })
  await expect(related.getByRole('heading', { level: 3 })).toHaveText(['Dress 1', 'Dress 2', 'Dress 3', 'Dress 4'])
  await related.getByRole('link', { name: 'Dress 2' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dress 2' })).toBeVisible()
  await expect(related.getByRole('link', { name: 'It', exact: true })).toBeVisible()
  await expect(related.getByRole('link', { name: 'Dress 2' })).toHaveCount(0)
})

test('recently viewed products appear below, at today’s price and only while on sale', async ({
  page,
  sells,
  visit,
  db,
}) => {
  const products = []
  for (let n = 0; n < 10; n++) products.push(await sells({ name: `Piece ${n}`, price_cents: 10_000 + n * 100 }))
  const seen = page.getByRole('region', { name: 'Recently viewed' })
  for (const { id } of products) {
    await visit(`/shop/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(seen.getByRole('link')).toHaveText(['Piece 8', 'Piece 7', 'Piece 6', 'Piece 5'])
  const saved = () => page.evaluate(() => JSON.parse(localStorage.getItem('seen') ?? '[]'))
  expect(await saved()).toEqual(
    products
      .slice(2)
      .reverse()
      .map(({ id }) => id),
  )

  const set = (name: string, change: object) => db.updateTable('product').set(change).where('name', '=', name).execute()
  await set('Piece 8', { price_cents: 99_900 })
  await set('Piece 7', { deleted_at: new Date() })
  await page.reload()
  await expect(seen.getByRole('link')).toHaveText(['Piece 8', 'Piece 6', 'Piece 5', 'Piece 4'])
  await expect(seen.getByRole('listitem').first()).toContainText('$999.00')
  expect(await violationsOf(page)).toEqual([])
  expect(await noSideways(page)).toBeLessThanOrEqual(0)

  await seen.getByRole('link', { name: 'Piece 6' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Piece 6' })).toBeVisible()
  await expect(seen.getByRole('link').first()).toHaveText('Piece 9')
})

const unknown = '00000000-0000-7000-8000-000000000000'
for (const [what, garbage, saved] of [
  ['nonsense', 'x{', []],
  ['foreign things', JSON.stringify([1, null, 'x&limit=0', { a: 1 }, unknown, unknown]), [unknown]],
  ['something else', '{"a":1}', []],
] as const) {
  test(`a page whose browser stores ${what} works and starts a new list`, async ({ page, sells, visit }) => {
    const { id } = await sells({ name: 'Silk dress' })
    await page.addInitScript(text => localStorage.getItem('seen') ?? localStorage.setItem('seen', text), garbage)
    await visit(`/shop/${id}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Silk dress' })).toBeVisible()
    const seen = () => page.evaluate(() => localStorage.getItem('seen'))
    await expect.poll(seen).toBe(JSON.stringify([id, ...saved]))
    await expect(page.getByRole('region', { name: 'Recently viewed' })).toHaveCount(0)
  })
}

test('a browser without storage shows the page all the same', async ({ page, sells, visit }) => {
  const { id } = await sells({ name: 'Silk dress' })
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Refused', 'SecurityError')
      },
    })
  })
  await visit(`/shop/${id}`)
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
})

test('a product is shared with the device’s dialog, or its link is copied', async ({ page, sells, visit, shop }) => {
  const { id } = await sells({ name: 'Silk dress' })
  await page.addInitScript(() => {
    const copied: string[] = []
    navigator.clipboard.writeText = async text => void copied.push(text)
    Object.assign(window, { copied })
    Object.assign(navigator, {
      share: async (what: object) => {
        setTimeout(() => Object.assign(window, { shared: what }))
        throw new DOMException('Changed my mind', 'AbortError')
      },
    })
  })
  await visit(`/shop/${id}`)
  const share = page.getByRole('button', { name: 'Share' })
  await share.click()
  const url = `${shop.url}/shop/${id}/silk-dress`
  await expect.poll(() => page.evaluate('window.shared')).toEqual({ title: 'Silk dress', url })
  expect(await page.evaluate('window.copied')).toEqual([])

  await page.evaluate(() => {
    Object.assign(navigator, {
      share: async () => {
        throw new DOMException('Not here', 'NotAllowedError')
      },
    })
  })
  await share.click()
  await expect(page.getByText('The link is copied.')).toBeVisible()
  expect(await page.evaluate('window.copied')).toEqual([url])

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await share.click()
  await expect(page.getByText('The link could not be copied. It stands in the address bar.')).toBeVisible()
})

test('delivery, returns and sizes are summarised beside a dress, and sizes beside nothing else', async ({
  page,
  sells,
  visit,
}) => {
  const dress = await sells()
  const ring = await sells({ category: 'jewellery' })
  await visit(`/shop/${dress.id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Send it back within 30 days of its arrival.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Shipping & returns' })).toHaveAttribute(
    'href',
    '/pages/shipping-returns',
  )
  await main.getByText('Size and fit').click()
  await main.getByRole('link', { name: 'Size guide' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Size guide' })).toBeVisible()
  await visit(`/shop/${ring.id}`)
  await expect(main.getByText('Size and fit')).toHaveCount(0)
})

test('a product that was taken off sale is gone', async ({ page, sells, complaints }) => {
  const { id } = await sells({ deleted_at: new Date() })
  expect((await page.goto(`/shop/${id}/silk-dress`))?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'This piece is no longer for sale.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expectFailedLoads(complaints)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a product can be viewed, and the page says what needs scripts', async ({ page, sells }) => {
    const { id } = await sells({ name: 'Silk dress' })
    await sells({ name: 'Wool dress' })
    await page.goto(`/shop/${id}`)
    const main = page.getByRole('main')
    await expect(main.locator('noscript p')).toHaveText([/into a cart.*JavaScript/, /write one.*JavaScript/])
    for (const name of ['Add to Cart', 'Add A Comment', 'Share'])
      await expect(main.getByRole('button', { name, exact: true })).toHaveCount(0)
    await main.getByText('Size and fit').click()
    await expect(main.getByRole('link', { name: 'Size guide' })).toBeVisible()
    await main.getByRole('link', { name: 'Wool dress' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wool dress' })).toBeVisible()
    const larger = await main.getByRole('link', { name: 'Enlarge the picture' }).getAttribute('href')
    expect((await page.request.get(larger ?? '')).headers()['content-type']).toBe('image/webp')
  })
})
