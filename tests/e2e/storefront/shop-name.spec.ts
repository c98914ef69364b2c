import type { Locator, Page } from '@playwright/test'
import { shopInfo } from '#domain/shop-info.ts'
import { wordmarkFit } from '../../../src/web/layout/wordmark-fit.ts'
import { expect, test } from '../test.ts'

const names = ['Il', 'Chez Anna', 'Boutique Marguerite', 'MAISON MOMMSEN', 'Ève & Zoë Åkerström']
const widths = [320, 390, 768, 1024, 1440]
const endless = 'The Very Long Name Of A House That Sells Dresses'
const wordmarks = (page: Page) => page.locator('.wordmark')
const edgePx = 1

/** Renames the shop, as `shop-info.ts` would. */
const rename = (page: Page, name: string) =>
  wordmarks(page).evaluateAll(
    (all, [name, fit]) => {
      for (const each of all) {
        each.textContent = name
        for (const [property, value] of Object.entries(fit))
          (each as HTMLElement).style.setProperty(property, `${value}`)
        if (!('--gap' in fit)) (each as HTMLElement).style.removeProperty('--gap')
      }
    },
    [name, wordmarkFit(name)] as const,
  )

const boxOf = (wordmark: Locator) =>
  wordmark.evaluate(element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right } = range.getBoundingClientRect()
    const { fontSize, letterSpacing } = getComputedStyle(element)
    const { clientWidth, scrollWidth } = element
    const end = right - Number.parseFloat(letterSpacing)
    return { left, end, fontSize: Number.parseFloat(fontSize), isWhole: scrollWidth <= clientWidth }
  })

/** The room between the elements to the left and right of the name. */
const placeOf = (page: Page) =>
  page
    .getByRole('banner')
    .locator('a:visible, button:visible')
    .evaluateAll(all => {
      const boxes = all
        .filter(each => !each.matches('[aria-label$=", home"]'))
        .map(each => each.getBoundingClientRect())
      const middle = innerWidth / 2
      const left = Math.max(...boxes.filter(box => box.left < middle).map(box => box.right))
      return { left, right: Math.min(...boxes.filter(box => box.left > middle).map(box => box.left)) }
    })

for (const width of widths)
  test(`any name of a shop fits in the middle of a header of ${width} px`, async ({ page, visit }) => {
    await page.setViewportSize({ width, height: 800 })
    await visit('/')
    await page.evaluate(() => document.fonts.ready)
    for (const name of names) {
      await rename(page, name)
      const place = await placeOf(page)
      const { left, end, isWhole } = await boxOf(wordmarks(page).first())
      expect(left, name).toBeGreaterThanOrEqual(place.left)
      expect(end, name).toBeLessThanOrEqual(place.right)
      expect(isWhole, name).toBe(true)
      const pageWidth = await page.evaluate(() => document.documentElement.clientWidth)
      expect(Math.abs((left + end) / 2 - pageWidth / 2), name).toBeLessThan(6)
      expect((await boxOf(wordmarks(page).last())).isWhole, name).toBe(true)
    }
    await rename(page, endless)
    const place = await placeOf(page)
    const box = await wordmarks(page).first().boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(place.left - edgePx)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(place.right + edgePx)
    if (width < 768) expect((await boxOf(wordmarks(page).first())).isWhole).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })

test('a long name of the shop fits above the login', async ({ page, visit }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  await visit('/login')
  await rename(page, 'Boutique Marguerite')
  expect((await boxOf(wordmarks(page))).isWhole).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('the name of this shop has its size and its place', async ({ page, visit }) => {
  for (const [width, fontSize] of [
    [320, 19.84],
    [390, 24],
    [768, 24],
    [1440, 24],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await visit('/')
    expect((await boxOf(wordmarks(page).first())).fontSize).toBeCloseTo(fontSize, 1)
    const link = await page
      .getByRole('banner')
      .getByRole('link', { name: `${shopInfo.name}, home` })
      .boundingBox()
    expect(link?.width).toBeCloseTo(3.9 * fontSize + 16, 0)
  }
})
