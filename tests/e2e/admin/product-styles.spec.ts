import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { violationsOf } from '../axe.ts'
import { asAdmin, expect, expectFailedLoads, test } from '../test.ts'

const [list, add] = ['/dashboard/manage-products', '/dashboard/add-product']
const encoding = { timeout: 60_000 }
const dialog = (page: Page) => page.getByRole('dialog')
const previews = (page: Page) => page.getByRole('img', { name: /as it will be shown$/ })
const save = (page: Page) => page.getByRole('main').locator('form').first().getByRole('button').last()
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)

/** Three pictures of a color. */
const picturesOf = (r: number, g: number, b: number) =>
  Promise.all(
    [0, 20, 40].map(async (lighter, n) => ({
      name: `${r}-${n}.png`,
      mimeType: 'image/png',
      buffer: await sharp({
        create: {
          width: 480,
          height: 600,
          channels: 3,
          background: { r: r + lighter, g: g + lighter, b: b + lighter },
        },
      })
        .png()
        .toBuffer(),
    })),
  )
type Pictures = Awaited<ReturnType<typeof picturesOf>>

/** Pastes a text into the focused field, as Ctrl+V does. */
const pasteText = (page: Page, text: string) =>
  page.evaluate(text => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

const block = (count: number) =>
  Array.from({ length: count }, (_, n) => `${80 + 4 * n}-${84 + 4 * n}\t${60 + 4 * n},5\t${88 + 4 * n}`).join('\r\n')

/**
 * A person at the form: counts the seconds that they need, by the usual figures of the keystroke-level model: 0.28 s for a key, 1.5 s
 * to point at something and click it, and 1.35 s to think before each text and each click, but not between those of one list. The
 * dialog that chooses files takes 5 s.
 */
function handsOf(page: Page) {
  const [thinking, key] = [1.35, 0.28]
  let seconds = 0
  return {
    seconds: () => seconds,
    async click(...targets: Locator[]) {
      seconds += thinking + 1.5 * targets.length
      for (const target of targets) await target.click()
    },
    async type(text: string) {
      seconds += thinking + key * text.length
      await page.keyboard.type(text)
    },
    async press(...keys: string[]) {
      seconds += key * keys.length
      for (const key of keys) await page.keyboard.press(key)
    },
    async paste(text: string) {
      seconds += thinking + 2 * key
      await pasteText(page, text)
    },
    async choose(pictures: Pictures) {
      seconds += thinking + 1.5 + 5
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Add several pictures' }).click()
      await (await chooser).setFiles(pictures)
      await expect(previews(page)).toHaveCount(pictures.length, encoding)
      await expect(page.getByText('Image uploaded successfully!')).toBeVisible(encoding)
    },
    /** @param tabs how many lead from one SKU to the next: a new product is asked for its pieces, too */
    async typeCodes(prefix: string, tabs = 2) {
      for (const [n, size] of ['XS', 'S', 'M', 'L', 'XL'].entries()) {
        if (n === 0) await this.click(page.getByLabel('SKU of XS', { exact: true }))
        else await this.press(...Array<string>(tabs).fill('Tab'))
        await expect(page.getByLabel(`SKU of ${size}`, { exact: true })).toBeFocused()
        await this.press(...`${prefix}-${size}`)
      }
    },
  }
}

test('a style of 5 sizes, 3 colors and 9 pictures is entered in under four minutes, and the shop shows it', async ({
  page,
  owner: _,
  visit,
  db,
  complaints,
}, info) => {
  test.setTimeout(180_000)
  const [pine, cherry, sand] = await Promise.all([
    picturesOf(40, 90, 70),
    picturesOf(160, 40, 50),
    picturesOf(200, 180, 150),
  ])
  await db.deleteFrom('size_chart').execute()
  await visit(add)
  const began = performance.now()
  const hands = handsOf(page)
  await hands.choose(pine)
  await hands.click(page.getByLabel('Product Name'))
  await hands.type('Colette Wrap Dress')
  await hands.press('Tab', 'd', 'Tab')
  await hands.type('A wrap dress of washed silk that falls to the knee.')
  await hands.press('Tab')
  await hands.type('180')
  await hands.press('Tab', 'Tab')
  await hands.type('gr')
  await hands.press('Tab')
  await hands.type('Pine')
  await hands.click(page.getByText('XXS to 3XL', { exact: true }))
  const chips = page.getByRole('group', { name: 'Sizes of the run' })
  await hands.click(...['XS', 'S', 'M', 'L', 'XL'].map(size => chips.getByText(size, { exact: true })))
  await hands.typeCodes('CP', 3)

  await hands.click(page.getByRole('button', { name: 'New chart' }))
  await hands.click(page.getByLabel('Name of the chart'))
  await hands.type('Dresses')
  await hands.click(page.getByLabel('XS, Bust'))
  await hands.paste(block(4))
  await hands.click(page.getByRole('button', { name: 'Save the chart' }))
  const hole = page.getByLabel('XL, Bust')
  await expect(hole).toHaveAccessibleDescription('XL, Bust: fill in from and to, from 0.1 to 300 cm.')
  await expect(hole).toBeFocused()
  await expect(page.getByLabel('L, Waist', { exact: true })).toHaveValue('72,5')
  for (const value of ['96-100', '76', '104']) {
    await hands.type(value)
    await hands.press('Tab')
  }
  await hands.click(page.getByRole('button', { name: 'Save the chart' }))
  await expect(page.getByLabel('Size chart (optional)')).toHaveValue(/./)
  await hands.click(page.getByLabel('Height of the model'))
  await hands.type('178')
  await hands.press('Tab')
  await hands.type('S')
  await hands.click(save(page))

  await hands.click(page.getByRole('link', { name: 'Edit, or add a color' }))
  for (const [color, shade] of [
    ['r', 'Ripe cherry'],
    ['be', 'Sand'],
  ] as const) {
    await hands.click(page.getByRole('button', { name: 'Add a color' }))
    await expect(dialog(page).getByLabel('Color', { exact: true })).toBeFocused()
    await hands.type(color)
    await hands.press('Tab')
    await hands.type(shade)
    await hands.press('Enter')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByLabel('Shade')).toHaveValue(shade)
  }
  await expect(page.getByText('This color is not listed yet')).toBeVisible()
  await hands.choose(sand)
  await hands.typeCodes('CS')
  await hands.click(save(page))
  await expect(page).toHaveURL(list)
  await expect(page.getByText('One color has no picture and is not listed yet:')).toBeVisible()
  await hands.click(page.getByRole('link', { name: 'Colette Wrap Dress, Ripe cherry' }))
  await hands.choose(cherry)
  await hands.typeCodes('CC')
  await hands.click(save(page))
  await expect(page.getByRole('main').getByText('Showing 1 to 3 of 3 products')).toBeVisible()
  await expect(page.getByText('is not listed yet')).toBeHidden()

  const machine = (performance.now() - began) / 1000
  const total = machine + hands.seconds()
  info.annotations.push({
    type: 'time',
    description: `${total.toFixed(0)} s: ${hands.seconds().toFixed(0)} s of typing and clicking, ${machine.toFixed(0)} s of waiting`,
  })
  console.info(`A style of 5 sizes, 3 colors and 9 pictures: ${info.annotations.at(-1)?.description}`)
  expect(hands.seconds()).toBeLessThan(200) // what the form asks of a person; the waiting is the machine's

  await page.getByRole('link', { name: 'Colette Wrap Dress', exact: true }).last().click()
  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Colors' }).getByRole('link')).toHaveCount(3)
  for (const shade of ['Pine', 'Sand', 'Ripe cherry'])
    await expect(main.getByRole('list', { name: 'Colors' }).getByRole('link', { name: shade })).toBeVisible()
  for (const size of ['XS', 'S', 'M', 'L', 'XL'])
    await expect(main.getByRole('radio', { name: size, exact: true })).toBeAttached()
  await expect(main.getByRole('group', { name: 'Size' }).getByRole('radio')).toHaveCount(5)
  await expect(main.getByText('Our model is 178 cm and wears S.')).toBeVisible()
  const saved = await db.selectFrom('product').select('id').where('shade', '=', 'Sand').executeTakeFirstOrThrow()
  expect(await db.selectFrom('product_image').selectAll().execute()).toHaveLength(6)

  // a SKU that another color has
  await visit(`/dashboard/update-product/${saved.id}`)
  await page.getByLabel('SKU of S', { exact: true }).fill('cp-s')
  await page.getByRole('button', { name: 'Add a color' }).click()
  await expect(dialog(page)).toContainText('Save what you changed first')
  await page.getByRole('button', { name: 'Back to the form' }).click()
  await save(page).click()
  const alert = main.getByRole('alert')
  await expect(alert).toHaveText('The product was not updated. The SKU "CP-S" belongs to Colette Wrap Dress, S.')
  await expect(alert).toBeFocused()
  await expect(page.getByLabel('SKU of S', { exact: true })).toHaveValue('cp-s')
  await page.getByLabel('SKU of S', { exact: true }).fill('CS-S2')
  await save(page).click()
  await expect(page).toHaveURL(list)
  expectFailedLoads(complaints)
})

test('a color is added once, listed with its first picture, or deleted; the form shows the colors of the style', {
  tag: '@phone',
}, async ({ page, owner: _, sells, visit, db, complaints }) => {
  const { id } = await sells({ name: 'Colette Wrap Dress', color: 'green' })
  await visit(`/dashboard/update-product/${id}`)
  const opener = page.getByRole('button', { name: 'Add a color' })
  await opener.click()
  await page.getByRole('button', { name: 'Add the color' }).click()
  const color = dialog(page).getByLabel('Color', { exact: true })
  await expect(color).toHaveAccessibleDescription('Choose the color under which shoppers find it.')
  await expect(color).toBeFocused()
  await color.selectOption('Green')
  await dialog(page).getByLabel('Swatch (optional)').fill('#zzz')
  await page.getByRole('button', { name: 'Add the color' }).click()
  await expect(dialog(page).getByLabel('Swatch (optional)')).toBeFocused()
  await dialog(page).getByLabel('Swatch (optional)').fill('#2f4f3f')
  await page.getByRole('button', { name: 'Add the color' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('This style has green already.')
  await expect(dialog(page).getByLabel('Swatch (optional)')).toHaveValue('#2f4f3f')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await opener.click()
  await color.selectOption('Green')
  await dialog(page).getByLabel('Shade (optional)').fill('Pine')
  await page.getByRole('button', { name: 'Add the color' }).click()
  await expect(page).not.toHaveURL(new RegExp(id))
  await expect(
    page.getByText('This color is not listed yet: the shop shows it once it is saved with a picture.'),
  ).toBeVisible()
  await expect(page.getByLabel('Shade (optional)')).toHaveValue('Pine')
  await expect(page.getByRole('link', { name: 'View in shop' })).toBeHidden()
  expect(await fits(page)).toBe(true)
  expect(await violationsOf(page)).toEqual([])

  await visit(`/dashboard/update-product/${id}`)
  const colors = page.getByRole('list', { name: 'Colors of this style' }).getByRole('link')
  await expect(colors).toHaveText(['Green', /^Pine\s*Not listed yet: add a picture$/])
  await expect(colors.first()).toHaveAttribute('aria-current', 'page')
  expect(await violationsOf(page)).toEqual([])

  await visit(list)
  await expect(page.getByText('One color has no picture and is not listed yet:')).toBeVisible()
  expect(await fits(page)).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete Colette Wrap Dress, Pine' }).click()
  await expect(page.getByText('is not listed yet')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('is not listed yet')).toBeVisible()
  expect(await db.selectFrom('product').select('id').where('is_draft', '=', true).execute()).toHaveLength(1)
  expectFailedLoads(complaints)
})

asAdmin('a product is duplicated without its pictures and codes', async ({ page, sells, visit, db }) => {
  const dress = await sells({ name: 'Colette Wrap Dress', color: 'green', shade: 'Pine', price_cents: 18_000 })
  await db.updateTable('variant').set({ sku: 'C-1' }).where('product_id', '=', dress.id).execute()
  await visit(list)
  await page.getByRole('link', { name: 'Duplicate Colette Wrap Dress' }).click()
  await expect(page).toHaveURL(`${add}?copy=${dress.id}`)
  await expect(page.getByLabel('Product Name')).toHaveValue('Colette Wrap Dress')
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('180.00')
  await expect(page.getByLabel('Shade (optional)')).toHaveValue('Pine')
  await expect(page.getByLabel('SKU of One size')).toHaveValue('')
  await page.getByLabel('Product Name').fill('Odette Wrap Dress')
  await save(page).click()
  await expect(page.getByText('Odette Wrap Dress is in the shop.')).toBeVisible()
  await expect(page.getByLabel('Product Name')).toHaveValue('')
  const made = await db
    .selectFrom('product')
    .select(['name', 'color', 'shade', 'price_cents'])
    .orderBy('created_at', 'desc')
    .execute()
  expect(made[0]).toEqual({ name: 'Odette Wrap Dress', color: 'green', shade: 'Pine', price_cents: 18_000 })

  await page.getByRole('link', { name: 'Edit, or add a color' }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Product Name')).toHaveValue('Odette Wrap Dress')
})

asAdmin(
  'a size chart is made, changed and deleted in the form, and nothing typed is lost on an error',
  { tag: '@phone' },
  async ({ page, sells, visit, db, complaints }) => {
    await db.deleteFrom('size_chart').execute()
    const { id } = await sells({ name: 'Colette Wrap Dress' })
    await page.route('**/api/size-charts', route => route.abort())
    await visit(`/dashboard/update-product/${id}`)
    await expect(page.getByText('The size charts could not be loaded.')).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The size charts could not be loaded.')).toBeHidden()

    await page.getByRole('radio', { name: 'S, M, L (belts, hats, gloves)' }).check()
    await page.getByRole('button', { name: 'New chart' }).click()
    const saveChart = page.getByRole('button', { name: 'Save the chart' })
    await saveChart.click()
    await expect(page.getByLabel('Name of the chart')).toBeFocused()
    await expect(page.getByLabel('Name of the chart')).toHaveAccessibleDescription('The name of the chart is missing.')
    await page.getByLabel('Name of the chart').fill('Belts')
    await page.getByLabel('Measured on').selectOption('The garment itself, laid flat')
    await saveChart.click()
    await expect(page.getByLabel('Measure 1', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Measure 1', { exact: true })).toHaveAccessibleDescription('A measure has no name.')
    await page.getByLabel('Measure 1', { exact: true }).fill('Length')
    await page.getByRole('button', { name: 'Add a measure' }).click()
    await page.getByLabel('Measure 2', { exact: true }).fill('Width')
    await page.getByRole('button', { name: 'Remove the size L' }).click()
    await page.getByLabel('S, Length').fill('80-90')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('M, Length')).toBeFocused()
    await pasteText(page, '90-100\t3,5\n1\t2')
    await expect(page.getByText('What you pasted is larger than the table: some of it was left out.')).toBeVisible()
    await saveChart.click()
    await expect(page.getByLabel('S, Width')).toBeFocused()
    await expect(page.getByLabel('S, Width')).toHaveAccessibleDescription(
      'S, Width: fill in from and to, from 0.1 to 300 cm.',
    )
    expect(await fits(page)).toBe(true)
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('S, Width').fill('3')
    await page.route('**/api/size-charts', route => route.abort())
    await saveChart.click()
    await expect(dialog(page).getByRole('alert')).toContainText('We could not reach the shop.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'New chart' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('M, Width')).toHaveValue('3,5')
    await page.unrouteAll()
    await saveChart.click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByLabel('Size chart (optional)')).toHaveText(/Belts/)
    const stored = await db.selectFrom('size_chart').selectAll().executeTakeFirstOrThrow()
    expect(stored).toMatchObject({
      name: 'Belts',
      is_garment: true,
      chart: {
        measures: ['Length', 'Width'],
        rows: [
          {
            size: 'acc-S',
            mm: [
              [800, 900],
              [30, 30],
            ],
          },
          {
            size: 'acc-M',
            mm: [
              [900, 1000],
              [35, 35],
            ],
          },
        ],
      },
    })

    await page.getByRole('button', { name: 'Edit the chart' }).click()
    await expect(page.getByLabel('M, Width')).toHaveValue('3.5')
    await page.getByLabel('Add a size').selectOption('L')
    await page.getByLabel('L, Length').fill('100')
    await page.getByLabel('L, Width').fill('4')
    await saveChart.click()
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('checkbox', { name: 'M', exact: true }).check()
    await page.getByLabel('Hygiene goods').check()
    await save(page).click()
    await expect(page).toHaveURL(list)
    await db
      .selectFrom('product')
      .select('id')
      .where('chart_id', '=', stored.id)
      .where('is_sealed', '=', true)
      .executeTakeFirstOrThrow()

    await page.getByRole('link', { name: 'Edit Colette Wrap Dress' }).click()
    await expect(page.getByLabel('Hygiene goods')).toBeChecked()
    await page.getByRole('button', { name: 'Edit the chart' }).click()
    const remove = page.getByRole('button', { name: 'Delete this chart' })
    await page.getByLabel('L, Width').fill('5')
    await remove.click()
    await expect(dialog(page).getByRole('alert')).toContainText('Colette Wrap Dress')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit the chart' }).click()
    await expect(page.getByLabel('L, Width')).toHaveValue('4')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByLabel('Size chart (optional)').selectOption('None')
    await save(page).click()
    await expect(page).toHaveURL(list)
    await page.getByRole('link', { name: 'Edit Colette Wrap Dress' }).click()
    await page.getByLabel('Size chart (optional)').selectOption('Belts')
    await page.getByRole('button', { name: 'Edit the chart' }).click()
    await remove.click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByLabel('Size chart (optional)')).toHaveValue('')
    await expect(page.getByLabel('Size chart (optional)').getByRole('option')).toHaveText(['None'])
    expectFailedLoads(complaints)
  },
)
