import type { Page } from '@playwright/test'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { asAdmin, expect, expectFailedLoads } from '../test.ts'

const list = '/dashboard/manage-products'
const table = (page: Page) => page.getByRole('table', { name: 'Products' })
const check = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()

asAdmin(
  'many products are changed at once, after a preview, and all are taken back',
  { tag: '@phone' },
  async ({ page, sells, visit, complaints }) => {
    await sells({ name: 'Silk dress', price_cents: 12_000, color: 'red' })
    await sells({ name: 'Wool coat', price_cents: 9_990, old_price_cents: 10_000 })
    await sells({ name: 'Felt hat', category: 'accessories' })
    await visit(list)
    await expect(table(page).getByRole('row')).toHaveCount(4)
    await page.getByRole('button', { name: 'Select this page' }).click()
    await expect(page.getByText('3 selected')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select Felt hat' }).uncheck()
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('button', { name: 'Change selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 2 products' })
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Choose what should change.')
    expectFailedLoads(complaints)
    await dialog.getByLabel('Color').selectOption('Gold')
    await dialog.getByLabel('Price by percent').fill('10')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^Wool coat, \w+Stays as it is: The old price must be above the price\.$/,
      'Silk dress, redcolor red → gold · price $120.00 → $132.00',
    ])
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog.getByLabel('Color')).toHaveValue('gold')
    await dialog.getByLabel('Price by percent').fill('-50')
    await dialog.getByLabel('Status').selectOption('Hidden')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Change 2 products' }).click()
    await expect(page.getByText('2 products changed')).toBeVisible()
    await expect(table(page).getByRole('row')).toHaveCount(2)
    await page.getByLabel('Status').selectOption('Hidden')
    await expect(table(page)).toContainText('$60.00')
    await expect(table(page)).toContainText('gold')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('No products match what you are looking for.')).toBeVisible()
    await page.getByRole('link', { name: 'Show all products' }).click()
    await expect(table(page)).toContainText('$120.00')

    await visit('/dashboard/audit?record=bulk%20edit')
    await expect(page.getByRole('main')).toContainText('changed together 2 products')
  },
)

asAdmin(
  'many products are put on sale for some days, and taken off again',
  { tag: '@phone' },
  async ({ page, sells, visit }) => {
    const { id } = await sells({ name: 'Silk dress', price_cents: 12_000, color: 'red' })
    await sells({ name: 'Wool coat', price_cents: 9_990, color: 'blue' })
    await visit(list)
    await page.getByRole('button', { name: 'Select this page' }).click()
    await page.getByRole('button', { name: 'Change selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 2 products' })
    await dialog.getByLabel('Sale', { exact: true }).selectOption('Put on sale')
    await dialog.getByLabel('Percent off').fill('25')
    await dialog.getByLabel('Sale until (optional)').fill('2098-12-01T18:00')
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByRole('listitem')).toHaveText([
      /^Wool coat, blueno sale → sale \$74\.93 until Dec 1, 2098, 6:00\sPM$/,
      /^Silk dress, redno sale → sale \$90\.00 until Dec 1, 2098, 6:00\sPM$/,
    ])
    await dialog.getByRole('button', { name: 'Back' }).click()
    await expect(dialog.getByLabel('Sale until (optional)')).toHaveValue('2098-12-01T18:00')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Change 2 products' }).click()
    await expect(page.getByText('2 products changed')).toBeVisible()
    await expect(table(page)).toContainText('$90.00')

    await page.getByRole('button', { name: 'Select this page' }).click()
    await page.getByRole('button', { name: 'Change selected' }).click()
    await dialog.getByLabel('Sale', { exact: true }).selectOption('End the sale')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Change 2 products' }).click()
    await expect(table(page)).toContainText('$120.00')
    await visit(`/shop/${id}`)
    await expect(page.getByRole('main')).toContainText('$120.00')
  },
)

asAdmin(
  'a change that another one came before says so and loses nothing',
  async ({ page, sells, db, visit, complaints }) => {
    const { id } = await sells({ name: 'Silk dress' })
    await visit(list)
    await check(page, 'Silk dress')
    await page.getByRole('button', { name: 'Change selected' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Status').selectOption('Draft')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expect(dialog.getByRole('button', { name: 'Change 1 product' })).toBeVisible()
    await db.updateTable('product').set({ updated_at: new Date() }).where('id', '=', id).execute()
    await dialog.getByRole('button', { name: 'Change 1 product' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Silk dress was changed since this preview: look at it again.')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await failCalls(page, '**/api/products/bulk-edit')
    await dialog.getByRole('button', { name: 'Change 1 product' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.unroute('**/api/products/bulk-edit')
    await dialog.getByRole('button', { name: 'Change 1 product' }).click()
    await expect(page.getByText('1 product changed')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'the list is filtered, shows 12 or 50, and is saved under a name',
  { tag: '@phone' },
  async ({ page, sells, visit }) => {
    for (let n = 1; n <= 13; n++) await sells({ name: `Dress ${n}`, price_cents: 1_000 * n })
    await sells({ name: 'Felt hat', category: 'accessories' })
    await visit(list)
    await expect(table(page).getByRole('row')).toHaveCount(13)
    await check(page, 'Felt hat')
    await page.getByRole('link', { name: 'Page 2' }).click()
    await check(page, 'Dress 1')
    await expect(page.getByText('2 selected')).toBeVisible()
    await page.getByRole('link', { name: 'Page 1' }).click()
    await expect(page.getByRole('checkbox', { name: 'Select Felt hat' })).toBeChecked()
    await page.getByRole('button', { name: 'Select none' }).click()
    await page.getByRole('link', { name: '50 on a page' }).click()
    await expect(table(page).getByRole('row')).toHaveCount(15)
    await page.getByLabel('Category').selectOption('Dress')
    await page.getByLabel('Sort').selectOption('Price, high to low')
    await expect(table(page).getByRole('row').nth(1)).toContainText('Dress 13')
    await page.getByRole('button', { name: 'Save this list' }).click()
    await expect(page.getByLabel('Name of the list')).toBeFocused()
    await page.getByLabel('Name of the list').fill('Dear dresses')
    await page.getByLabel('Name of the list').press('Enter')
    const lists = page.getByRole('navigation', { name: 'Saved lists' })
    await expect(lists.getByRole('link', { name: 'Dear dresses' })).toHaveAttribute('aria-current', 'true')
    expect(await violationsOf(page)).toEqual([])
    await lists.getByRole('link', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL(list)
    await lists.getByRole('link', { name: 'Dear dresses' }).click()
    await expect(table(page).getByRole('row').nth(1)).toContainText('Dress 13')
    await lists.getByRole('link', { name: 'Edit lists' }).click()
    await expect(page.getByRole('group', { name: 'list 1' }).getByLabel('Name')).toHaveValue('Dear dresses')
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  },
)

asAdmin(
  'the audit asks before it takes a change of many products back',
  { tag: '@phone' },
  async ({ page, sells, visit }) => {
    for (const name of ['Silk dress', 'Felt hat']) await sells({ name, color: 'red' })
    await visit(list)
    await page.getByRole('button', { name: 'Select this page' }).click()
    await page.getByRole('button', { name: 'Change selected' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Color').selectOption('Gold')
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await dialog.getByRole('button', { name: 'Change 2 products' }).click()
    await expect(page.getByText('2 products changed')).toBeVisible()
    await visit('/dashboard/audit')
    await page.getByRole('button', { name: 'Undo: bring back 2 products as they were' }).dblclick()
    const question = page.getByRole('dialog', { name: 'Take all of it back?' })
    await expect(question).toContainText('All 2 products become as they were before.')
    await expect(page.getByText('Taken back')).toBeHidden()
    await question.getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByText('Taken back')).toBeVisible()
    await visit(list)
    await expect(table(page)).toContainText('red')
  },
)
