import type { Page } from '@playwright/test'
import { createProduct, createReview, createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { signInBrowser } from '../sign-in.ts'
import { asAdmin, expect, expectFailedLoads, test } from '../test.ts'

const list = (page: Page) => page.getByRole('main').getByRole('list').getByRole('listitem')
const dialog = (page: Page) => page.getByRole('dialog', { name: /answer/i })

/** Two reviews of a silk dress: Ada's, two stars, and then Grace's, five. */
async function reviewed(db: Parameters<typeof createProduct>[0]) {
  const dress = await createProduct(db, { name: 'Silk dress', rating: 3.5 })
  const ada = await createUser(db, { username: 'Ada' })
  const grace = await createUser(db, { username: 'Grace' })
  const at = Date.now()
  const [first, second] = [new Date(at - 60_000), new Date(at - 30_000)]
  const ofDress = { product_id: dress.id }
  const fit = { fit: -1, height_cm: 172, usual_size: 'alpha-M' }
  await createReview(db, { ...ofDress, user_id: ada.id, rating: 2, comment: 'It shrank.', ...fit, created_at: first })
  await createReview(db, { ...ofDress, user_id: grace.id, rating: 5, comment: 'Falls well.', created_at: second })
  return { dress, ada }
}

test('the owner hides a review, takes it back, and shows it again', { tag: '@phone' }, async ({
  page,
  owner: _,
  db,
  visit,
}) => {
  const { dress } = await reviewed(db)
  await visit('/dashboard/admin')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Reviews', exact: true }).click()
  await expect(page).toHaveURL('/dashboard/manage-reviews')
  await expect(list(page)).toHaveCount(2)
  await expect(list(page).first()).toContainText('Falls well.')
  const ofAda = list(page).filter({ hasText: 'It shrank.' })
  await expect(ofAda.getByRole('link', { name: 'Silk dress' })).toHaveAttribute('href', `/shop/${dress.id}/silk-dress`)
  await expect(ofAda.getByRole('img', { name: 'Rated 2 out of 5' })).toBeVisible()
  await expect(ofAda.getByText('172 cm · usually wears M · runs small')).toBeVisible()

  await ofAda.getByRole('button', { name: 'Hide: the review of Silk dress by Ada' }).click()
  await expect(page.getByText('Review hidden')).toBeVisible()
  await expect(ofAda.getByText('hidden', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Taken back')).toBeVisible()
  await expect(ofAda.getByText('hidden', { exact: true })).toBeHidden()

  await ofAda.getByRole('button', { name: /^Hide/ }).click()
  await ofAda.getByRole('button', { name: /^Show again/ }).click()
  await expect(page.getByText('Review shown again')).toBeVisible()
  await ofAda.getByRole('button', { name: /^Hide/ }).click()
  await expect(ofAda.getByRole('button', { name: /^Show again/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await visit(`/shop/${dress.id}`)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByRole('listitem')).toHaveCount(1)
  await expect(reviews).not.toContainText('It shrank.')
  await expect(reviews).toContainText('5.0')
})

test('the owner answers a review, edits and removes the answer', { tag: '@phone' }, async ({
  page,
  owner: _,
  db,
  visit,
}) => {
  const { dress } = await reviewed(db)
  await visit('/dashboard/manage-reviews')
  const ofAda = list(page).filter({ hasText: 'It shrank.' })
  await ofAda.getByRole('button', { name: 'Answer the review of Silk dress by Ada' }).click()
  await expect(dialog(page).getByLabel('Your answer')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByText('Please write your answer.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await dialog(page).getByLabel('Your answer').fill('We are sorry.\nPlease send it back.')
  await dialog(page).getByRole('button', { name: 'Save' }).dblclick()
  await expect(page.getByText('Answer saved')).toBeVisible()
  await expect(ofAda).toContainText('We are sorry.')
  expect(await db.selectFrom('audit').select('action').where('record', '=', 'review').execute()).toEqual([
    { action: 'answer' },
  ])

  await visit(`/shop/${dress.id}`)
  const review = page.getByRole('region', { name: 'Reviews' }).getByRole('listitem').filter({ hasText: 'It shrank.' })
  await expect(review).toContainText('Please send it back.')
  await expect(review).toContainText(/Vitrine, \w+ \d+, \d{4}/)
  expect(await violationsOf(page)).toEqual([])

  await visit('/dashboard/manage-reviews')
  await ofAda.getByRole('button', { name: 'Edit the answer to the review of Silk dress by Ada' }).click()
  await expect(dialog(page).getByLabel('Your answer')).toHaveValue('We are sorry.\nPlease send it back.')
  await dialog(page).getByLabel('Your answer').fill('A new one is on its way.')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(ofAda).toContainText('A new one is on its way.')
  await ofAda.getByRole('button', { name: 'Remove the answer to the review of Silk dress by Ada' }).click()
  await expect(page.getByText('Answer removed')).toBeVisible()
  await expect(ofAda).not.toContainText('A new one is on its way.')

  await visit('/dashboard/audit?record=review')
  await expect(list(page).first()).toContainText('removed the answer to a review of Silk dress')
  await list(page).first().getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Taken back')).toBeVisible()
  await list(page).first().getByRole('link', { name: 'Silk dress' }).click()
  await expect(list(page)).toHaveCount(1)
  await expect(ofAda).toContainText('A new one is on its way.')
})

test('the author of a hidden review still has it, and the owner reads when it was rewritten', {
  tag: '@phone',
}, async ({ page, shop, db, owner, visit }) => {
  const { dress, ada } = await reviewed(db)
  const hidden = { hidden_at: new Date(Date.now() - 40_000) }
  await db.updateTable('review').set(hidden).where('user_id', '=', ada.id).execute()
  await signInBrowser(db, page, shop.url, ada)
  await visit('/dashboard/reviews')
  await expect(list(page).first()).toContainText('Not shown: the shop has hidden this review. Only you see it here.')
  expect(await violationsOf(page)).toEqual([])
  await visit(`/shop/${dress.id}`)
  await page.getByRole('button', { name: 'Add A Comment' }).click()
  const form = page.getByRole('dialog', { name: 'Add A Comment' })
  await form.getByText('3 stars', { exact: true }).click({ force: true })
  await form.getByLabel('Comment').fill('It shrank a little.')
  await form.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Review posted successfully!')).toBeVisible()
  await expect(page.getByText(/^The shop has hidden your review\./)).toBeVisible()
  await expect(page.getByText('It shrank a little.')).toBeHidden()

  await signInBrowser(db, page, shop.url, owner)
  await visit('/dashboard/manage-reviews?state=hidden')
  await expect(list(page)).toHaveCount(1)
  await expect(list(page).first()).toContainText('It stays hidden until you show it again.')
})

asAdmin('reviews are searched and filtered', async ({ page, db, visit }) => {
  await reviewed(db)
  await visit('/dashboard/manage-reviews')
  await page.getByLabel('Search reviews').fill('grace')
  await expect(list(page)).toHaveCount(1)
  await page.getByLabel('Search reviews').fill('velvet')
  await expect(page.getByText('No reviews match what you are looking for.')).toBeVisible()
  await page.getByRole('link', { name: 'Show all reviews' }).click()
  await expect(list(page)).toHaveCount(2)
  await page.getByLabel('Show').selectOption('Hidden')
  await expect(page.getByText('No reviews match what you are looking for.')).toBeVisible()
})

asAdmin('a shop without reviews says so', { tag: '@phone' }, async ({ page, visit }) => {
  await visit('/dashboard/manage-reviews')
  await expect(page.getByText('Nobody has reviewed anything yet.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})

asAdmin(
  'a change to a review that fails says so, and what was typed stays',
  async ({ page, db, visit, complaints }) => {
    await reviewed(db)
    await visit('/dashboard/manage-reviews')
    await failCalls(page, '**/api/reviews/*/*', { status: 503, json: {} })
    await list(page).first().getByRole('button', { name: /^Hide/ }).click()
    await expect(page.getByText(/^The review was not hidden\./)).toBeVisible()
    await list(page)
      .first()
      .getByRole('button', { name: /^Answer/ })
      .click()
    await dialog(page).getByLabel('Your answer').fill('Thank you.')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await expect(dialog(page).getByLabel('Your answer')).toHaveValue('Thank you.')
    expectFailedLoads(complaints)
  },
)
