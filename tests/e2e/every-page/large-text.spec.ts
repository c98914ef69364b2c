import type { Page } from '@playwright/test'
import { createOrder } from '../../support/builders.ts'
import { asCustomer, expect, test } from '../test.ts'

const enlarge = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

const sidewaysPx = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** Texts in these elements that take more than one line. */
const brokenIn = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll(elements =>
    elements
      .filter(element => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1
      })
      .map(element => element.textContent),
  )

async function expectWholeHeader(page: Page) {
  const width = page.viewportSize()?.width ?? 0
  const links = page.getByRole('banner').locator('a:visible, button:visible')
  const boxes = await links.evaluateAll(all =>
    all.filter(each => each.isConnected).map(each => each.getBoundingClientRect().toJSON()),
  )
  expect(boxes.length).toBeGreaterThan(3)
  for (const box of boxes) {
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(width)
    expect(box.width).toBeGreaterThanOrEqual(44)
  }
}

test('doubled text size breaks no figure, no badge and no header of the dashboard', { tag: '@phone' }, async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  const dress = await sells({ price_cents: 1_234_550 })
  await createOrder(db, [dress], { user_id: customer.id, email: customer.email, status: 'processing' })
  for (const path of ['/dashboard', '/dashboard/orders', '/dashboard/payments', '/dashboard/profile']) {
    await visit(path)
    await enlarge(page)
    await expect(page.getByRole('main')).not.toContainText('Loading')
    await expectWholeHeader(page)
    expect(await sidewaysPx(page), path).toBeLessThanOrEqual(0)
    expect(await brokenIn(page, '[data-tone], dl:not(section dl) > div > dd, td.text-right'), path).toEqual([])
  }
})

asCustomer(
  'doubled text size breaks neither the shop nor its dialogs',
  { tag: '@phone' },
  async ({ page, sells, visit }) => {
    const dress = await sells({ name: 'Silk dress' })
    await visit(`/shop/${dress.id}`)
    await enlarge(page)
    await expectWholeHeader(page)
    expect(await sidewaysPx(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Add A Comment' }).click()
    const review = page.getByRole('dialog', { name: 'Add A Comment' })
    expect(await review.evaluate(element => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)

    await visit('/dashboard/profile')
    await enlarge(page)
    await page.getByRole('button', { name: 'Edit profile' }).click()
    const profile = page.getByRole('dialog', { name: 'Edit Profile' })
    const title = profile.getByRole('heading', { name: 'Edit Profile' })
    expect(await profile.evaluate(element => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
    const lines = await title.evaluate(
      element => element.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(element).lineHeight),
    )
    expect(lines).toBeLessThanOrEqual(2.1)
  },
)

asCustomer(
  'the dashboard’s menu shows the whole link before the current one',
  { tag: '@phone' },
  async ({ page, visit }) => {
    for (const [path, before] of [
      ['/dashboard/orders', 'Dashboard'],
      ['/dashboard/profile', 'Payments'],
    ] as const) {
      await visit(path)
      const strip = page.getByRole('navigation', { name: 'Dashboard' })
      await expect(strip.getByRole('link', { name: before })).toBeInViewport({ ratio: 1 })
      await expect(strip.locator('[aria-current=page]')).toBeInViewport({ ratio: 1 })
    }
  },
)
