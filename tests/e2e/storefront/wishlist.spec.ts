import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { sellCounted } from '../counted.ts'
import { expect, expectFailedLoads, test } from '../test.ts'

test('a guest saves pieces with the keyboard, finds them in every tab, buys one and removes one', {
  tag: '@phone',
}, async ({ page, sells, db, visit }) => {
  await sells({ name: 'Silk dress' })
  await sells({ name: 'Wool coat', old_price_cents: 15_000 })
  await sellCounted(db, 'Gone scarf', 0)
  const isPhone = (page.viewportSize()?.width ?? 0) < 500
  await visit('/shop')
  for (const name of ['Silk dress', 'Wool coat', 'Gone scarf']) {
    const heart = page.getByRole('button', { name: `Save ${name} to your wishlist` })
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await heart.press('Enter')
    const saved = page.getByRole('button', { name: `Remove ${name} from your wishlist` })
    await expect(saved).toHaveAttribute('aria-pressed', 'true')
    await expect(saved).toBeFocused()
  }
  expect(await violationsOf(page)).toEqual([])

  const other = await page.context().newPage()
  await other.goto('/shop')
  await other.getByRole('link', { name: 'Wool coat' }).click()
  await other.getByRole('button', { name: 'Remove Wool coat from your wishlist' }).click()
  await expect(page.getByRole('button', { name: 'Save Wool coat to your wishlist' })).toBeVisible()
  await other.getByRole('button', { name: 'Save Wool coat to your wishlist' }).click()
  await expect(page.getByRole('button', { name: 'Remove Wool coat from your wishlist' })).toBeVisible()
  await other.close()

  if (isPhone) {
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('link', { name: 'Wishlist (3)' }).click()
  } else await page.getByRole('link', { name: 'Wishlist, 3 pieces' }).click()
  await expect(page).toHaveURL('/wishlist')
  const pieces = page.locator('main article h3')
  await expect(pieces).toHaveText(['Wool coat', 'Gone scarf', 'Silk dress'])
  await expect(page.getByRole('button', { name: 'Gone scarf: Sold out' })).toBeDisabled()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove Gone scarf from your wishlist' }).press('Space')
  await expect(pieces).toHaveText(['Wool coat', 'Silk dress'])
  await expect(page.getByRole('heading', { level: 1, name: 'Wishlist' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(pieces).toHaveText(['Gone scarf', 'Wool coat', 'Silk dress'])
  await page.getByRole('button', { name: 'Add Silk dress to cart' }).click()
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeAttached()
})

test('a piece that is no longer sold is said to be, and removed', { tag: '@phone' }, async ({
  page,
  db,
  sells,
  visit,
}) => {
  const { id } = await sells({ name: 'Silk dress' })
  await visit('/wishlist')
  await expect(page.getByText('Nothing is saved here yet.')).toBeVisible()
  await page.getByRole('link', { name: 'See what is in the window' }).click()
  await page.getByRole('button', { name: 'Save Silk dress to your wishlist' }).click()
  await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', id).execute()
  await visit('/wishlist')
  await expect(page.getByText('A piece that you saved is no longer sold.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove piece 1 that is no longer sold' }).click()
  await expect(page.getByText('Nothing is saved here yet.')).toBeVisible()
})

test('what a guest saved is in the account after the login, and leaves this browser at the logout', {
  tag: '@phone',
}, async ({ page, db, sells, signsIn, visit }) => {
  await sells({ name: 'Silk dress' })
  const coat = await sells({ name: 'Wool coat' })
  await visit('/shop')
  await page.getByRole('button', { name: 'Save Silk dress to your wishlist' }).click()
  const ada = await signsIn()
  await db
    .insertInto('wishlist_item')
    .values({ user_id: ada.id, product_id: coat.id, added_at: new Date(2026, 0, 1) })
    .execute()
  const pieces = page.locator('main article h3')
  await visit('/wishlist')
  await expect(pieces).toHaveText(['Silk dress', 'Wool coat'])
  const inAccount = () => db.selectFrom('wishlist_item').select('product_id').where('user_id', '=', ada.id).execute()
  expect(await inAccount()).toHaveLength(2)
  await page.getByRole('button', { name: 'Remove Wool coat from your wishlist' }).click()
  await expect.poll(inAccount).toHaveLength(1)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await visit('/shop')
  await expect(page.getByRole('button', { name: 'Save Silk dress to your wishlist' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('wishlist'))).toBe('{"ids":[]}')
  expect(await inAccount()).toHaveLength(1)
})

test('a change that the account refuses is told and undone', async ({ page, sells, signsIn, visit, complaints }) => {
  await sells({ name: 'Silk dress' })
  await signsIn()
  await visit('/shop')
  await failCalls(page, '**/api/wishlist/*-*')
  const heart = page.getByRole('button', { name: 'Save Silk dress to your wishlist' })
  await heart.click()
  await expect(page.getByText('Your wishlist could not be changed. Please try again.')).toBeVisible()
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  expectFailedLoads(complaints)
})
