import type { Page } from '@playwright/test'
import { createOrder, createReview, createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { asCustomer, expect, expectFailedLoads, test } from '../test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add A Comment' })
const open = (page: Page) => page.getByRole('button', { name: 'Add A Comment' }).click()

async function write(page: Page, stars: number, comment: string) {
  await dialog(page)
    .getByText(stars === 1 ? '1 star' : `${stars} stars`, { exact: true })
    .click({ force: true })
  await dialog(page).getByLabel('Comment').fill(comment)
}
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Submit' }).click()

test('a customer reviews a product twice: the new review replaces the old one', async ({
  page,
  customer,
  sells,
  visit,
  db,
}) => {
  const dress = await sells({ name: 'Silk dress' })
  await visit(`/shop/${dress.id}`)
  await open(page)
  await expect(dialog(page).getByLabel('Comment')).toHaveAttribute('rows', '4')
  await write(page, 4, 'Falls <i>beautifully</i>.')
  await send(page)
  await expect(page.getByText('Review posted successfully!')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  const reviews = page.getByRole('region', { name: 'Reviews' }).getByRole('listitem')
  await expect(reviews).toHaveCount(1)
  await expect(reviews.first()).toContainText('Falls <i>beautifully</i>.')
  await expect(reviews.first()).toContainText('Ada')
  await expect(page.getByRole('img', { name: 'Rated 4 out of 5' }).first()).toBeVisible()

  await open(page)
  await expect(dialog(page).getByLabel('Comment')).toHaveValue('')
  await expect(dialog(page).getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog(page)).toContainText('A new review takes its place.')
  await write(page, 2, 'It shrank.')
  await send(page)
  await expect(reviews).toHaveCount(1)
  await expect(reviews.first()).toContainText('It shrank.')
  const saved = await db.selectFrom('review').select(['rating', 'comment', 'user_id']).execute()
  expect(saved).toEqual([{ rating: 2, comment: 'It shrank.', user_id: customer.id }])
})

test('a stranger who wants to review is sent to the login', async ({ page, sells, visit }) => {
  const dress = await sells()
  await visit(`/shop/${dress.id}`)
  await open(page)
  await expect(page.getByText('You must be logged in to post a review.')).toBeVisible()
  await expect(page).toHaveURL('/login')
})

asCustomer(
  'after a failed review the dialog stays open with what was typed',
  async ({ page, sells, visit, complaints }) => {
    const dress = await sells()
    await visit(`/shop/${dress.id}`)
    await open(page)
    await failCalls(page, '**/api/reviews/**')
    await write(page, 5, 'Lovely.')
    await send(page)
    await expect(dialog(page).getByRole('alert')).toContainText('Error posting review')
    await expect(dialog(page).getByLabel('Comment')).toHaveValue('Lovely.')
    await expect(dialog(page).getByRole('radio', { name: '5 stars' })).toBeChecked()

    await page.unrouteAll()
    await send(page)
    await expect(page.getByText('Review posted successfully!')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asCustomer('a review without stars or text is not posted, and Cancel loses nothing', async ({ page, sells, visit }) => {
  const dress = await sells()
  await visit(`/shop/${dress.id}`)
  await open(page)
  await dialog(page).getByLabel('Comment').fill('Lovely.')
  await send(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Error posting review')
  await expect(dialog(page).getByRole('alert')).toContainText('Please choose one to five stars.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toBeHidden()

  await open(page)
  await expect(dialog(page).getByLabel('Comment')).toHaveValue('Lovely.')
  await write(page, 1, '   ')
  await send(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Please write a few words.')
})

test('two clicks on Submit post one review', async ({ page, customer, sells, visit, db }) => {
  const dress = await sells()
  await visit(`/shop/${dress.id}`)
  await open(page)
  await write(page, 5, 'Lovely.')
  const calls: string[] = []
  page.on('request', request => request.url().endsWith('post-review') && calls.push(request.url()))
  await dialog(page).getByRole('button', { name: 'Submit' }).dblclick()
  await expect(page.getByText('Review posted successfully!')).toBeVisible()
  expect(calls).toHaveLength(1)
  expect(await db.selectFrom('review').select('user_id').execute()).toEqual([{ user_id: customer.id }])
})

test('stars are chosen with the arrow keys, and a review is posted without a mouse', async ({
  page,
  customer,
  sells,
  visit,
  db,
}) => {
  const dress = await sells()
  await visit(`/shop/${dress.id}`)
  await page.getByRole('button', { name: 'Add A Comment' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('By keyboard alone.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Review posted successfully!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add A Comment' })).toBeFocused()
  const [review] = await db.selectFrom('review').selectAll().execute()
  expect(review).toMatchObject({ comment: 'By keyboard alone.', user_id: customer.id })
  expect(review?.rating).toBeGreaterThanOrEqual(3)
})

asCustomer('every list shows the mean after a new review', async ({ page, sells, visit, db }) => {
  const dress = await sells({ name: 'Silk dress', rating: 5 })
  const grace = await createUser(db, { username: 'Grace' })
  await createReview(db, { user_id: grace.id, product_id: dress.id, rating: 5 })
  await visit('/shop')
  await expect(page.getByRole('img', { name: 'Rated 5 out of 5' })).toBeVisible()
  await page.getByRole('link', { name: 'Silk dress' }).click()
  await open(page)
  await write(page, 5, 'Again.')
  await send(page)
  await expect(page.getByText('Review posted successfully!')).toBeVisible()
  await open(page)
  await write(page, 2, 'And again.')
  await send(page)
  await expect(page.getByText('And again.')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/shop')
  await expect(page.getByRole('article').getByRole('img', { name: 'Rated 3.5 out of 5' })).toBeVisible()
})

test('the reviews of a product are counted by stars, and buyers are marked', { tag: '@phone' }, async ({
  page,
  sells,
  visit,
  db,
}) => {
  const dress = await sells({ name: 'Silk dress', rating: 4.33 })
  const other = await sells()
  const [ada, grace, eve] = [await createUser(db), await createUser(db, { username: 'Grace' }), await createUser(db)]
  await createOrder(db, [dress], { user_id: grace.id })
  for (const [{ id: user_id }, rating] of [
    [ada, 4],
    [grace, 5],
    [eve, 4],
  ] as const)
    await createReview(db, { user_id, product_id: dress.id, rating })
  await visit(`/shop/${dress.id}`)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews).toContainText('4.3out of 5, 3 reviews')
  await expect(reviews.locator('dl > div')).toHaveText(['5 stars1', '4 stars2', '3 stars0', '2 stars0', '1 star0'])
  const widths = await reviews.locator('dl dd > span:first-child > span').evaluateAll(bars =>
    bars.map(bar => {
      const room = bar.parentElement?.getBoundingClientRect().width ?? 0
      return Math.round((100 * bar.getBoundingClientRect().width) / room)
    }),
  )
  expect(widths).toEqual([33, 67, 0, 0, 0])
  await expect(reviews.getByText('Verified buyer')).toHaveCount(1)
  await expect(reviews.getByRole('listitem').filter({ hasText: 'Verified buyer' })).toContainText('Grace')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await violationsOf(page)).toEqual([])

  await visit(`/shop/${other.id}`)
  await expect(reviews).toContainText('No reviews yet.')
  await expect(reviews.locator('dl')).toHaveCount(0)
})
