import { expect, test } from '../test.ts'

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
  for (let i = 0; i < 12; i++) await sells({ name: `Piece ${i}` })
  await visit('/')
  const trending = page.getByRole('region', { name: 'Trending Products' })
  await expect(trending.getByRole('article')).toHaveCount(8)
  await trending.getByRole('button', { name: 'Load More' }).click()
  await expect(trending.getByRole('article')).toHaveCount(10)
  await expect(trending.getByRole('button', { name: 'Load More' })).toBeHidden()
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
