import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { hashPassword } from '#server/auth/password-hash.ts'
import { violationsOf } from '../axe.ts'
import { failCalls, holdCalls } from '../calls.ts'
import { signInBrowser } from '../sign-in.ts'
import { asAdmin, dataCalls, expect, expectFailedLoads, idle, test, untilHydrated } from '../test.ts'

const [list, add] = ['/dashboard/manage-products', '/dashboard/add-product']
const table = (page: Page) => page.getByRole('table', { name: /^Products/ })
const rows = (page: Page) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
const announcement = (page: Page, text: string) => page.locator('[aria-live]').getByText(text, { exact: true })
const image = (page: Page) => page.getByLabel(/^Image/)
const submit = (page: Page) => page.getByRole('main').locator('form').first().getByRole('button').last()
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** The server encodes a picture in four widths and two formats before it answers. */
const encoding = { timeout: 20_000 }
const picture = async (background = '#a33') =>
  await sharp({ create: { width: 80, height: 100, channels: 3, background } })
    .png()
    .toBuffer()
const asFile = (buffer: Buffer, name = 'dress.png') => ({ name, mimeType: 'image/png', buffer })

async function fillIn(page: Page, typed: Record<string, string> = {}) {
  const all = {
    'Product Name': 'Velvet gown',
    Price: '120.50',
    Description: 'Falls well.\nNever creases.',
    ...typed,
  }
  await page.getByLabel('Category').selectOption('Dress')
  await page.getByLabel('Color').selectOption('Red')
  for (const [label, text] of Object.entries(all)) await page.getByLabel(label, { exact: true }).fill(text)
}

/** Records the bodies of the page's PATCH or POST requests. */
function changesSent(page: Page) {
  const sent: { call: string; body: Record<string, unknown> }[] = []
  page.on('request', request => {
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    if (!call.startsWith('GET')) sent.push({ call, body: request.postDataJSON() })
  })
  return sent
}

/** Gives files to the page by file input, drop or paste. */
async function give(page: Page, how: 'change' | 'drop' | 'paste', files: Buffer[]) {
  await image(page).evaluate(
    (input: HTMLInputElement, { how, files }) => {
      const given = new DataTransfer()
      for (const [n, base64] of files.entries()) {
        const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
        given.items.add(new File([bytes], `${n}.png`, { type: 'image/png' }))
      }
      if (how === 'change') {
        input.files = given.files
        input.dispatchEvent(new Event('change', { bubbles: true }))
      } else if (how === 'drop')
        document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: given }))
      else document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: given }))
    },
    { how, files: files.map(bytes => bytes.toString('base64')) },
  )
}

test('a product is added with a picture, and the next request of the shop shows it', { tag: '@phone' }, async ({
  page,
  owner,
  visit,
}) => {
  const sent = changesSent(page)
  await visit(add)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add New Product')
  await expect(page.getByPlaceholder('Ex: Diamond Earrings')).toBeVisible()
  await expect(page.getByLabel('Category').getByRole('option')).toHaveText([
    'Select a category',
    'Accessories',
    'Dress',
    'Jewellery',
    'Cosmetics',
  ])
  await expect(page.getByLabel('Color').getByRole('option')).toHaveText([
    'Select a color',
    'Black',
    'Red',
    'Gold',
    'Blue',
    'Silver',
    'Beige',
    'Green',
  ])
  await expect(page.getByLabel('Price', { exact: true })).toHaveAttribute('type', 'number')
  await expect(page.getByLabel('Description')).toHaveAttribute('rows', '6')

  const release = await holdCalls(page, '**/api/uploadImage')
  await fillIn(page, { 'Old price (optional)': '150' })
  await image(page).setInputFiles(asFile(await picture()))
  await expect(page.getByText('Uplading...')).toBeVisible()
  await expect(submit(page)).toBeDisabled()
  release()
  await expect(page.getByText('Image uploaded successfully!')).toBeVisible(encoding)
  await expect(announcement(page, 'Uploaded image successfully!')).toBeVisible()
  const preview = page.getByRole('img', { name: 'The product, as it will be shown' })
  expect(await preview.evaluate((img: HTMLImageElement) => img.decode().then(() => 'shown'))).toBe('shown')
  expect(await violationsOf(page)).toEqual([])
  expect(sent[0]).toEqual({
    call: 'POST /api/uploadImage',
    body: { image: expect.stringMatching(/^data:image\/png;base64,/) },
  })

  await expect(submit(page)).toHaveText('Add Product')
  await submit(page).click()
  await expect(announcement(page, 'Product added successfully!')).toBeVisible()
  expect(sent[1]).toEqual({
    call: 'POST /api/products/create-product',
    body: {
      name: 'Velvet gown',
      category: 'dress',
      color: 'red',
      price: '120.50',
      oldPrice: '150',
      description: 'Falls well.\nNever creases.',
      image: expect.stringMatching(/\/images\/[0-9a-f]+\/1280\.webp$/),
      author: owner.id,
    },
  })
  await expect(page.getByLabel('Product Name')).toHaveValue('')
  await expect(page.getByLabel('Product Name')).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(preview).toBeHidden()

  await visit('/shop')
  await page
    .getByRole('link', { name: /Velvet gown/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Velvet gown')
  await expect(page.getByRole('main').getByText('$120.50').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('$150.00').first()).toBeVisible()
  const shown = page.getByRole('main').getByRole('img', { name: 'Velvet gown' })
  await expect(shown).toHaveAttribute('src', /\/images\/[0-9a-f]{32}\//)
})

asAdmin('the toast links to a product that was added or changed', async ({ page, visit }) => {
  const view = page.locator('[aria-live]').getByRole('button', { name: 'View in shop' })
  const inShop = async (name: string) => {
    await view.click()
    await expect(page).toHaveURL(/\/shop\/[0-9a-f-]+\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(view).toBeHidden()
  }
  await visit(add)
  await fillIn(page)
  await submit(page).click()
  await expect(announcement(page, 'Product added successfully!')).toBeVisible()
  expect(await fits(page)).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await inShop('Velvet gown')

  await visit(list)
  await page.getByRole('link', { name: 'Edit Velvet gown' }).click()
  await page.getByRole('main').getByRole('link', { name: 'View in shop' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Velvet gown')
  await page.goBack()
  await page.getByLabel('Product Name').fill('Silk gown')
  await submit(page).click()
  await expect(page).toHaveURL(list)
  await expect(announcement(page, 'Product updated successfully!')).toBeVisible()
  await inShop('Silk gown')
})

asAdmin(
  'a product with a field missing is not sent, the fields are marked and the first is focused',
  async ({ page, visit }) => {
    const sent = changesSent(page)
    await visit(add)
    await page.getByLabel('Price', { exact: true }).fill('12')
    await submit(page).click()
    await expect(announcement(page, 'Please fill in all fields.')).toBeVisible()
    for (const label of ['Product Name', 'Category', 'Color', 'Description'])
      await expect(page.getByLabel(label)).toHaveAccessibleDescription(/is missing\.$/)
    await expect(page.getByLabel('Price', { exact: true })).not.toHaveAttribute('aria-invalid')
    await expect(page.getByLabel('Product Name')).toBeFocused()
    expect(await violationsOf(page)).toEqual([])
    expect(sent).toEqual([])
  },
)

for (const [typed, label, sentence] of [
  [{ Price: '0' }, 'Price', 'The price must be above 0 and at most 100,000.'],
  [{ Price: '1.999' }, 'Price', 'The price can have at most two decimals.'],
  [{ 'Old price (optional)': '100' }, 'Old price (optional)', 'The old price must be above the price.'],
] as const)
  asAdmin(
    `${label} with ${Object.values(typed)} shows an error beside the field, and nothing is sent`,
    async ({ page, visit }) => {
      const sent = changesSent(page)
      await visit(add)
      await fillIn(page, typed)
      await submit(page).click()
      await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(sentence)
      await expect(page.getByLabel(label, { exact: true })).toBeFocused()
      await expect(announcement(page, 'Please fill in all fields.')).toBeHidden()
      expect(sent).toEqual([])
    },
  )

asAdmin('changing a field removes its error', async ({ page, visit }) => {
  await visit(add)
  await fillIn(page, { Price: '10', 'Old price (optional)': '5' })
  await submit(page).click()
  const oldPrice = page.getByLabel('Old price (optional)')
  await expect(oldPrice).toHaveAttribute('aria-invalid', 'true')
  await oldPrice.fill('20')
  await expect(oldPrice).not.toHaveAttribute('aria-invalid', 'true')

  await oldPrice.fill('5')
  await submit(page).click()
  await expect(oldPrice).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Price', { exact: true }).fill('4')
  await expect(oldPrice).not.toHaveAttribute('aria-invalid', 'true')
})

test('what was typed when the session ended is restored after logging in, until it is saved', async ({
  page,
  owner,
  sells,
  db,
  visit,
  complaints,
}) => {
  const password = 'correct horse 1'
  const endSession = () => page.context().clearCookies()
  const logIn = async () => {
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Email').fill(owner.email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await db
    .updateTable('user')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', owner.id)
    .execute()

  await visit(add)
  await fillIn(page)
  await endSession()
  await submit(page).click()
  await logIn()
  await expect(page).toHaveURL(add)
  await expect(page.getByLabel('Product Name')).toHaveValue('Velvet gown')
  await expect(page.getByLabel('Description')).toHaveValue('Falls well.\nNever creases.')
  await expect(page.getByLabel('Category')).toHaveValue('dress')
  await submit(page).click()
  await expect(announcement(page, 'Product added successfully!')).toBeVisible()
  await expect(page.getByLabel('Product Name')).toHaveValue('')
  await visit(add)
  await expect(page.getByLabel('Product Name')).toHaveValue('')

  const dress = await sells({ name: 'Linen dress' })
  await visit(`/dashboard/update-product/${dress.id}`)
  await page.getByLabel('Product Name').fill('Silk dress')
  await endSession()
  await submit(page).click()
  await logIn()
  await expect(page.getByLabel('Product Name')).toHaveValue('Silk dress')
  await submit(page).click()
  await expect(announcement(page, 'Product updated successfully!')).toBeVisible()
  expectFailedLoads(complaints)
})

asAdmin('an invalid number is not treated as an empty field', async ({ page, visit }) => {
  const sent = changesSent(page)
  await visit(add)
  await fillIn(page)
  await page.getByLabel('Old price (optional)').pressSequentially('1-2')
  await submit(page).click()
  await expect(page.getByLabel('Old price (optional)')).toHaveAccessibleDescription('The old price must be a number.')
  expect(sent).toEqual([])
})

asAdmin(
  'a product that the shop rejects shows the reason, and what was typed stays',
  async ({ page, visit, complaints }) => {
    const logged: string[] = []
    page.on('console', message => message.type() === 'info' && logged.push(message.text()))
    await visit(add)
    await fillIn(page)
    await failCalls(page, '**/create-product')
    await submit(page).click()
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('The product was not added. We could not reach the shop.')
    await expect(alert).toBeFocused()
    await expect(page.getByLabel('Description')).toHaveValue('Falls well.\nNever creases.')
    expect(logged.join()).toContain('The product was not added')
    expect(await violationsOf(page)).toEqual([])
    await page.unrouteAll()
    await submit(page).click()
    await expect(announcement(page, 'Product added successfully!')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin('pictures are dropped or pasted anywhere on the page, and removed one by one', async ({ page, visit }) => {
  await visit(add)
  const previews = page.getByRole('img', { name: /as it will be shown$/ })
  await give(page, 'drop', [await picture('#a33')])
  await expect(previews).toHaveCount(1, encoding)
  await give(page, 'paste', [await picture('#3a3')])
  await expect(previews).toHaveCount(2, encoding)
  for (const left of [1, 0]) {
    await page
      .getByRole('button', { name: /^Remove the picture/ })
      .first()
      .click()
    await expect(previews).toHaveCount(left)
  }
  await expect(page.getByText('Image uploaded successfully!')).toBeHidden()
})

asAdmin('choosing several files uploads none', async ({ page, visit }) => {
  const sent = changesSent(page)
  await visit(add)
  await give(page, 'change', [await picture('#a33'), await picture('#3a3')])
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Failed to upload image, please try again!')
  await expect(alert).toContainText('Please choose one picture only: of several, none is uploaded.')
  await expect(alert).toContainText('“Add several pictures” takes more at once.')
  expect(await violationsOf(page)).toEqual([])
  expect(sent).toEqual([])
})

for (const how of ['button', 'drop', 'paste'] as const)
  asAdmin(`several pictures are uploaded one after the other, each once (${how})`, async ({ page, visit }) => {
    const sent = changesSent(page)
    await visit(add)
    const release = await holdCalls(page, '**/api/uploadImage')
    const pictures = [await picture('#a33'), await picture('#3a3')]
    if (how === 'button') {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Add several pictures' }).click()
      await (await chooser).setFiles(pictures.map((buffer, n) => asFile(buffer, `${n}.png`)))
    } else await give(page, how, pictures)
    await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await expect.poll(() => sent.length).toBe(1)
    release()
    await expect(page.getByRole('img', { name: /as it will be shown$/ })).toHaveCount(2, encoding)
    await expect(page.getByText('Image uploaded successfully!')).toBeVisible()
    expect(sent).toHaveLength(2)
  })

asAdmin(
  'a file that is no picture, and one that is too large, are rejected with a sentence',
  async ({ page, visit, complaints }) => {
    const sent = changesSent(page)
    await visit(add)
    await fillIn(page)
    await image(page).setInputFiles(asFile(Buffer.alloc(8 * 1024 * 1024 + 1)))
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText('A picture can have at most 8 MB.')
    expect(sent).toEqual([])
    await image(page).setInputFiles(asFile(Buffer.from('<svg onload="alert(1)"/>'), 'dress.png'))
    await expect(alert).toContainText('Failed to upload image, please try again!')
    await expect(alert).toContainText('Please choose a picture in one of the formats')
    expect(await violationsOf(page)).toEqual([])
    await submit(page).click()
    await expect(announcement(page, 'Product added successfully!')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'a price is changed: the form is filled in, sends what changed, and the shop shows it with the next request',
  async ({ page, sells, visit }) => {
    const dress = await sells({ name: 'Silk dress', price_cents: 12_000, old_price_cents: 15_000, color: 'gold' })
    const sent = changesSent(page)
    await visit(list)
    await page.getByRole('link', { name: 'Edit Silk dress' }).click()
    await expect(page).toHaveURL(`/dashboard/update-product/${dress.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update Product')
    for (const [label, value] of [
      ['Product Name', 'Silk dress'],
      ['Category', 'dress'],
      ['Color', 'gold'],
      ['Price', '120.00'],
      ['Old price (optional)', '150.00'],
      ['Description', 'A dress of silk.'],
    ] as const)
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    await expect(page.getByLabel('Description')).toHaveAttribute('rows', '6')

    await page.getByLabel('Price', { exact: true }).fill('99.99')
    const release = await holdCalls(page, '**/update-product/**')
    await submit(page).click()
    await expect(submit(page)).toHaveText('Updating...')
    await expect(submit(page)).toBeDisabled()
    release()
    await expect(page).toHaveURL(list)
    await expect(announcement(page, 'Product updated successfully!')).toBeVisible()
    expect(sent).toEqual([
      {
        call: `PATCH /api/products/update-product/${dress.id}`,
        body: { id: dress.id, price: '99.99', updatedAt: dress.updated_at.toISOString() },
      },
    ])
    await page.getByRole('link', { name: 'Silk dress', exact: true }).click()
    await expect(page).toHaveURL(`/shop/${dress.id}`)
    await expect(page.getByText('$99.99')).toBeVisible()
    await page.goto(`/shop/${dress.id}`)
    await expect(page.getByText('$99.99')).toBeVisible()
  },
)

test('two admins change one product: the second one is warned, reloads, and neither loses nor overwrites a change unseen', async ({
  page,
  owner,
  sells,
  visit,
  db,
  shop,
  browser,
  complaints,
}) => {
  const dress = await sells({ name: 'Silk dress', price_cents: 12_000, description: 'Old words.' })
  const path = `/dashboard/update-product/${dress.id}`
  const colleague = await browser.newPage({ baseURL: shop.url })
  await signInBrowser(db, colleague, shop.url, owner)
  await colleague.goto(path)
  await untilHydrated(colleague)
  await colleague.getByLabel('Price', { exact: true }).fill('110')
  await visit(path)
  await page.getByLabel('Price', { exact: true }).fill('99')
  await page.getByLabel('Product Name').fill('Silk gown')

  await colleague.getByLabel('Description').fill('New words.')
  await submit(colleague).click()
  await expect(announcement(colleague, 'Product updated successfully!')).toBeVisible()
  await colleague.close()

  await submit(page).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Somebody has changed this product since you opened it.')
  expect(await violationsOf(page)).toEqual([])
  await alert.getByRole('button', { name: 'Load it again' }).click()
  await expect(alert).toBeHidden()
  await expect(page.getByLabel('Description')).toHaveValue('New words.')
  await expect(page.getByLabel('Product Name')).toHaveValue('Silk gown')
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('99')
  await expect(page.getByLabel('Price', { exact: true })).toHaveAccessibleDescription('Saved meanwhile: 110.00')
  await submit(page).click()
  await expect(page).toHaveURL(list)
  const saved = await db.selectFrom('product').selectAll().executeTakeFirstOrThrow()
  expect(saved).toMatchObject({ name: 'Silk gown', price_cents: 9_900, description: 'New words.' })
  expectFailedLoads(complaints)
})

asAdmin('an unknown product says so, and links back to the list', async ({ page, visit, complaints }) => {
  for (const id of ['nothing', '00000000-0000-7000-8000-000000000000']) {
    await visit(`/dashboard/update-product/${id}`)
    await expect(page.getByRole('alert').getByText('Error to load product details')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'All Products' }).click()
  await expect(page).toHaveURL(list)
  expectFailedLoads(complaints)
})

asAdmin(
  'a product that was deleted meanwhile is not updated, and the page says so',
  async ({ page, sells, visit, db, complaints }) => {
    const { id } = await sells()
    await visit(`/dashboard/update-product/${id}`)
    await page.getByLabel('Product Name').fill('Another name')
    await db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    await submit(page).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('The product was not updated. Product not found')
    await expect(page.getByLabel('Product Name')).toHaveValue('Another name')
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'a product is deleted without a question, restored, and deleted again; the shop shows each step',
  async ({ page, sells, visit, complaints }) => {
    const { id } = await sells({ name: 'Silk dress' })
    await sells({ name: 'Gold ring' })
    const inShop = async () => (await page.request.get(`/shop/${id}`)).status()
    await visit(list)
    await page.getByRole('button', { name: 'Delete Silk dress' }).click()
    await expect(announcement(page, 'Product deleted successfully!')).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    expect(await inShop()).toBe(410)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(announcement(page, 'Taken back')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
    expect(await inShop()).toBe(200)
    await page.getByRole('button', { name: 'Delete Silk dress' }).click()
    await expect(rows(page)).toHaveCount(1)
    expect(await inShop()).toBe(410)

    await page.route('**/api/products/*', route =>
      route.request().method() === 'DELETE' ? route.abort() : route.continue(),
    )
    await page.getByRole('button', { name: 'Delete Gold ring' }).click()
    await expect(
      announcement(
        page,
        'The product was not deleted. We could not reach the shop. Please check your connection and try again.',
      ),
    ).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    expectFailedLoads(complaints)
  },
)

asAdmin('All Products lists twelve a page with name, date, Edit and Delete', async ({ page, sells, visit }) => {
  for (let n = 1; n <= 25; n++) await sells({ name: `Product ${n}`, created_at: new Date(Date.UTC(2026, 2, 1, 12, n)) })
  const asked = page.waitForRequest(/\/api\/products\/manage\?/)
  await visit(list)
  expect(new URL((await asked).url()).search).toMatch(/^\?category=&color=&minPrice=0&maxPrice=&page=1&limit=12&/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
  await expect(page.getByRole('main').getByText('Showing 1 to 12 of 25 products')).toBeVisible()
  for (const header of ['No.', 'Product name', 'Publishing date', 'Edit', 'Delete'])
    await expect(table(page).getByRole('columnheader', { name: header, exact: true })).toBeAttached()
  await expect(rows(page)).toHaveCount(12)
  await expect(rows(page).first()).toContainText(/1.*Product 25.*Mar 1, 2026/s)
  await expect(page.getByText('Vitrine, kept by the people who chose everything in it.')).toBeVisible()

  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await expect(pages.getByRole('link')).toHaveText(['1', '2', '3', 'Next'])
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('main').getByText('Showing 13 to 24 of 25 products')).toBeVisible()
  await expect(rows(page).first()).toContainText('13')
  await pages.getByRole('link', { name: 'Page 3' }).click()
  await expect(page.getByRole('main').getByText('Showing 25 to 25 of 25 products')).toBeVisible()
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page.reload()
  await untilHydrated(page)
  await expect(page.getByRole('main').getByText('Showing 25 to 25 of 25 products')).toBeVisible()

  await page.getByRole('button', { name: 'Delete Product 1', exact: true }).click()
  await expect(page.getByRole('main').getByText('Showing 13 to 24 of 24 products')).toBeVisible() // the last page no longer exists

  await page.getByLabel('Search products').fill('product 17')
  await expect(page.getByRole('main').getByText('Showing 1 to 1 of 1 products')).toBeVisible()
  await page.getByLabel('Search products').fill('nothing like it')
  await page.getByRole('link', { name: 'Show all products' }).click()
  await expect(page.getByRole('main').getByText('Showing 1 to 12 of 24 products')).toBeVisible()
  await page.getByRole('link', { name: 'See all', exact: true }).click()
  await expect(page).toHaveURL('/shop')
})

asAdmin(
  'a very long list has buttons for the ends and the neighbours; the other pages are reached by number',
  { tag: '@phone' },
  async ({ page, sells, visit }) => {
    for (let n = 0; n < 20 * 12; n++) await sells({ name: `Product ${n}` })
    await visit(`${list}?page=10`)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    const isPhone = (page.viewportSize()?.width ?? 0) < 640
    const around = isPhone ? ['9', '10', '11'] : ['8', '9', '10', '11', '12']
    await expect(pages.getByRole('link')).toHaveText(['Previous', '1', ...around, '20', 'Next'])
    await page.getByLabel('Go to page').fill('17')
    await page.getByRole('button', { name: 'Go', exact: true }).click()
    await expect(page).toHaveURL(`${list}?page=17`)
    await expect(pages.getByRole('link', { name: 'Page 17' })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByLabel('Go to page')).toHaveValue('17')
    await page.getByLabel('Go to page').fill('99')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${list}?page=20`)
    expect(await fits(page)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
  },
)

asAdmin('All Products shows when it is loading, cannot be loaded, or is empty', async ({ page, visit, complaints }) => {
  const release = await holdCalls(page, '**/api/products/manage?**', { status: 503, json: {} })
  await visit(list)
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
  release()
  await expect(page.getByRole('alert')).toContainText('The products could not be loaded.')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('There is nothing on sale yet.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Add Product' }).click()
  await expect(page).toHaveURL(add)
  expectFailedLoads(complaints)
})

test('a product is added with the keyboard alone', async ({ page, owner, visit, db }) => {
  await visit(add)
  const type = async (label: string, text: string) => {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(label, { exact: true })).toBeFocused()
    await page.keyboard.type(text)
  }
  await image(page).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add several pictures' })).toBeFocused()
  await type('Product Name', 'Velvet gown')
  await type('Category', 'd')
  await type('Description', 'Falls well.')
  await type('Price', '120.5')
  await type('Old price (optional)', '')
  await type('Color', 'g')
  await type('Shade (optional)', '')
  await type('Swatch (optional)', '')
  await page.keyboard.press('Tab')
  await expect(page.locator('input[type=color]')).toBeFocused()
  await type('One size', '')
  await type('Pieces of One size', '')
  await type('SKU of One size', '')
  await type('Barcode of One size', '')
  await type('Size chart (optional)', '')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'New chart' })).toBeFocused()
  await type('Height of the model in cm (optional)', '')
  await type('Size that the model wears (optional)', '')
  await type('Hygiene goods, which cannot be returned once unsealed', '')
  for (const fold of [
    'Pieces to show with this one',
    'Title and description in search results',
    'Status, dates and sale',
  ]) {
    await page.keyboard.press('Tab')
    await expect(page.getByText(fold)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(announcement(page, 'Product added successfully!')).toBeVisible()
  const made = await db.selectFrom('product').selectAll().executeTakeFirstOrThrow()
  expect(made).toMatchObject({
    name: 'Velvet gown',
    category: 'dress',
    color: 'gold',
    price_cents: 12_050,
    author: owner.id,
  })
})

asAdmin(
  'the longest names and texts of a product break nothing',
  { tag: '@phone' },
  async ({ page, sells, visit, db }) => {
    const style = await db
      .insertInto('style')
      .values({ id: randomUUID(), created_at: new Date() })
      .returningAll()
      .executeTakeFirstOrThrow()
    const [name, shade] = ['W'.repeat(200), 'W'.repeat(40)]
    const long = { name, shade, description: 'unbreakable'.repeat(400), price_cents: 10_000_000, style_id: style.id }
    const { id } = await sells(long)
    await sells({ ...long, shade: 'M'.repeat(40), is_draft: true, deleted_at: new Date() })
    for (const path of [list, `/dashboard/update-product/${id}`, add]) {
      await visit(path)
      await expect(page.getByRole('main').getByRole('button').last()).toBeVisible()
      expect(await fits(page), path).toBe(true)
    }
  },
)

asAdmin(
  'a link that leads away from a half-written product asks first',
  { tag: '@phone' },
  async ({ page, sells, visit }) => {
    const { id } = await sells({ name: 'Silk dress' })
    const name = page.getByRole('textbox', { name: 'Product Name' })
    const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
    for (const path of ['/dashboard/add-product', `/dashboard/update-product/${id}`]) {
      await visit('/dashboard/manage-products')
      await page
        .getByRole('link', { name: path.includes('add') ? 'Add Product' : 'Edit' })
        .first()
        .click()
      await expect(page).toHaveURL(new RegExp(path))
      await name.fill('Silk dress, long')
      await page.goBack()
      await leave.getByRole('button', { name: 'Stay here' }).click()
      await expect(name).toHaveValue('Silk dress, long')
      await page.goBack()
      await leave.getByRole('button', { name: 'Leave' }).click()
      await expect(page).toHaveURL(/manage-products/)
    }
  },
)

asAdmin('a double click on Delete deletes one product, not the next one too', async ({ page, sells, visit }) => {
  for (const name of ['First', 'Second', 'Third']) await sells({ name })
  await visit(list)
  const calls = dataCalls(page)
  const { x, y } = (await rows(page).first().getByRole('button').boundingBox()) ?? { x: 0, y: 0 }
  await page.mouse.click(x + 5, y + 5)
  await expect(rows(page)).toHaveCount(2)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(announcement(page, 'Product deleted successfully!')).toHaveCount(1)
  await idle(page)
  expect(calls.filter(call => call.startsWith('DELETE'))).toHaveLength(1)
})

asAdmin('a long name leaves numbers and actions of the list on one line', async ({ page, sells, visit }) => {
  await sells({ name: `Cashmere ${'andmerinowoolblend '.repeat(4)} ${'overcoat'.repeat(6)}`.slice(0, 150) })
  for (let n = 0; n < 12; n++) await sells({ name: 'Silk dress' })
  await visit(`${list}?page=2`)
  await expect(rows(page)).toHaveCount(1)
  const [edit, copy] = [rows(page).getByRole('link', { name: /^Edit/ }), rows(page).getByRole('link', { name: /^Dup/ })]
  expect((await edit.boundingBox())?.y).toBe((await copy.boundingBox())?.y)
  expect((await rows(page).locator('label').boundingBox())?.height).toBeLessThan(45)
  expect(await fits(page)).toBe(true)
})
