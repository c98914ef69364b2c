import { sellCounted } from '../counted.ts'
import { expect, test } from '../test.ts'

test('a list by size shows what can be bought now, without a script, too', { tag: '@phone' }, async ({
  browser,
  db,
  shop,
}) => {
  await sellCounted(db, 'Aurelia', { 'alpha-S': 2, 'alpha-M': 0 })
  await sellCounted(db, 'Brera', { 'eu-40': 3 })
  await sellCounted(db, 'Signet ring', { 'ring-54': 1 })
  await sellCounted(db, 'Gone scarf', 0)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const page = await context.newPage()
  const shown = page.locator('main article h3')
  await page.goto('/categories/dress')
  await expect(page.getByRole('link', { name: 'M, EU 40-42, US 8-10, UK 12-14, 1 product' })).toBeVisible()
  await page.getByRole('link', { name: /^M,/ }).click()
  await expect(shown).toHaveText(['Brera'])
  await page.getByRole('link', { name: /^S,/ }).click()
  await expect(page).toHaveURL(/\?size=clothes-S,clothes-M$/)
  await expect(shown).toHaveText(['Brera', 'Aurelia'])
  await page.getByRole('link', { name: 'Remove filter Size M' }).click()
  await expect(shown).toHaveText(['Aurelia'])
  await page.goto('/search?q=ring&size=ring-54')
  await expect(shown).toHaveText(['Signet ring'])
  await page.goto('/shop?inStock=1')
  await expect(page.getByRole('status').first()).toHaveText('Showing 1 to 3 of 3 products')
  await context.close()
})

test('in my size: chosen once, kept in this browser and in no page of others', { tag: '@phone' }, async ({
  page,
  db,
  visit,
}) => {
  await sellCounted(db, 'Aurelia', { 'alpha-S': 2, 'alpha-M': 1 })
  await sellCounted(db, 'Brera', { 'alpha-L': 3 })
  await sellCounted(db, 'Scarf', 3)
  const shown = page.locator('main article h3')
  await visit('/shop')
  const mine = page.getByRole('switch', { name: 'In my size' })
  await expect(mine).not.toBeChecked()
  await mine.click()
  const dialog = page.getByRole('dialog', { name: 'My sizes' })
  await dialog.getByRole('checkbox', { name: /^M,/ }).check()
  await dialog.getByRole('button', { name: 'Show what fits' }).click()
  await expect(page).toHaveURL('/shop?mine=clothes-M')
  await expect(shown).toHaveText(['Scarf', 'Aurelia'])
  await page.getByRole('link', { name: 'Aurelia' }).first().click()
  await expect(page.getByRole('radio', { name: 'M, your size, 1 left' })).not.toBeChecked()
  await expect(page.getByRole('radio', { name: 'S, 2 left', exact: true })).toBeVisible()
  await page.goBack()
  await expect(shown).toHaveText(['Scarf', 'Aurelia'])
  await mine.click()
  await expect(shown).toHaveCount(3)

  await visit('/search?q=aurelia')
  expect(await page.content()).not.toContain('clothes-M,')
  await mine.click()
  await expect(page).toHaveURL('/search?q=aurelia&mine=clothes-M')
  await page.getByRole('button', { name: 'Change my sizes' }).click()
  await expect(dialog.getByRole('checkbox', { name: /^M,/ })).toBeChecked()
  await dialog.getByRole('checkbox', { name: /^M,/ }).uncheck()
  await dialog.getByRole('button', { name: 'Keep no sizes' }).click()
  await expect(page).toHaveURL('/search?q=aurelia')
  await mine.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(mine).toBeFocused()
  await expect(mine).not.toBeChecked()
})

test('my sizes can be kept in the account, and are there in another browser', async ({ page, customer, db, visit }) => {
  await sellCounted(db, 'Aurelia', { 'alpha-M': 1 })
  expect(customer.sizes).toBeNull()
  await visit('/shop')
  const mine = page.getByRole('switch', { name: 'In my size' })
  const dialog = page.getByRole('dialog', { name: 'My sizes' })
  await mine.click()
  await dialog.getByRole('checkbox', { name: /^54/ }).check()
  await dialog.getByRole('checkbox', { name: 'Keep them in my account, too' }).check()
  await dialog.getByRole('button', { name: 'Show what fits' }).click()
  await expect(page).toHaveURL('/shop?mine=ring-54')

  await page.evaluate(() => localStorage.removeItem('sizes'))
  await visit('/shop')
  await mine.click()
  await expect(dialog.getByRole('checkbox', { name: /^54/ })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Keep them in my account, too' }).uncheck()
  await dialog.getByRole('button', { name: 'Show what fits' }).click()
  await expect(page).toHaveURL('/shop?mine=ring-54')
  await expect
    .poll(() => db.selectFrom('user').select('sizes').where('id', '=', customer.id).executeTakeFirst())
    .toEqual({ sizes: null })
})

test('a filter by size that finds nothing is lost demand', async ({ sells, db, visit }) => {
  await sells()
  await visit('/shop?size=clothes-XXL')
  const noted = () => db.selectFrom('lost_demand').select(['kind', 'size']).where('size', '=', 'clothes-XXL').execute()
  await expect.poll(noted).toEqual([{ kind: 'filtered', size: 'clothes-XXL' }])
})
