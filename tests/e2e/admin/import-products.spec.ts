import type { Page } from '@playwright/test'
import { noRule } from '#domain/settings/collections.ts'
import { violationsOf } from '../axe.ts'
import { holdCalls } from '../calls.ts'
import { asAdmin, expect, expectFailedLoads, test } from '../test.ts'

const header = 'id,name,category,color,description,price,old_price,image\n'
const choose = (page: Page, text: string | Buffer, name = 'spring.csv') =>
  page.getByLabel('File of products').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const isWithinItsWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth).then(more => more <= 0)

test('the owner exports the products, edits them in a spreadsheet, imports them and undoes the import', {
  tag: '@phone',
}, async ({ page, owner, sells, db, visit }) => {
  const dress = await sells({ name: 'Silk dress', price_cents: 12_000 })
  await sells({ name: 'Wool scarf' })
  const names = async () => {
    const rows = await db.selectFrom('product').select('name').where('deleted_at', 'is', null).orderBy('name').execute()
    return rows.map(({ name }) => name)
  }
  await visit('/dashboard/manage-products')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^products-.*\.csv$/)
  const text = Buffer.concat(await (await file.createReadStream()).toArray()).toString()
  const edited = `${text.replace('Silk dress', 'Silk gown').replace('120.00,,', '99.90,120,')},Gold ring,jewellery,gold,It shines.,5,,,,,,,,,,,\n`

  await page.getByRole('link', { name: 'Import' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import Products' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'An example of a file' })).toContainText(header)
  await choose(page, edited)
  const table = page.getByRole('table', { name: 'What the file does, in the order of the file' })
  await expect(table.getByRole('row', { name: /Silk dress.* name Silk dress becomes Silk gown/ })).toBeVisible()
  await expect(
    table.getByRole('row', { name: /price 120\.00 becomes 99\.90 old price none becomes 120\.00/ }),
  ).toBeVisible()
  await expect(table.getByRole('row', { name: /Gold ring \(new\)/ })).toBeVisible()
  await expect(page.getByText('Nothing has changed yet.')).toBeVisible()
  expect(await names()).toEqual(['Silk dress', 'Wool scarf'])
  expect(await violationsOf(page)).toEqual([])
  expect(await isWithinItsWidth(page)).toBe(true)

  await page.reload()
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await expect(page.getByText('Products imported successfully!')).toBeVisible()
  await expect(page.getByRole('main').getByText('2 products imported: 1 new, 1 changed.')).toBeVisible()
  expect(await names()).toEqual(['Gold ring', 'Silk gown', 'Wool scarf'])
  expect(await violationsOf(page)).toEqual([])

  await visit('/dashboard/audit?record=import')
  await expect(page.getByRole('main')).toContainText(`${owner.email} imported products from spring.csv`)
  await page.getByRole('link', { name: 'spring.csv' }).click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  const question = page.getByRole('dialog', { name: 'Take all of it back?' })
  await expect(question).toContainText('The import of spring.csv added 1 product and changed 1 product.')
  expect(await violationsOf(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await names()).toEqual(['Gold ring', 'Silk gown', 'Wool scarf'])
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await question.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible()
  await expect(page.getByText('This import was taken back: the products are as they were before.')).toBeVisible()
  expect(await names()).toEqual(['Silk dress', 'Wool scarf'])
  const back = await db.selectFrom('product').selectAll().where('id', '=', dress.id).executeTakeFirst()
  expect(back).toEqual(dress)
})

test('a file with a row per size gives a product sizes and counts them, each with a word', {
  tag: '@phone',
}, async ({ page, signsIn, sells, db, visit }) => {
  await signsIn({ role: 'admin' })
  const dress = await sells({ name: 'Silk dress' })
  const { id, name, category, color, description } = dress
  const product = [id, name, category, color, description, (dress.price_cents / 100).toFixed(2), '', ''].join(',')
  const rows = ['alpha-S,S-1,4', 'alpha-M,M-1,0', 'alpha-L,,'].map(size => `${product},${size}`)
  const file = [`${header.trim()},size,sku,counted`, ...rows].join('\n')

  await visit('/dashboard/import-products')
  await choose(page, file.replace('alpha-L', 'L'))
  await expect(page.getByText('The shop knows no size “L”')).toBeVisible()
  await page.getByRole('link', { name: 'Choose another file' }).click()
  await choose(page, file)
  const changes = page.getByRole('table', { name: 'What the file does, in the order of the file' })
  await expect(
    changes.getByRole('row', { name: /Silk dress.* sizes One size becomes S \(S-1\), M \(M-1\), L/ }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Counts', exact: true }).click()
  const counts = page.getByRole('table', { name: /^What the file counts/ })
  await expect(
    counts.getByRole('row', { name: /Silk dress, Black, S.* not counted.*becomes 4.* not stored yet/ }),
  ).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  expect(await isWithinItsWidth(page)).toBe(true)

  await page.getByRole('button', { name: 'Import 1 product and 2 counts' }).click()
  await expect(page.getByText('1 product imported: 0 new, 1 changed. 2 counts are stored.')).toBeVisible()
  await expect(counts.getByRole('row', { name: /Silk dress, Black, M.* stored/ })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await page.getByRole('link', { name: 'Choose another file' }).click()
  await choose(page, [`${header.trim()},size,counted`, `${product},alpha-S,9`].join('\n'))
  const importCount = page.getByRole('button', { name: 'Import 1 count' })
  await expect(importCount).toBeVisible()
  await db.updateTable('stock').set({ on_hand: 3 }).where('on_hand', '=', 4).execute()
  await importCount.click()
  await expect(page.getByText('0 counts are stored. 1 count is not: the list below says why.')).toBeVisible()
  await expect(counts.getByRole('row', { name: /It is 3 by now: look again before you count\./ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo the import' })).toHaveCount(0)
})

asAdmin(
  'a file says for each collection how many products join and leave it, which an undo takes back',
  { tag: '@phone' },
  async ({ page, sells, db, visit }) => {
    const [dress, hat] = [await sells({ name: 'Silk dress' }), await sells({ name: 'Straw hat' })]
    const collection = { words: '', picture: null, isInMenu: false, kind: 'hand', rule: noRule, order: 'own' }
    const items = [
      { ...collection, id: 's', name: 'Summer', address: 'summer', products: [hat.id] },
      { ...collection, id: 'w', name: 'Winter', address: 'winter', products: [dress.id] },
    ]
    const section = { section: 'collections', value: JSON.stringify({ items }), changed_at: null }
    await db.insertInto('shop_setting').values(section).execute()

    await visit('/dashboard/import-products')
    await expect(page.getByText('the names of the collections made by hand that hold the product')).toBeVisible()
    await choose(page, `${header.trim()},collections\n${dress.id},Silk dress,dress,black,A dress.,120,,,Summer\n`)
    await expect(page.getByRole('list', { name: 'Collections' }).getByRole('listitem')).toHaveText([
      '1 product joins Summer.',
      '1 product leaves Winter.',
    ])
    await expect(page.getByRole('row', { name: /Silk dress.* collections Winter becomes Summer/ })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    expect(await isWithinItsWidth(page)).toBe(true)
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await expect(page.getByText('1 product imported: 0 new, 1 changed.')).toBeVisible()
    const held = async () => {
      const row = await db
        .selectFrom('shop_setting')
        .select('value')
        .where('section', '=', 'collections')
        .executeTakeFirstOrThrow()
      return (row.value as { items: { products: string[] }[] }).items.map(({ products }) => products)
    }
    expect(await held()).toEqual([[hat.id, dress.id], []])
    await page.getByRole('main').getByRole('button', { name: 'Undo the import' }).click()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByText('This import was taken back: the products are as they were before.')).toBeVisible()
    expect(await held()).toEqual([[hat.id], [dress.id]])
  },
)

asAdmin(
  'the errors of a file are listed by line, and an unreadable file gets one sentence',
  { tag: '@phone' },
  async ({ page, sells, visit, complaints }) => {
    await visit('/dashboard/import-products')
    await choose(page, Buffer.from(`\ufeff${header}`, 'utf16le'), 'excel.csv')
    await expect(page.getByRole('alert')).toContainText(
      /excel\.csv was not read\.\s*This file is UTF-16: save it as CSV UTF-8\./,
    )
    expect(await violationsOf(page)).toEqual([])

    await choose(page, `${header}7,,dress,pink,A,1,,\n${',Ring,jewellery,gold,Round.,x,,\n'.repeat(40)}`)
    const table = page.getByRole('table', { name: 'Faults, in the order of the file' })
    await expect(table.getByRole('row', { name: /\b2 .*name .*The name is missing\./ })).toBeVisible()
    await expect(table.getByRole('row', { name: /\b2 .*color .*The color must be one of/ })).toBeVisible()
    await expect(
      table.getByRole('row', {
        name: /\b3 .*price .*The price “x” is not written as a number: write it like 12\.50\./,
      }),
    ).toBeVisible()
    await expect(page.getByRole('main').getByText('43 faults')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0)
    expect(await violationsOf(page)).toEqual([])
    expect(await isWithinItsWidth(page)).toBe(true)
    await page.getByRole('link', { name: 'Page 3' }).click()
    await expect(table.getByRole('row')).toHaveCount(4)

    await page.getByRole('link', { name: 'Choose another file' }).click()
    await choose(page, header)
    const main = page.getByRole('main')
    await expect(main.getByText('This file has no rows.')).toBeVisible()
    await expect(main).not.toContainText(/products/)
    await sells({ name: 'Silk dress', price_cents: 12_000 })
    const sold = await page.request.get('/api/products/export')
    await page.getByRole('link', { name: 'Choose another file' }).click()
    await choose(page, await sold.body())
    await expect(main.getByText('This file changes nothing: every product in it is on sale as it stands')).toBeVisible()
    await expect(main.getByRole('link')).toHaveText(['Choose another file'])
    await visit('/dashboard/import-products?id=unknown')
    await expect(page.getByRole('heading', { name: 'This import is not kept any more.' })).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'a slow undo shows its progress, and one with a lost answer or by another admin appears',
  async ({ page, visit, complaints }) => {
    const id = '00000000-0000-7000-8000-000000000000'
    await visit('/dashboard/import-products')
    await choose(page, `${header}${id},Ring,jewellery,gold,Round.,5,,\n`)
    await expect(page.getByRole('row', { name: /Ring \(new, with an id that this shop does not know\)/ })).toBeVisible()
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    const undo = page.getByRole('button', { name: 'Undo the import' })
    await expect(undo).toBeVisible()
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/admin/undo/*', async route => {
      await promise
      await route.fetch()
      await route.abort()
    })
    await undo.click()
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect(page.getByRole('button', { name: 'Undoing…' })).toBeDisabled()
    expect(await violationsOf(page)).toEqual([])
    resolve()
    await expect(page.getByText('We could not reach the shop.')).toBeVisible()
    await expect(page.getByText('This import was taken back: the products are as they were before.')).toBeVisible()

    await page.getByRole('link', { name: 'Choose another file' }).click()
    await choose(page, `${header}${id},Ring,jewellery,gold,Round.,5,,\n`)
    await page.getByRole('button', { name: 'Import 1 product' }).click()
    await expect(undo).toBeVisible()
    const importId = new URL(page.url()).searchParams.get('id')
    const { data } = await (await page.request.get(`/api/products/imports/${importId}`)).json()
    await page.unroute('**/api/admin/undo/*')
    expect((await page.request.post(`/api/admin/undo/${data.auditId}`, { data: {} })).status()).toBe(200)
    await expect(undo).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(page.getByText('This import was taken back: the products are as they were before.')).toBeVisible()
    expectFailedLoads(complaints)
  },
)

asAdmin(
  'an import does not overwrite newer changes, and announces its progress',
  async ({ page, sells, db, visit, complaints }) => {
    const dress = await sells({ name: 'Silk dress' })
    await visit('/dashboard/import-products')
    await choose(page, `${header}${dress.id},Silk gown,dress,black,A dress.,5,,\n`)
    const start = page.getByRole('button', { name: 'Import 1 product' })
    await expect(start).toBeVisible()
    await db.updateTable('product').set({ updated_at: new Date() }).where('id', '=', dress.id).execute()
    const release = await holdCalls(page, '**/apply')
    await start.click()
    await expect(page.getByRole('progressbar', { name: 'Importing 1 product' })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    release()
    await expect(page.getByText(/The products were not imported\. Silk dress was changed since/)).toBeVisible()
    await expect(start).toBeVisible()
    expectFailedLoads(complaints)
  },
)
