import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { maxShift, watchShifts } from '../shifts.ts'
import { dataCalls, expect, expectFailedLoads, test } from '../test.ts'

test('the home page has all its parts', async ({ page, visit }) => {
  await visit('/')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Explore the shop' })).toHaveAttribute('href', '/shop')
  for (const name of ['Dress', 'Accessories', 'Jewellery', 'Cosmetics']) {
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      `/categories/${name.toLowerCase()}`,
    )
  }
  const promos = main.getByRole('region', { name: 'This season' })
  await expect(promos.getByRole('link')).toHaveCount(3)
  await expect(main.getByRole('heading', { name: 'Trending Products' })).toBeVisible()

  const deals = main.getByRole('region', { name: 'Deals of the month' })
  for (const [value, unit] of [
    ['14', 'days'],
    ['20', 'hours'],
    ['15', 'mins'],
    ['05', 'secs'],
  ] as const) {
    await expect(deals.getByText(value, { exact: true })).toBeVisible()
    await expect(deals.getByText(unit, { exact: true })).toBeVisible()
  }
  await expect(main.getByText('Up to 20% discount').first()).toBeVisible()
  for (const name of ['Free delivery', '100% money-back guarantee', 'Strong support']) {
    await expect(main.getByRole('heading', { name })).toBeVisible()
  }
  await expect(main.getByRole('region', { name: 'From the journal' }).getByRole('heading', { level: 3 })).toHaveCount(4)
})

test('Load More goes from eight to all ten and disappears', async ({ page, sells, visit }) => {
  for (let i = 0; i < 10; i++) await sells({ name: `Piece ${i}` })
  await visit('/')
  const calls = dataCalls(page)
  const trending = page.getByRole('region', { name: 'Trending Products' })
  await expect(trending.getByRole('article')).toHaveCount(8)
  await trending.getByRole('button', { name: 'Load More' }).click()
  await expect(trending.getByRole('article')).toHaveCount(10)
  await expect(trending.getByRole('button', { name: 'Load More' })).toBeHidden()
  await expect(trending.getByRole('article').nth(7).getByRole('link')).toBeFocused()
  expect(calls).toEqual([])
})

const secondPage = '**/api/products/?*page=2&limit=10'

test('Load More shows four at a time, asks for the next page when it needs it, and Back shows as many again', {
  tag: '@phone',
}, async ({ page, sells, visit }) => {
  for (let n = 1; n <= 26; n++) await sells({ name: `Piece ${n}`, created_at: new Date(2026, 0, 27 - n) })
  await visit('/')
  const calls = dataCalls(page)
  const trending = page.getByRole('region', { name: 'Trending Products' })
  const cards = trending.getByRole('article')
  const more = trending.getByRole('button', { name: 'Load More' })
  const answer = await holdCalls(page, secondPage)
  await more.click()
  await expect(cards).toHaveCount(10)
  await expect(trending.getByRole('button', { name: 'Loading…' })).toBeDisabled()
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  const moved = await watchShifts(page)
  answer()
  await expect(cards).toHaveCount(12)
  expect(await moved()).toBeLessThanOrEqual(maxShift)
  for (const count of [16, 20, 24, 26]) {
    await more.click()
    await expect(cards).toHaveCount(count)
  }
  await expect(more).toBeHidden()
  await expect(cards.last()).toContainText('Piece 26')
  const query = 'category=&color=&minPrice=0&maxPrice='
  expect(calls).toEqual([2, 3].map(n => `GET /api/products/?${query}&page=${n}&limit=10`))

  await trending.getByRole('link', { name: 'Piece 25', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Piece 25' })).toBeVisible()
  await page.goBack()
  await expect(cards).toHaveCount(26)
  await expect(trending.getByRole('link', { name: 'Piece 25', exact: true })).toBeFocused()
})

test('a view transition that is skipped is no error of the page', async ({ page, visit }) => {
  await visit('/')
  await page.evaluate(() => {
    document.startViewTransition(() => undefined).skipTransition()
    return new Promise(resolve => setTimeout(resolve, 100))
  })
})

test('a next page that fails to load says so, and is tried again', async ({ page, sells, visit, complaints }) => {
  for (let n = 1; n <= 12; n++) await sells()
  await visit('/')
  await failCalls(page, secondPage)
  const trending = page.getByRole('region', { name: 'Trending Products' })
  await trending.getByRole('button', { name: 'Load More' }).click()
  await expect(trending.getByRole('alert')).toHaveText('Error to load products')
  await expect(trending.getByRole('article')).toHaveCount(10)
  expect(await violationsOf(page)).toEqual([])
  await page.unroute(secondPage)
  await trending.getByRole('button', { name: 'Try again' }).click()
  await expect(trending.getByRole('article')).toHaveCount(12)
  await expect(trending.getByRole('alert')).toBeHidden()
  expectFailedLoads(complaints)
})

test('on a laptop the categories are one click away, by mouse, by keyboard and by touch', async ({ page, visit }) => {
  await visit('/contact')
  await page.setViewportSize({ width: 1024, height: 768 })
  const header = page.getByRole('banner')
  const shop = header.getByRole('link', { name: 'Shop', exact: true })
  const dress = header.getByRole('link', { name: 'Dress' })
  await expect(dress).toBeHidden()
  await shop.hover()
  await header.getByRole('link', { name: 'Jewellery' }).click()
  await expect(page).toHaveURL('/categories/jewellery')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(dress).toBeHidden()

  await shop.focus()
  await expect(dress).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dress).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(header.getByRole('button', { name: 'Categories' })).toBeFocused()
  await expect(dress).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(header.getByRole('link', { name: 'Accessories' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dress).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/categories/dress')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(dress).toBeHidden()

  await header.getByRole('button', { name: 'Categories' }).dispatchEvent('click')
  await expect(dress).toBeVisible()
  await expect(dress).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Escape')
  await expect(dress).toBeHidden()
})

test('an empty shop says so and still works', async ({ page, visit }) => {
  await visit('/')
  await expect(page.getByText('Not products found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden()
})

test('every link of the header and the footer works', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('/shop')
  const header = page.getByRole('banner')
  const menu = header.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  for (const [name, to] of [
    ['Home', '/'],
    ['Shop', '/shop'],
    ['Pages', '/pages'],
    ['Contact', '/contact'],
  ] as const) {
    await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
  }
  await expect(header.getByRole('link', { name: 'Vitrine, home' })).toHaveAttribute('href', '/')
  await expect(header.getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/search')
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await expect(header.getByRole('button', { name: 'Cart, 0 items' })).toBeVisible()
  await header.getByRole('link', { name: 'Contact', exact: true }).click()
  await expect(page).toHaveURL('/contact')
  if (await menu.isVisible()) await expect(header.getByRole('link', { name: 'Contact', exact: true })).toBeHidden()

  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('region', { name: 'Contact info' }).getByText('hello@vitrine.example')).toBeVisible()
  await expect(footer.getByRole('navigation', { name: 'Company' }).getByRole('link')).not.toHaveCount(0)
  await expect(footer.getByRole('navigation', { name: 'Useful links' }).getByRole('link')).not.toHaveCount(0)
  await expect(footer.locator('img')).toHaveCount(6)
})

for (const [path, title] of [
  ['/search', 'Search'],
  ['/pages', 'Pages'],
  ['/contact', 'Contact'],
  ['/blogs', 'Journal'],
  ['/login', 'Log in'],
] as const) {
  test(`${path} has no broken parts`, async ({ page, visit }) => {
    await visit(path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
}
