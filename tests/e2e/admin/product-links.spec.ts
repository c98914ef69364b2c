import type { Page } from '@playwright/test'
import { violationsOf } from '../axe.ts'
import { maxShift, watchShifts } from '../shifts.ts'
import { asAdmin, expect, expectFailedLoads, idle, test, untilHydrated } from '../test.ts'

const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

async function choose(page: Page, field: string, name: string) {
  await page.getByLabel(field).fill(name)
  await page.getByRole('button', { name: `Add ${name}` }).click()
  await page.getByLabel(field).fill('')
}

const section = (page: Page, name: string) => page.getByRole('region', { name })

asAdmin(
  'an owner chooses what goes with a product and how search engines show it, and visitors see it',
  { tag: '@phone' },
  async ({ page, sells, visit, db, complaints }) => {
    const { id } = await sells({ name: 'Colette Wrap Dress', description: 'Falls like water. '.repeat(20) })
    for (const name of ['Pearl Drops', 'Opal Ring', 'Onyx Clutch', 'Ruby Scarf', 'Jade Belt'])
      await sells({ name, category: name === 'Pearl Drops' ? 'dress' : 'jewellery', color: 'gold' })
    await visit(`/dashboard/update-product/${id}`)

    await page.getByText('Pieces to show with this one').click()
    await choose(page, 'Find a related piece', 'Jade Belt')
    await choose(page, 'Find a piece of the look', 'Onyx Clutch')
    await choose(page, 'Find a piece of the look', 'Ruby Scarf')
    await page
      .getByRole('group', { name: 'Complete the look' })
      .getByRole('button', { name: 'Move Ruby Scarf up' })
      .click()
    await page.getByLabel('Find a related piece').fill('Colette')
    await expect(page.getByText('No other piece has this in its name.')).toBeVisible()

    await page.getByText('Title and description in search results').click()
    const preview = page.getByRole('figure', { name: 'How a search result may look' })
    await expect(preview).toContainText('Colette Wrap Dress · Vitrine')
    await expect(preview).toContainText('colette-wrap-dress')
    await expect(preview).toContainText(/Falls like…/)
    await page.getByLabel('Title for search engines').fill('Green silk wrap dress')
    await expect(page.getByText('21 of 70 characters')).toBeVisible()
    await expect(preview).toContainText('Green silk wrap dress')
    await expect(preview).not.toContainText('Vitrine')
    await page.getByLabel('Text for search engines').fill('A dress for long evenings.')
    await expect(preview).toContainText('A dress for long evenings.')
    expect(await fits(page)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Update Product' }).click()
    await expect(page.getByText('Product updated successfully!')).toBeVisible()

    await page.context().clearCookies()
    const response = await page.goto(`/shop/${id}`)
    const html = (await response?.text()) ?? ''
    expect(html).toContain('Complete the look')
    expect(html).toContain('<title>Green silk wrap dress</title>')
    await untilHydrated(page)
    await expect(page).toHaveTitle('Green silk wrap dress')
    for (const property of ['meta[name=description]', 'meta[property="og:description"]'])
      await expect(page.locator(property)).toHaveAttribute('content', 'A dress for long evenings.')
    await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Green silk wrap dress')
    expect(html).toMatch(/"@type":"Product","name":"Colette Wrap Dress"/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Colette Wrap Dress')
    await expect(section(page, 'Complete the look').getByRole('heading', { level: 3 })).toHaveText([
      'Ruby Scarf',
      'Onyx Clutch',
    ])
    await expect(section(page, 'You may also like').getByRole('heading', { level: 3 }).first()).toHaveText('Jade Belt')
    expect(await fits(page)).toBe(true)
    expect(await violationsOf(page)).toEqual([])

    await db.updateTable('product').set({ deleted_at: new Date() }).where('name', '=', 'Onyx Clutch').execute()
    await page.reload()
    await expect(section(page, 'Complete the look').getByRole('heading', { level: 3 })).toHaveText(['Ruby Scarf'])
    expectFailedLoads(complaints) // the session has ended
  },
)

asAdmin(
  'a copy has the links of a product, and not its texts for search engines',
  async ({ page, sells, visit, db }) => {
    const dress = await sells({ name: 'Colette Wrap Dress', seo_title: 'Green silk wrap dress' })
    const belt = await sells({ name: 'Jade Belt' })
    const link = { product_id: dress.id, linked_id: belt.id, place: 0 }
    await db
      .insertInto('product_link')
      .values([
        { ...link, kind: 'related' },
        { ...link, kind: 'look' },
      ])
      .execute()
    await visit(`/dashboard/add-product?copy=${dress.id}`)
    await expect(page.getByRole('button', { name: 'Remove Jade Belt' })).toHaveCount(2)
    await page.getByLabel('Product Name').fill('Odette Wrap Dress')
    await page.getByRole('button', { name: 'Add Product' }).click()
    await expect(page.getByText('Odette Wrap Dress is in the shop.')).toBeVisible()
    const { id, seo_title } = await db
      .selectFrom('product')
      .select(['id', 'seo_title'])
      .where('name', '=', 'Odette Wrap Dress')
      .executeTakeFirstOrThrow()
    expect(seo_title).toBeNull()
    const links = await db
      .selectFrom('product_link')
      .select(['kind', 'linked_id'])
      .where('product_id', '=', id)
      .execute()
    expect(links).toEqual(expect.arrayContaining(['related', 'look'].map(kind => ({ kind, linked_id: belt.id }))))

    await visit('/dashboard/audit')
    await expect(page.getByRole('row', { name: 'pieces of the look Jade Belt' })).toBeVisible()
  },
)

test('a look moves nothing, and stays away when it cannot be loaded', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
  db,
  complaints,
}) => {
  const [dress, belt] = [await sells({ name: 'Colette Wrap Dress' }), await sells({ name: 'Jade Belt' })]
  for (let n = 0; n < 5; n++) await sells({ name: `Ring ${n}`, category: 'jewellery' })
  await db
    .insertInto('product_link')
    .values({ product_id: dress.id, linked_id: belt.id, kind: 'look', place: 0 })
    .execute()
  const path = new RegExp(`/shop/${dress.id}`)
  const open = async () => {
    await page.getByRole('link', { name: 'Colette Wrap Dress' }).first().click()
    await expect(page).toHaveURL(path)
    await expect(section(page, 'You may also like')).toBeVisible()
  }

  await visit('/shop')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/products\/?\?.*ids=/, async route => {
    await held
    await route.continue()
  })
  await open()
  const look = section(page, 'Complete the look')
  await expect(look).toContainText('Loading')
  await look.scrollIntoViewIfNeeded()
  const shifts = await watchShifts(page)
  release()
  await expect(look.getByRole('heading', { level: 3 })).toHaveText(['Jade Belt'])
  expect(await shifts()).toBeLessThanOrEqual(maxShift)

  await page.unrouteAll({ behavior: 'wait' })
  await visit('/shop')
  await page.route(/\/api\/products\/?\?.*ids=/, route => route.abort())
  await open()
  await expect(look).toBeHidden()
  await idle(page)
  await expect(section(page, 'You may also like').getByRole('heading', { level: 3 })).toHaveCount(4)
  expectFailedLoads(complaints)
})
