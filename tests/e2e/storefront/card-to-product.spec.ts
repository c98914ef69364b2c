import type { Page } from '@playwright/test'
import { createReview, createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls, productPageCode } from '../calls.ts'
import { fillShop } from '../every-page.ts'
import { maxShift, watchShifts } from '../shifts.ts'
import { expect, expectFailedLoads, idle, test } from '../test.ts'

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

for (const from of ['/', '/shop', '/categories/dress', '/search?q=silk'])
  test(`a card of ${from} opens with what it showed, before the shop answers, and nothing moves`, {
    tag: '@phone',
  }, async ({ page, db, visit }) => {
    await fillShop(db, await createUser(db))
    const code = page.waitForResponse(productPageCode)
    await visit(from)
    await code
    const card = main(page).getByRole('article').filter({ hasText: 'Silk dress' }).first()
    const picture = card.getByRole('img').first()
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
    const shown = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
    const moved = await watchShifts(page)
    const answer = await holdCalls(page, '**/api/**')
    const link = card.getByRole('link')
    const name = await link.innerText()
    await link.evaluate((element: HTMLElement) => element.click())
    await expect(heading(page, name)).toBeVisible()
    await expect(main(page).getByText(/^\$\d/).first()).toBeVisible()
    await expect(main(page).getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
    const large = main(page).locator('picture img').first()
    await expect(large).toHaveAttribute('style', new RegExp(new URL(shown).pathname))
    await expect(main(page).getByRole('status')).toHaveText('Loading')
    expect(await violationsOf(page)).toEqual([])
    expect(await moved()).toBeLessThanOrEqual(maxShift)
    answer()
    await expect(main(page).getByRole('status')).toHaveCount(0)
    await idle(page)
    expect(await moved()).toBeLessThanOrEqual(maxShift)
  })

test('a page whose early code does not load stays, with what is typed in it', async ({ page, visit, complaints }) => {
  await page.route(productPageCode, route => route.abort())
  const failed = page.waitForEvent('requestfailed', request => productPageCode.test(request.url()))
  await visit('/contact')
  await page.getByLabel('Message').fill('Is the silk dress lined?')
  await failed
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300))) // in which a reload would begin
  await expect(page.getByLabel('Message')).toHaveValue('Is the silk dress lined?')
  expectFailedLoads(complaints)
})

test('reviews that do not load are reported below the known product, and Try again loads them', async ({
  page,
  db,
  sells,
  visit,
  complaints,
}) => {
  const { id } = await sells({ name: 'Silk dress' })
  await createReview(db, { user_id: (await createUser(db)).id, product_id: id, rating: 4, comment: 'Falls well.' })
  await visit('/shop')
  await failCalls(page, '**/api/**')
  await page.getByRole('link', { name: 'Silk dress' }).click()
  await expect(heading(page, 'Silk dress')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Error to load product details')
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Falls well.')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expectFailedLoads(complaints)
})

test('a known product that was taken off sale meanwhile is gone, and a deleted one is not found', async ({
  page,
  db,
  sells,
  visit,
  complaints,
}) => {
  const { id } = await sells({ name: 'Silk dress' })
  await sells({ name: 'Wool dress' })
  await visit('/shop')
  await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await page.getByRole('link', { name: 'Silk dress' }).click()
  await expect(page.getByRole('heading', { name: 'This piece is no longer for sale.' })).toBeVisible()
  await page.goBack()
  await failCalls(page, '**/api/products/*', { status: 404, json: { success: false } })
  await page.getByRole('link', { name: 'Wool dress' }).click()
  await expect(page.getByText('Error to load product details')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go back home' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  expectFailedLoads(complaints)
})

test('a rating is shown to the half star, with its number and the count of reviews', async ({
  page,
  sells,
  visit,
  db,
}) => {
  const { id } = await sells({ name: 'Silk dress', rating: 4.5 })
  await createReview(db, { user_id: (await createUser(db)).id, product_id: id, rating: 5 })
  await visit(`/shop/${id}`)
  const stars = main(page)
    .getByRole('img', { name: /^Rated \S+ out of 5$/ })
    .first()
  await expect(stars).toHaveAccessibleName(/^Rated (4.5|5) out of 5$/)
  const rating = (await stars.getAttribute('aria-label'))?.split(' ')[1]
  await expect(stars.locator('..')).toHaveText(`${Number(rating).toFixed(1)}(1) review`)
  const filled = await stars.evaluate(element => [
    getComputedStyle(element, '::before').width,
    getComputedStyle(element, '::after').width,
  ])
  expect(filled).toEqual([`${Number(rating) * 14}px`, `${(5 - Number(rating)) * 14}px`])
})

test.describe('the bar to buy', { tag: '@phone' }, () => {
  const bar = (page: Page) => page.getByRole('button', { name: 'Add to Cart: Silk dress' })
  const own = (page: Page) => page.getByRole('button', { name: 'Add to Cart', exact: true })
  const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

  test('is within reach exactly while the button of the page is out of sight, on a phone only', async ({
    page,
    sells,
    visit,
  }) => {
    const { id } = await sells({ name: 'Silk dress', description: 'Of silk. '.repeat(60) })
    for (let n = 0; n < 4; n++) await sells()
    await visit(`/shop/${id}`)
    await page.evaluate(() => scrollTo(0, 1e6))
    if (!isPhone(page)) return await expect(bar(page)).toHaveCount(0)
    await expect(bar(page)).toBeVisible()
    await own(page).scrollIntoViewIfNeeded()
    await expect(bar(page)).toHaveCount(0)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(bar(page)).toBeInViewport({ ratio: 1 })
    expect(await violationsOf(page)).toEqual([])
    await bar(page).click()
    const added = page.getByRole('dialog', { name: 'Product added successfully!' })
    await added.getByRole('button', { name: 'Continue shopping' }).click()
    await expect(bar(page)).toBeFocused()
    await expect(page.getByLabel('Cart, 1 item')).toBeAttached()
  })

  test('covers neither the end of the page, nor the footer, nor what has the focus', async ({ page, sells, visit }) => {
    if (!isPhone(page)) return
    const { id } = await sells({ name: 'Silk dress' })
    for (let n = 0; n < 4; n++) await sells()
    await visit(`/shop/${id}`)
    const buttons = page.locator('main a, main button, main summary')
    for (let n = 0; n < (await buttons.count()); n++) {
      await buttons.nth(n).focus()
      const covered = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement
        const bar = document.querySelector('.buy-bar')
        if (!bar || bar.contains(focused)) return false
        const { top, bottom } = focused.getBoundingClientRect()
        return Math.min(bottom, innerHeight) > bar.getBoundingClientRect().top && top > 64
      })
      expect(covered, await buttons.nth(n).innerText()).toBe(false)
    }
    await page.evaluate(() => scrollTo(0, 1e6))
    const top = (element: Element) => element.getBoundingClientRect().top
    const footer = await page.getByRole('contentinfo').evaluate(top)
    const lastCard = await main(page)
      .getByRole('article')
      .last()
      .evaluate(element => element.getBoundingClientRect().bottom)
    const { y = 0, height = 0 } = (await page.locator('.buy-bar').boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(lastCard)
    expect(y + height).toBeLessThanOrEqual(footer)
  })
})
