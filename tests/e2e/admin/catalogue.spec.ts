import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { createProduct } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { asAdmin, expect, expectFailedLoads } from '../test.ts'

const main = (page: Page) => page.getByRole('main')
const group = (page: Page, name: string) => main(page).getByRole('group', { name, exact: true })
const save = (page: Page) => main(page).getByRole('button', { name: 'Save', exact: true }).filter({ visible: true })
const saved = (page: Page) => page.locator('[aria-live]').getByText('Saved.', { exact: true })

asAdmin.beforeEach(async ({ db }) => {
  await sql`truncate shop_setting cascade`.execute(db)
  await db.updateTable('product').set({ deleted_at: new Date() }).execute()
  for (const name of ['Silk dress', 'Silk gown', 'Wool dress'])
    await createProduct(db, { name, category: 'dress', color: 'red' })
})

asAdmin(
  'the owner adds coats and plum, and finds them in menus, filters and forms',
  { tag: '@phone' },
  async ({ page, visit }) => {
    await visit('/dashboard/settings#catalogue')
    await main(page).getByRole('button', { name: 'Add a category' }).click()
    const coats = group(page, 'category 5')
    await coats.getByLabel('Name').fill('Winter coats')
    await expect(coats.getByLabel('Address')).toHaveValue('winter-coats')
    await main(page).getByRole('button', { name: 'Add a color' }).click()
    await group(page, 'color 8').getByRole('textbox', { name: 'Name' }).fill('Plum')
    await group(page, 'color 8').getByRole('textbox', { name: 'Swatch', exact: true }).fill('#6b2d5c')
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    await save(page).click()
    await expect(saved(page)).toBeVisible()

    await visit('/dashboard/add-product')
    await expect(main(page).getByLabel('Category').getByRole('option', { name: 'Winter coats' })).toBeAttached()
    await expect(main(page).getByLabel('Color', { exact: true }).getByRole('option', { name: 'Plum' })).toBeAttached()
    await visit('/categories/winter-coats')
    await expect(page.getByRole('heading', { level: 1, name: 'Winter coats' })).toBeVisible()
    await expect(main(page).getByText('Not products found')).toBeVisible()
    await visit('/')
    await expect(main(page).getByRole('link', { name: 'Winter coats' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  },
)

asAdmin('a category with pieces asks where they go when it is removed', async ({ page, visit, complaints }) => {
  await visit('/dashboard/settings#catalogue')
  await group(page, 'category 2').getByRole('button', { name: 'Remove category 2' }).click()
  const choice = main(page).getByLabel('“Dress” is removed. Its pieces go to')
  await expect(choice.getByRole('option').first()).toHaveText('Choose where, if it has pieces')
  await save(page).click()
  await expect(choice).toBeFocused()
  await expect(choice).toHaveAttribute('aria-invalid', 'true')
  await expect(choice).toHaveAccessibleDescription(/pieces are in Dress: choose where they go\./)
  await expect(main(page).getByText(/choose where they go/)).toHaveCount(1)
  expect(await violationsOf(page)).toEqual([])
  expectFailedLoads(complaints)
  await choice.selectOption('Accessories')
  await save(page).click()
  await expect(saved(page)).toBeVisible()
  await visit('/categories/dress')
  await expect(page).toHaveURL('/categories/accessories')
  await visit('/dashboard/audit')
  await main(page).getByRole('button', { name: /^Undo/ }).first().click()
  await expect(
    main(page)
      .getByText(/took back a change of the/)
      .first(),
  ).toBeVisible()
  await visit('/categories/dress')
  await expect(page.getByRole('heading', { level: 1, name: 'Dress' })).toBeVisible()
})

asAdmin('what was removed by mistake is taken back where it was', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('/dashboard/settings#catalogue')
  for (const [noun, name, inList] of [
    ['category', 'Dress', 'Dress'],
    ['color', 'Red', 'red'],
  ] as const) {
    const item = group(page, `${noun} 2`)
    const field = item.getByRole('textbox', { name: 'Name', exact: true })
    const choice = main(page).getByLabel(`“${name}” is removed. Its pieces go to`)
    await expect(field).toHaveValue(inList)
    await item.getByRole('button', { name: `Remove ${noun} 2` }).click()
    await choice.selectOption({ index: 1 })
    await main(page)
      .getByRole('button', { name: `Keep “${name}”` })
      .click()
    await expect(field).toHaveValue(inList)
    await expect(field).toBeFocused()
    await expect(choice).toHaveCount(0)
    await expect(main(page).getByText('Not saved yet.').filter({ visible: true })).toHaveCount(0)
    await item.getByRole('button', { name: `Remove ${noun} 2` }).click()
    await expect(choice).toHaveValue('') // what was chosen before is forgotten
    await main(page)
      .getByRole('button', { name: `Keep “${name}”` })
      .click()
  }
})

asAdmin(
  'a collection by a rule and one by hand have pages that the menu names',
  { tag: '@phone' },
  async ({ page, visit, complaints }) => {
    await visit('/dashboard/settings#collections')
    await main(page).getByRole('button', { name: 'Add a collection' }).click()
    const evening = group(page, 'collection 1')
    await evening.getByLabel('Name', { exact: true }).fill('Red evenings')
    await save(page).click()
    await expect(evening.getByLabel('Category')).toHaveAccessibleDescription(/at least one condition/)
    await evening.getByLabel('Category').selectOption('Dress')
    await evening.getByLabel('Color').selectOption('Red')
    await main(page).getByRole('button', { name: 'Add a collection' }).click()
    const chosen = group(page, 'collection 2')
    await chosen.getByLabel('Name', { exact: true }).fill('The window')
    await chosen.getByLabel('Pieces that I choose').check()
    await chosen.getByLabel('Find a piece to add').fill('silk')
    const found = chosen.getByRole('list', { name: 'Found pieces' }).getByRole('button')
    await found.first().click()
    await found.first().click()
    const rows = chosen.getByRole('button', { name: /^Remove(?! collection)/ })
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).not.toHaveAccessibleName('Remove …')
    const second = (await rows.nth(1).getAttribute('aria-label'))?.replace('Remove ', '') ?? ''
    await chosen.getByRole('button', { name: `Move ${second} up` }).click()
    await expect(rows.first()).toHaveAccessibleName(`Remove ${second}`)
    expect(await violationsOf(page)).toEqual([])
    await save(page).click()
    await expect(saved(page)).toBeVisible()

    await visit('/collections/the-window')
    await expect(main(page).getByRole('article').first()).toContainText(second)
    await visit('/collections/red-evenings')
    await expect(page.getByRole('heading', { level: 1, name: 'Red evenings' })).toBeVisible()
    await expect(
      main(page)
        .getByRole('status')
        .filter({ hasText: /^Showing 1 to/ }),
    ).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    await visit('/collections/nowhere')
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveText('Page not found')
    expectFailedLoads(complaints)
  },
)
