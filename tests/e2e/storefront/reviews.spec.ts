import type { Page } from '@playwright/test'
import type { Db } from '#server/db/connection.ts'
import { createOrder, type createProduct, createReview, createUser } from '../../support/builders.ts'
import { violationsOf } from '../axe.ts'
import { failCalls } from '../calls.ts'
import { sellCounted } from '../counted.ts'
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

/** Sells a slip in these sizes. */
async function sellSlip(db: Db) {
  const id = await sellCounted(db, 'Aurelia slip', { 'alpha-S': 9, 'alpha-M': 9, 'alpha-L': 9 })
  return { id, name: 'Aurelia slip', price_cents: 12_000 }
}

/** A customer buys it in this size. */
async function buys(
  db: Db,
  slip: Pick<Awaited<ReturnType<typeof createProduct>>, 'id' | 'name' | 'price_cents'>,
  user_id: string,
  size: string,
) {
  const { id } = await createOrder(db, [slip], { user_id })
  await db.updateTable('order_line').set({ size }).where('order_id', '=', id).execute()
}

test('a review says how it fits, beside the size that was bought, and five sum it up', { tag: '@phone' }, async ({
  page,
  customer,
  visit,
  db,
}) => {
  const slip = await sellSlip(db)
  await buys(db, slip, customer.id, 'alpha-M')
  for (const fit of [-1, -1, -1, 0]) {
    await createReview(db, { user_id: (await createUser(db)).id, product_id: slip.id, fit })
  }
  await visit(`/shop/${slip.id}`)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByText('say so')).toHaveCount(0)
  await open(page)
  await write(page, 4, 'Lovely.')
  await dialog(page).getByRole('group', { name: 'How does it fit?' }).getByRole('radio', { name: 'Runs small' }).check()
  const usual = dialog(page).getByLabel('Your usual size')
  await expect(usual.getByRole('option')).toHaveText(['Not given', 'XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL'])
  await usual.selectOption('S')
  const height = dialog(page).getByLabel('Your height in cm')
  await height.fill('1.72')
  await send(page)
  await expect(dialog(page).getByRole('alert')).toContainText(
    'The height must be a whole number of cm from 100 to 230.',
  )
  await expect(dialog(page).getByLabel('Comment')).toHaveValue('Lovely.')
  const heights = await dialog(page)
    .locator('label:has([name=fit])')
    .evaluateAll(labels => labels.map(label => label.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
  expect(await violationsOf(page)).toEqual([])
  await height.fill('172')
  await send(page)
  await expect(dialog(page)).toBeHidden()
  const own = reviews.getByRole('listitem').filter({ hasText: 'Ada' }).first()
  await expect(own).toContainText('Verified buyer')
  await expect(own).toContainText('Bought in M · 172 cm · usually wears S · runs small')
  await expect(reviews.getByText('Runs small: 4 of 5 say so')).toBeVisible()
  await expect(reviews.locator('dl').last().locator('div')).toHaveText(['Runs small4', 'True to size1', 'Runs large0'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await violationsOf(page)).toEqual([])
})

test('reviews are limited to a size that was bought and to heights near one’s own', { tag: '@phone' }, async ({
  page,
  visit,
  db,
}) => {
  const slip = await sellSlip(db)
  for (const [username, size, height_cm] of [
    ['Ada', 'alpha-M', 172],
    ['Grace', 'alpha-M', 160],
    ['Eve', 'alpha-S', 168],
    ['Ida', undefined, null],
  ] as const) {
    const { id } = await createUser(db, { username })
    if (size) await buys(db, slip, id, size)
    await createReview(db, { user_id: id, product_id: slip.id, height_cm })
  }
  await visit(`/shop/${slip.id}`)
  const reviews = page.getByRole('region', { name: 'Reviews' })
  const items = reviews.getByRole('listitem')
  const size = reviews.getByLabel('Size bought')
  await expect(items).toHaveCount(4)
  await expect(size.getByRole('option')).toHaveText(['All sizes', 'S', 'M'])
  await size.selectOption('M')
  await expect(reviews.getByText('2 of 4 reviews, bought in M', { exact: true })).toBeVisible()
  await expect(items).toHaveCount(2)

  await reviews.getByLabel('Height near mine').check()
  await reviews.getByLabel('My height in cm').fill('170')
  await expect(reviews.getByText('1 of 4 reviews, bought in M, 165 to 175 cm')).toBeVisible()
  await expect(items).toContainText(['Ada'])
  await reviews.getByLabel('My height in cm').fill('150')
  await expect(reviews.getByText('No review matches what you chose.')).toBeVisible()
  await expect(reviews.getByText('0 of 4 reviews')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await reviews.getByRole('button', { name: 'Show all reviews' }).click()
  await expect(size).toBeFocused()
  await expect(items).toHaveCount(4)

  const asked: string[] = []
  page.on('request', request => asked.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.reload()
  await reviews.getByLabel('Height near mine').check()
  await expect(reviews.getByLabel('My height in cm')).toHaveValue('150')
  expect(asked.join()).not.toContain('150')
})
