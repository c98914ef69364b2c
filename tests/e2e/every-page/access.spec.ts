import type { Page } from '@playwright/test'
import { createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { fillCart, panel, proceed, typeCard } from '../buying.ts'
import { holdCalls } from '../calls.ts'
import { desktop, fillShop, pagesForAll, pagesOfCustomer, pagesOfOwner, phone, settled } from '../every-page.ts'
import { asAdmin, expect, expectFailedLoads, test } from '../test.ts'

/** How far the page scrolls sideways, once its charts have taken the width of the window: at most 120 frames later. */
const sidewaysPx = (page: Page) =>
  page.evaluate(async () => {
    const px = () => document.documentElement.scrollWidth - innerWidth
    for (let frame = 0; frame < 120 && px() > 0; frame++) await new Promise(requestAnimationFrame)
    return px()
  })

/** The headings of cards that are cut off. */
const cutOff = (page: Page) =>
  page
    .locator('main h3')
    .evaluateAll(all =>
      all
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
        .map(({ textContent }) => textContent),
    )

/** Sets wider spacing between lines, words and letters, as some readers do (WCAG 1.4.12). */
const spread = (page: Page, isSpread: boolean) =>
  page.evaluate(isSpread => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`)
    document.adoptedStyleSheets = isSpread ? [sheet] : []
  }, isSpread)

/** Focusable elements that are out of sight or have no focus ring, going through the page backwards and forwards. */
async function lostFocus(page: Page): Promise<string[]> {
  await page.keyboard.press('Tab') // makes the browser show focus rings from now on
  return page.evaluate(() => {
    const focusable =
      'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, textarea:enabled, summary, [tabindex="0"]'
    const hasRing = (element: Element | null) => element !== null && getComputedStyle(element).outlineStyle !== 'none'
    const isInSight = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return [0.15, 0.5, 0.85].some(x =>
        [0.15, 0.5, 0.85].some(y => {
          const seen = document.elementFromPoint(left + width * x, top + height * y)
          return (
            seen !== null &&
            (element.contains(seen) || seen.contains(element) || seen.closest('label')?.contains(element))
          )
        }),
      )
    }
    const lost: string[] = []
    const all = [...document.querySelectorAll<HTMLElement>(focusable)].filter(each => each.checkVisibility())
    for (const element of [...all.toReversed(), ...all]) {
      element.focus()
      if (document.activeElement !== element) continue
      const name = element.getAttribute('aria-label') ?? (element.textContent || element.outerHTML)
      if (!isInSight(element)) lost.push(`out of sight: ${name}`)
      if (!hasRing(element) && !hasRing(element.closest('label'))) lost.push(`no ring: ${name}`)
    }
    return lost
  })
}

const openDetails = (page: Page) =>
  page.evaluate(() => {
    for (const each of document.querySelectorAll('details')) each.open = true
  })

for (const who of ['a visitor', 'a customer', 'the owner'] as const) {
  test(`every page of ${who} is accessible, fits its width, and the focus stays visible`, async ({
    page,
    db,
    signsIn,
    visit,
    complaints,
  }) => {
    test.setTimeout(300_000)
    const customer = who === 'a customer' ? await signsIn() : await createUser(db)
    if (who === 'the owner') await signsIn({ role: 'admin' })
    const filled = await fillShop(db, customer)
    const pages = { 'a visitor': pagesForAll, 'a customer': pagesOfCustomer, 'the owner': pagesOfOwner }[who](filled)
    const browser = await page.context().newCDPSession(page)
    const text = (px: number) => browser.send('Page.setFontSizes', { fontSizes: { standard: px } })
    const found: Record<string, unknown> = {}
    const note = (path: string, how: string, fault: number | string[]) => {
      if (typeof fault === 'number' ? fault > 0 : fault.length > 0) found[`${path} ${how}`] = fault
    }

    async function look(path: string) {
      await settled(page)
      note(path, 'as it is', await lostFocus(page))
      await spread(page, true)
      note(path, 'with wide text', await sidewaysPx(page))
      await spread(page, false)
      await text(32)
      note(path, 'with text twice as large', await sidewaysPx(page))
      note(path, 'cut off with text twice as large', await cutOff(page))
      await text(16)
      await openDetails(page)
      note(path, 'by the rules of axe', await violationsOf(page))
    }

    for (const path of pages) {
      await page.setViewportSize(desktop)
      await visit(path)
      await look(`${path} on a desktop`)
      await page.setViewportSize(phone)
      await look(`${path} on a phone`)
      await page.setViewportSize({ width: 320, height: 480 })
      note(path, 'at 320 px', await sidewaysPx(page))
      note(path, 'at 320 px', await lostFocus(page))
      await spread(page, true)
      note(path, 'at 320 px, with wide text', await sidewaysPx(page))
      expect(await page.getByRole('heading', { level: 1 }).count(), path).toBe(1)
    }
    expect(found).toEqual({})
    expectFailedLoads(complaints)
  })
}

test('the menus are accessible and restore the focus', { tag: '@phone' }, async ({ page, db, customer, visit }) => {
  await fillShop(db, customer)
  await visit('/shop')
  for (const [name, inside] of [
    ['Menu', page.getByRole('navigation', { name: 'Menu' })],
    ['Your account', page.getByRole('navigation', { name: 'Your account' })],
    ['Filters', page.getByRole('button', { name: 'Show products' })],
    ['Cart, 0 items', panel(page).getByText('Your cart is empty.')],
  ] as const) {
    const opener = page.getByRole('button', { name, exact: true })
    if (!(await opener.isVisible())) continue
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(inside).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(inside).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test('the way to a paid order is accessible, and every dialog restores the focus', {
  tag: '@phone',
}, async ({ page, sells, visit, complaints }) => {
  const { id } = await sells({ name: 'Silk dress' })
  await sells({ name: 'Gold ring' })
  await visit(`/shop/${id}`)
  const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Product added successfully!' })).toBeVisible()
  await page.getByRole('button', { name: 'View cart' }).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Error!' })).toContainText('Product already Added to Cart')
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()

  await fillCart(page, ['Gold ring'])
  const ring = panel(page).getByRole('listitem', { name: 'Gold ring' })
  await ring.getByRole('button', { name: 'Increase' }).click()
  await ring.getByRole('button', { name: 'Decrease' }).focus()
  await page.keyboard.press('Enter')
  await expect(ring.getByRole('status', { name: 'Quantity' })).toHaveText('1')
  await expect(ring.getByRole('button', { name: 'Decrease' })).toBeFocused()
  await proceed(page)
  expect(await violationsOf(page)).toEqual([])
  expect(await lostFocus(page)).toEqual([])
  for (const width of [320, page.viewportSize()?.width ?? 0]) {
    await page.setViewportSize({ width, height: 700 })
    await spread(page, true)
    expect(await sidewaysPx(page)).toBeLessThanOrEqual(0)
    await spread(page, false)
  }
  await typeCard(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toContainText('Your card was declined.')
  expect(await violationsOf(page)).toEqual([])
  const payment = page.url()
  await typeCard(page, '4242 4242 4242 4242')
  await expect(page.getByRole('heading', { level: 1, name: 'Payment pending' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.goto(payment)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expectFailedLoads(complaints)
})

asAdmin(
  'every dialog of the dashboards returns the focus to the button that opened it',
  { tag: '@phone' },
  async ({ page, db, visit }) => {
    const { dress } = await fillShop(db, await createUser(db, { email: 'ada@shop.test' }))
    for (const [path, opener, dialog] of [
      ['/dashboard/profile', 'Edit profile', 'Edit Profile'],
      ['/dashboard/users', 'Edit ada@shop.test', 'Edit User'],
      ['/dashboard/manage-orders', /^Edit order/, 'Update Order Status'],
      ['/dashboard/manage-orders', /^Delete order/, 'Delete this order?'],
      ['/dashboard/manage-orders', /^Refund order/, 'Refund this order?'],
      ['/dashboard/manage-orders', /^Accept payment of order/, 'Accept this payment?'],
      [`/shop/${dress.id}`, 'Add A Comment', 'Add A Comment'],
    ] as const) {
      await visit(path)
      const button = page.getByRole('button', { name: opener }).first()
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog', { name: dialog })).toBeHidden()
      await expect(button).toBeFocused()
    }
  },
)

asAdmin(
  'on another page of a list the focus moves to its beginning; typing or choosing does not move it',
  async ({ page, db, visit }) => {
    for (let n = 0; n < 25; n++) await createUser(db, { email: `buyer-${n}@shop.test` })
    await visit('/dashboard/users')
    await page.getByRole('link', { name: 'Page 2' }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByRole('main')).toBeFocused()
    const search = page.getByRole('searchbox', { name: 'Search users' })
    await search.pressSequentially('buyer-1')
    await expect(page.getByRole('main').getByText('11 users')).toBeVisible()
    await expect(search).toBeFocused()
    const region = page.locator('p[aria-live=polite].sr-only')
    await expect(region).toHaveText('11 users')
    await region.evaluate(region => region.setAttribute('data-unchanged', ''))
    await search.pressSequentially('9')
    await expect(page.locator('[data-unchanged]')).toHaveText('1 user')

    await visit('/dashboard/admin?year=2025')
    const next = page.getByRole('link', { name: 'Next year' })
    for (let year = 2025; year < new Date().getUTCFullYear(); year++) {
      await next.focus()
      await page.keyboard.press('Enter')
    }
    await expect(next).toBeDisabled()
    await expect(next).toBeFocused()
  },
)

test('nothing moves under prefers-reduced-motion', { tag: '@phone' }, async ({ page, sells, visit }) => {
  await sells({ name: 'Silk dress' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await visit('/contact')
  const moving = () =>
    page.evaluate(() => document.getAnimations().map(({ effect }) => `${effect?.getTiming().duration}`))
  const release = await holdCalls(page, '**/api/products/**')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shop all' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeAttached()
  expect(await moving()).toEqual([])
  release()
  await page.getByRole('link', { name: 'Silk dress' }).hover()
  expect(await moving()).toEqual([])
  await page.getByRole('button', { name: /^Cart, / }).click()
  await expect(panel(page)).toBeVisible()
  expect(await moving()).toEqual([])
})

asAdmin(
  'with the browser’s own colours a current page, a badge and a button stay recognisable',
  async ({ page, db, visit }) => {
    for (let n = 0; n < 25; n++) await createUser(db)
    await page.emulateMedia({ forcedColors: 'active' })
    await visit('/dashboard/users')
    const look = (name: string) =>
      page.getByRole('link', { name, exact: true }).evaluate(link => {
        const { backgroundColor, color, textDecorationLine } = getComputedStyle(link)
        return [backgroundColor, color, textDecorationLine].join()
      })
    await expect(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page')
    expect(await look('Page 1')).not.toBe(await look('Page 2'))
    expect(await look('Users')).not.toBe(await look('Messages'))
    const clear = /^rgba\(.*, 0\)$/
    const tone = page.locator('[data-tone]').first()
    expect(await tone.evaluate(badge => getComputedStyle(badge).outlineColor)).not.toMatch(clear)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    const [cancel, save] = await page
      .getByRole('dialog')
      .getByRole('button')
      .evaluateAll(buttons => buttons.map(button => getComputedStyle(button).backgroundColor))
    expect(save).not.toBe(cancel)
  },
)
