import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { bestPicture, heicError, shownPicture } from '#domain/products/fields/picture-field.ts'
import { violationsOf } from '../axe.ts'
import { asAdmin, expect, test } from '../test.ts'

const add = '/dashboard/add-product'
const image = (page: Page) => page.getByLabel(/^Image/)
const warning = (page: Page) => page.getByRole('main').getByRole('status').getByText('will look blurred')
const uploaded = (page: Page) => page.getByText('Image uploaded successfully!')
const encoding = { timeout: 20_000 }

const pictureOf = async (width: number, height: number, background = '#a33') => ({
  name: 'dress.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer(),
})

/** Chooses a file whose type the browser does not know, such as one from an iPhone. */
const chooseUnknown = (page: Page, name: string) =>
  image(page).evaluate((input: HTMLInputElement, name) => {
    const chosen = new DataTransfer()
    chosen.items.add(new File([new Uint8Array(500)], name))
    input.files = chosen.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  }, name)

asAdmin('the accepted pictures are named before one is chosen', async ({ page, visit }) => {
  await visit(add)
  const taken = 'JPEG, PNG, WebP, AVIF or GIF, at most 8 MB and 24 megapixels.'
  const best = 'Upright ones with 1280 × 1600 pixels or more look good.'
  await expect(image(page)).toHaveAccessibleDescription(`${taken} ${best}`)
  await expect(page.getByText(`${taken} ${best}`)).toBeVisible()
})

asAdmin('a HEIC picture is rejected before it is sent, with a hint what to do', async ({ page, visit }) => {
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  await visit(add)
  const alert = page.getByRole('main').getByRole('alert')
  await chooseUnknown(page, 'IMG_0001.HEIC')
  await expect(alert).toContainText('Failed to upload image, please try again!')
  await expect(alert).toContainText(heicError)
  await image(page).setInputFiles({ ...(await pictureOf(4, 5)), mimeType: 'image/heic' })
  await expect(alert).toContainText(heicError)
  expect(await violationsOf(page)).toEqual([])
  expect(sent).toEqual([])
})

asAdmin(
  'a picture smaller than its place is accepted with a warning, a large one without',
  async ({ page, visit, sells, db }) => {
    await visit(add)
    await image(page).setInputFiles(await pictureOf(400, 500))
    await expect(uploaded(page)).toBeVisible(encoding)
    await expect(warning(page)).toHaveText(
      'This picture will look blurred: it is kept with 400 × 500 pixels, and the product’s page shows it with 650 × 813 on a large screen.',
    )
    expect(await violationsOf(page)).toEqual([])
    const { id: image_id } = await db
      .selectFrom('image')
      .select('id')
      .where('width', '=', 400)
      .executeTakeFirstOrThrow()

    await page.getByRole('button', { name: 'Remove the picture' }).click()
    await expect(warning(page)).toBeHidden()
    await image(page).setInputFiles(await pictureOf(1280, 1600))
    const preview = page.getByRole('img', { name: 'The product, as it will be shown' })
    await expect(preview).toBeVisible(encoding)
    expect(await preview.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth))).toBe(1280)
    await expect(warning(page)).toBeHidden()

    const dress = await sells({ image_id })
    await visit(`/dashboard/update-product/${dress.id}`)
    await expect(warning(page)).toContainText('400 × 500 pixels')
  },
)

asAdmin(
  'beside a picture the field names its file, and never says that no file is chosen',
  { tag: '@phone' },
  async ({ page, sells, visit, db }) => {
    const fileName = () => image(page).evaluate((input: HTMLInputElement) => input.files?.[0]?.name)
    const textColor = () => image(page).evaluate(input => getComputedStyle(input).color)
    const chosenByKeyboard = async (picture: Awaited<ReturnType<typeof pictureOf>>) => {
      const chooser = page.waitForEvent('filechooser')
      await image(page).press('Enter')
      await (await chooser).setFiles(picture)
    }
    await visit(add)
    await chosenByKeyboard(await pictureOf(400, 500))
    await expect(uploaded(page)).toBeVisible(encoding)
    expect(await fileName()).toBe('dress.png')
    expect(await violationsOf(page)).toEqual([])

    await chooseUnknown(page, 'IMG_0001.HEIC')
    await expect(page.getByText('The picture shown here stays.')).toBeVisible()
    await expect.poll(fileName).toBe('dress.png')
    await chosenByKeyboard({ ...(await pictureOf(400, 500, '#3a3')), name: 'gown.png' })
    await expect(uploaded(page)).toBeVisible(encoding)
    await expect(page.getByRole('img', { name: /as it will be shown$/ })).toHaveCount(2)
    expect(await fileName()).toBe('gown.png')

    await page.getByRole('button', { name: 'Remove the picture 2' }).click()
    await expect.poll(fileName).toBeUndefined()
    expect(await textColor()).toBe('rgba(0, 0, 0, 0)')
    await page.getByRole('button', { name: 'Remove the picture' }).click()
    expect(await textColor()).not.toBe('rgba(0, 0, 0, 0)')

    const bytes = (await pictureOf(400, 500, '#33a')).buffer.toJSON().data
    await page.evaluate(data => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([new Uint8Array(data)], 'pasted.png', { type: 'image/png' }))
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
    }, bytes)
    await expect(uploaded(page)).toBeVisible(encoding)
    expect(await fileName()).toBe('pasted.png')

    const { id: image_id } = await db
      .selectFrom('image')
      .select('id')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow()
    const { id } = await sells({ image_id })
    await visit(`/dashboard/update-product/${id}`)
    await expect(page.getByRole('img', { name: 'The product, as it will be shown' })).toBeVisible(encoding)
    expect(await textColor()).toBe('rgba(0, 0, 0, 0)')
    expect(await violationsOf(page)).toEqual([])
  },
)

asAdmin('a new picture removes the earlier messages, and a rejected one leaves them', async ({ page, visit }) => {
  await visit(add)
  const announcements = page.locator('[aria-live]')
  const preview = page.getByRole('img', { name: 'The product, as it will be shown' })
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(announcements).toContainText(['Please fill in all fields.'])
  await image(page).setInputFiles(await pictureOf(400, 500))
  await expect(warning(page)).toBeVisible(encoding)
  await expect(announcements.getByText('Uploaded image successfully!')).toBeVisible()
  await expect(announcements.getByText('Please fill in all fields.')).toBeHidden()

  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(announcements.getByText('Please fill in all fields.')).toBeVisible()
  await expect(announcements.getByText('Uploaded image successfully!')).toBeHidden()

  await chooseUnknown(page, 'IMG_0001.HEIC')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Failed to upload image, please try again!')
  await expect(alert).toContainText('The picture shown here stays.')
  await expect(preview).toBeVisible()
  await expect(warning(page)).toBeHidden()
  await expect(uploaded(page)).toBeHidden()
  await expect(announcements.getByRole('paragraph')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])

  await image(page).setInputFiles(await pictureOf(400, 500, '#3a3'))
  await expect(uploaded(page)).toBeVisible(encoding)
  await expect(warning(page)).toHaveText([/^Picture 1 /, /^Picture 2 /])
  await expect(alert).toBeHidden()
})

test('the recommended sizes are those of the picture on a large screen, and enlarged', async ({
  page,
  sells,
  visit,
}) => {
  const { id } = await sells()
  await visit(`/shop/${id}`)
  const shown = page.getByRole('link', { name: 'Enlarge the picture' }).getByRole('img')
  for (const width of [1920, 2560]) {
    await page.setViewportSize({ width, height: 1080 })
    const { width: wide = 0, height: high = 0 } = (await shown.boundingBox()) ?? {}
    expect({ width: Math.ceil(wide), height: Math.ceil(high) }).toEqual(shownPicture)
  }

  await page.getByRole('link', { name: 'Enlarge the picture' }).click()
  await page.getByRole('button', { name: 'Zoom in' }).click()
  const enlarged = page.getByRole('button', { name: 'Zoom out' }).getByRole('img')
  expect(await enlarged.boundingBox()).toMatchObject(bestPicture)
})
