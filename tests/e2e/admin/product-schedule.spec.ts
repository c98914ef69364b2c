import type { Page } from '@playwright/test'
import { violationsOf } from '../axe.ts'
import { asAdmin, expect, untilHydrated } from '../test.ts'

const [list, add] = ['/dashboard/manage-products', '/dashboard/add-product']

/** A time in the browser's zone, as a `datetime-local` field takes it, so many days from now. */
const inDays = (page: Page, days: number) =>
  page.evaluate(days => {
    const at = new Date(Date.now() + days * 86_400_000)
    return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}T09:00`
  }, days)

asAdmin('the owner schedules a piece, previews it, and visitors see it once it is public', async ({ page }) => {
  await page.goto(add)
  await untilHydrated(page)
  await page.getByLabel('Category').selectOption('Dress')
  await page.getByLabel('Color').selectOption('Red')
  await page.getByLabel('Product Name').fill('Scheduled gown')
  await page.getByLabel('Price', { exact: true }).fill('120')
  await page.getByLabel('Description').fill('Falls well.')
  await expect(page.getByText('Visitors see this piece.')).toBeVisible()
  await page.getByText('Status, dates and sale').click()
  await page.getByLabel(/^Visible from/).fill(await inDays(page, 2))
  await page.getByLabel(/^Visible until/).fill(await inDays(page, 1))
  await expect(page.getByText(/^Visitors will see this piece from .+ until .+\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('The piece would go before it comes: its end must be after its beginning.')).toBeVisible()
  await page.getByLabel(/^Visible until/).fill(await inDays(page, 9))
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Scheduled gown is saved, and visitors cannot see it yet.')).toBeVisible()

  await page.goto(list)
  await expect(page.getByText(/^Scheduled from /)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Scheduled gown, Red' }).click()
  await page.getByRole('link', { name: 'Preview' }).click()
  await expect(page.getByText('Preview: visitors cannot see this piece.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Scheduled gown' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeDisabled()
  await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(1)
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0)
  const id = new URL(page.url()).pathname.split('/').at(-1)
  expect((await page.request.get(`/shop/${id}`)).status()).toBe(404)

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel(/^Visible from/).fill('')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await page.waitForURL(`**${list}`)
  expect((await page.request.get(`/shop/${id}`)).status()).toBe(200)
})

asAdmin('a sale is planned in the form, and a typed old price is warned of', async ({ page, sells }) => {
  const { id } = await sells({ name: 'Sale gown', price_cents: 12_000, old_price_cents: 15_000 })
  await page.goto(`/dashboard/update-product/${id}`)
  await expect(page.getByText(/98\/6\/EC, article 6a/)).toBeVisible()
  await expect(page.getByText('The lowest price of the last 30 days: $120.00')).toBeVisible()
  await page.getByText('Status, dates and sale').click()
  await page.getByLabel(/^Sale price/).fill('130')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page.getByText('The sale price must be below the price.')).toBeVisible()
  await page.getByLabel(/^Sale price/).fill('90')
  await expect(page.getByText(/^Visitors pay \$90\.00 from now on\./)).toBeVisible()
  await page.getByRole('button', { name: 'Update Product' }).click()
  await page.waitForURL(`**${list}`)
  await page.goto(`/shop/${id}`)
  await expect(page.getByRole('main').getByText('$90.00').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('$120.00').first()).toBeVisible()

  await page.goto(`/dashboard/update-product/${id}`)
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('120.00')
  await expect(page.getByLabel(/^Old price/)).toHaveValue('150.00')
})
