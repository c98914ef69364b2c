import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

const mostSteps = 120

/** Goes on with Tab until the focus is there. */
async function tabTo(page: Page, target: Locator) {
  for (let step = 0; step < mostSteps; step++) {
    if ((await target.count()) && (await target.evaluate(node => node === document.activeElement))) return
    await page.keyboard.press('Tab')
  }
  expect(target, 'is never reached with Tab').toBeFocused()
}

test('with the keyboard alone: from the home page to a posted review and an edited profile', async ({
  page,
  customer,
  sells,
  db,
  visit,
}) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  await page.route('https://pictures.test/**', route => route.fulfill({ contentType: 'image/svg+xml', body: svg }))
  await sells({ name: 'Silk dress' })
  await visit('/')
  await tabTo(page, page.getByRole('article').getByRole('link', { name: 'Silk dress' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Silk dress' })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Add A Comment' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: '1 star' }))
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
  await tabTo(page, page.getByRole('textbox', { name: 'Comment' }))
  await page.keyboard.type('By keyboard alone.')
  await tabTo(page, page.getByRole('button', { name: 'Submit' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Review posted successfully!')).toBeVisible()
  expect(await db.selectFrom('review').select(['rating', 'comment']).execute()).toEqual([
    { rating: 4, comment: 'By keyboard alone.' },
  ])

  await page.keyboard.press('Home')
  await tabTo(page, page.getByRole('button', { name: 'Your account' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Profile' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard/profile')
  await tabTo(page, page.getByRole('button', { name: 'Edit profile' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  for (const [label, text] of [
    ['Profile Image URL', 'https://pictures.test/ada.png'],
    ['Write Bio', 'Counts on dresses.'],
    ['Profession', 'Countess'],
  ] as const) {
    await tabTo(page, dialog.getByLabel(label))
    await page.keyboard.type(text)
  }
  await tabTo(page, dialog.getByRole('button', { name: 'Update Profile' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Profile Update Successfully')).toBeVisible()
  const { bio } = await db.selectFrom('user').select('bio').where('id', '=', customer.id).executeTakeFirstOrThrow()
  expect(bio).toBe('Counts on dresses.')
})
