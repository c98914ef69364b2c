import { v7 } from 'uuid'
import type { Db } from '#server/db/connection.ts'
import { violationsOf } from '../axe.ts'
import { desktop, phone } from '../every-page.ts'
import { expect, test } from '../test.ts'

/** Gives a product these sizes. @returns the ids of their variants */
async function giveSizes(db: Db, product: { id: string }, sizes: string[]) {
  const at = new Date()
  await db.updateTable('variant').set({ deleted_at: at }).where('product_id', '=', product.id).execute()
  const rows = sizes.map((size, place) => ({
    ...{ id: v7(), product_id: product.id, size, place, sku: `${product.id.slice(-6)}-${place}`, barcode: null },
    created_at: at,
  }))
  await db.insertInto('variant').values(rows).execute()
  return rows
}

const onHand = async (db: Db, variantId = '') =>
  (await db.selectFrom('stock').select('on_hand').where('variant_id', '=', variantId).executeTakeFirst())?.on_hand

for (const viewport of [desktop, phone])
  test.describe(`${viewport.width} px`, () => {
    test.use({ viewport })

    test('counts by keyboard, with a look before they are saved and a word for each that is not', async ({
      page,
      db,
      sells,
      owner,
      visit,
    }) => {
      const dress = await sells({ name: `Board ${viewport.width}` })
      const sizes = await giveSizes(db, dress, ['alpha-S', 'alpha-M', 'alpha-L'])
      await visit(`/dashboard/stock?q=board+${viewport.width}`)
      const cell = (label: string) => page.getByRole('textbox', { name: new RegExp(`, ${label}: pieces`) })
      await cell('S').focus()
      await page.keyboard.type('4')
      await page.keyboard.press('Tab')
      await expect(cell('M')).toBeFocused()
      await page.keyboard.type('x')
      await page.keyboard.press('ArrowRight')
      await page.keyboard.type('6')
      await page.keyboard.press('Escape')
      await expect(cell('L')).toHaveValue('')
      await page.getByRole('button', { name: 'Save 2 counts' }).click()
      await expect(page.getByText('Type a whole number from 0 to 1,000,000.')).toBeVisible()
      await expect(cell('M')).toBeFocused()
      expect(await violationsOf(page)).toEqual([])
      await cell('M').fill('0')
      await page.getByRole('button', { name: 'Save 2 counts' }).click()
      await expect(page.getByRole('dialog')).toContainText(`Board ${viewport.width}`)
      await expect(page.getByRole('dialog')).toContainText('not counted → 4')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('2 counts are saved.')).toBeVisible()
      expect(await Promise.all(sizes.map(({ id }) => onHand(db, id)))).toEqual([4, 0, undefined])

      await expect(cell('S')).toHaveValue('4')
      await cell('S').fill('9')
      await db
        .updateTable('stock')
        .set({ on_hand: 3 })
        .where('variant_id', '=', sizes[0]?.id ?? '')
        .execute()
      await page.getByRole('button', { name: 'Save 1 count' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('It is 3 by now: look again before you count.')).toBeVisible()
      await expect(cell('S')).toHaveValue('9')
      await cell('S').press('Control+Enter')
      await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page.getByText('1 count is saved.')).toBeVisible()
      await expect(cell('S')).toBeFocused()
      expect(await onHand(db, sizes[0]?.id)).toBe(9)
      await page.getByRole('link', { name: `Board ${viewport.width}` }).click()
      await expect(page.getByRole('cell', { name: owner.email }).first()).toBeVisible()
      expect(await violationsOf(page)).toEqual([])
    })

    test('a delivery is scanned, received once and taken back', async ({ page, db, sells, signsIn, visit }) => {
      await signsIn({ role: 'admin' })
      const dress = await sells({ name: `Carton ${viewport.width}` })
      const [s, m] = await giveSizes(db, dress, ['alpha-S', 'alpha-M'])
      await visit('/dashboard/stock/delivery')
      const field = page.getByLabel('Barcode, SKU or name')
      await field.focus()
      for (const code of [s?.sku, s?.sku?.toUpperCase(), 'nothing']) {
        await page.keyboard.type(code ?? '')
        await page.keyboard.press('Enter')
      }
      await expect(page.getByText('Not found: nothing.')).toBeVisible()
      await expect(page.getByLabel(/^Pieces of Carton.*, S$/)).toHaveValue('2')
      await page.getByRole('button', { name: 'Leave them out' }).click()
      await field.fill(`carton ${viewport.width}`)
      await page.getByRole('button', { name: /^Add Carton.*, M$/ }).click()
      await page.getByLabel(/^Pieces of Carton.*, M$/).fill('22')
      await page.getByLabel(/^Cost of a piece of Carton.*, M/).fill('$12,50')
      await page.getByLabel('Note').fill('From Turin')
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Receive 24 pieces' }).dblclick()
      await expect(page).toHaveURL('/dashboard/stock/deliveries')
      await expect(page.getByText('24 pieces: From Turin').first()).toBeVisible()
      expect([await onHand(db, s?.id), await onHand(db, m?.id)]).toEqual([2, 22])
      expect(await violationsOf(page)).toEqual([])
      await page.getByRole('button', { name: 'Take back' }).first().click()
      await expect(page.getByText(/taken back/).first()).toBeVisible()
      await expect.poll(() => onHand(db, m?.id)).toBeUndefined() // it was counted from this delivery on
    })
  })

test('a block of 30 x 8 from a spreadsheet is pasted and saved', async ({ page, db, sells, signsIn, visit }) => {
  await signsIn({ role: 'admin' })
  const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL'].map(letter => `alpha-${letter}`)
  const ids: string[] = []
  for (let n = 0; n < 30; n++)
    for (const { id } of await giveSizes(db, await sells({ name: 'Pasted' }), letters)) ids.push(id)
  await visit('/dashboard/stock?q=pasted')
  const block = Array.from({ length: 30 }, () => letters.map((_, n) => n + 1).join('\t')).join('\r\n')
  await page.getByRole('grid').getByRole('textbox').first().focus()
  await page.evaluate(text => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, `${block}\r\n`)
  await expect(page.getByText('240 cells are filled in.')).toBeVisible()
  await page.getByRole('button', { name: 'Save 240 counts' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('240 counts are saved.')).toBeVisible()
  const { pieces } = await db
    .selectFrom('stock')
    .select(({ fn }) => fn.sum<number>('on_hand').as('pieces'))
    .where('variant_id', 'in', ids)
    .executeTakeFirstOrThrow()
  expect(Number(pieces)).toBe(30 * 36)
})

test('a stock take shows what moved meanwhile, is printed and ends', async ({ page, db, sells, signsIn, visit }) => {
  await signsIn({ role: 'admin' })
  const ring = await sells({ name: 'Taken ring', category: 'jewellery' })
  await visit('/dashboard/stock/takes')
  await page.getByLabel('Name').fill('Autumn')
  await page.getByLabel('What is counted').selectOption('jewellery')
  await page.getByRole('button', { name: 'Begin a stock take' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Autumn' })).toBeVisible()
  await page.getByRole('textbox', { name: /^Taken ring.*pieces/ }).fill('5')
  await page.getByRole('button', { name: 'Save 1 count' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/^1 of \d+ sizes? counted/)).toBeVisible()
  expect(await onHand(db, ring.id)).toBe(5)
  expect(await violationsOf(page)).toEqual([])
  await page.evaluate(() => {
    globalThis.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print the sheet' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Printed /)).toBeVisible()
  await page.emulateMedia({ media: null })
  await page.getByRole('button', { name: 'End' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText(/· ended/)).toBeVisible()
  expect(await db.selectFrom('stock_take').select('id').execute()).toHaveLength(1)
})

test('pieces that are typed on the page of a product are not lost by a link', async ({
  page,
  db,
  sells,
  signsIn,
  visit,
}) => {
  await signsIn({ role: 'admin' })
  const dress = await sells({ name: 'Silk dress' })
  const [s] = await giveSizes(db, dress, ['alpha-S', 'alpha-M'])
  await visit(`/dashboard/update-product/${dress.id}`)
  await page.getByLabel('Pieces of S').fill('1,200')
  await page.getByRole('link', { name: 'All Products' }).first().click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Save pieces' }).click()
  await expect(page.getByText('The pieces are saved.')).toBeVisible()
  expect(await onHand(db, s?.id)).toBe(1_200)
  await page.getByLabel('Pieces of M').fill('3')
  await page.getByRole('button', { name: 'Update Product' }).click()
  await expect(page).toHaveURL('/dashboard/manage-products')
})

test('numbers with thousands are read as a spreadsheet writes them, and the message leaves the buttons free', {
  tag: '@phone',
}, async ({ page, db, sells, signsIn, visit }) => {
  await signsIn({ role: 'admin' })
  for (let n = 0; n < 15; n++) await giveSizes(db, await sells({ name: 'Thousands' }), ['alpha-S', 'alpha-M'])
  await visit('/dashboard/stock?q=thousands')
  await page.getByRole('grid').getByRole('textbox').first().focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', '1,000\t12,50')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByText('2 cells are filled in.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click({ trial: true, timeout: 2_000 })
  await page.getByRole('button', { name: 'Save 2 counts' }).click({ timeout: 2_000 })
  await expect(page.getByText('Type a whole number from 0 to 1,000,000.')).toBeVisible()
  await page.getByRole('grid').getByRole('textbox').nth(1).fill('7')
  await page.getByRole('button', { name: 'Save 2 counts' }).click()
  await expect(page.getByRole('dialog')).toContainText('not counted → 1000')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('2 counts are saved.')).toBeVisible()
  const counted = await db.selectFrom('stock').select('on_hand').where('on_hand', 'in', [1_000, 7]).execute()
  expect(counted).toHaveLength(2)
})
