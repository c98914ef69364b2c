import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ImportChange, ImportCount, ImportFault, ProductImport } from '#domain/products/product-import.ts'
import { openStock } from '../../stock/stock.fixture.ts'

const shop = await openStock()
const { db } = shop

beforeEach(async () => {
  await sql`truncate product, product_count, product_fits_count, product_sale_count, product_import, audit, style, "order" cascade`.execute(
    db,
  )
  for (const id of ['first1', 'second2', 'third3'])
    await db
      .insertInto('image')
      .values({ id, width: 4, height: 5, placeholder: 'data:,', created_at: new Date() })
      .onConflict(conflict => conflict.doNothing())
      .execute()
})

async function call(method: 'GET' | 'POST', path: string, payload?: string) {
  const headers = { ...shop.headers, ...(payload !== undefined && { 'content-type': 'text/csv' }) }
  const answer = await shop.app.inject({
    method,
    url: `/api/${path}`,
    headers,
    ...(payload !== undefined && { payload }),
  })
  return { status: answer.statusCode, ...(answer.json() as { message: string; data: never }) }
}
const read = async (file: string): Promise<ProductImport> => (await call('POST', 'products/imports', file)).data
const show = async ({ _id }: ProductImport): Promise<ProductImport> =>
  (await call('GET', `products/imports/${_id}`)).data
const faultsOf = async (file: string) => {
  const { _id } = await read(file)
  const faults: ImportFault[] = (await call('GET', `products/imports/${_id}/faults`)).data
  return faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)
}
const changesOf = async ({ _id }: ProductImport): Promise<ImportChange[]> =>
  (await call('GET', `products/imports/${_id}/changes`)).data
const countsOf = async ({ _id }: ProductImport) => {
  const counts: ImportCount[] = (await call('GET', `products/imports/${_id}/counts`)).data
  return counts.map(
    each => `${each.line} ${each.name}, ${each.label}: ${each.before} ${each.after} ${each.result} ${each.message}`,
  )
}
const apply = ({ _id }: ProductImport) => call('POST', `products/imports/${_id}/apply`)
async function importFile(file: string) {
  const done = await apply(await read(file))
  expect(done).toMatchObject({ status: 200 })
  return done.data as ProductImport
}
const undo = ({ auditId }: ProductImport) => call('POST', `admin/undo/${auditId}`)
async function exportFile() {
  const { statusCode, body } = await shop.app.inject({ url: '/api/products/export', headers: shop.headers })
  expect(statusCode).toBe(200)
  return body.replaceAll('\r\n', '\n').replace('\ufeff', '')
}

const columns = 'id,name,category,color,description,price,old_price,image'
const wrap = (id: string, rest = '') => `${id},Wrap,dress,black,A dress of silk.,120.00,,${rest}`
async function sellSizes(name: string, sizes: string[]) {
  const sold = await shop.sellSizes(name, sizes)
  const fields = { category: 'dress', color: 'black', description: 'A dress of silk.' } as const
  await db
    .updateTable('product')
    .set({ ...fields, price_cents: 12_000, old_price_cents: null })
    .where('id', '=', sold.id)
    .execute()
  return sold
}
/** A product as the release before sizes made it. */
async function sellOne() {
  const { id } = await sellSizes('Wrap', [])
  await db.updateTable('variant').set({ deleted_at: null }).where('id', '=', id).execute()
  return id
}
/** The sizes on sale with their codes: "Wrap: S (A-1), M". */
async function sizes() {
  const { rows } = await sql<{ name: string; sizes: string }>`
    select name, string_agg(size || coalesce(' ' || sku, '') || coalesce(' ' || barcode, ''), ', ' order by variant.place) as sizes
    from product join variant on product_id = product.id and variant.deleted_at is null
    where product.deleted_at is null group by product.id, name order by name, product.id`.execute(db)
  return rows.map(row => `${row.name}: ${row.sizes}`)
}
/** All that an import may change, as it is stored. */
async function everything() {
  const tables = ['product', 'variant', 'product_image', 'stock', 'product_search']
  const stored = tables.map(async table => {
    const of = sql.raw(table)
    const { rows } = await sql`select to_jsonb(${of}) - 'card' as row from ${of} order by 1`.execute(db)
    return [table, rows]
  })
  return Object.fromEntries(await Promise.all(stored))
}
const variantOf = async (productId: string, size: string) =>
  (
    await db
      .selectFrom('variant')
      .select('id')
      .where('product_id', '=', productId)
      .where('size', '=', size)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).id

describe('an export has a row per size', () => {
  const picture = (id: string) => `${shop.origin}/images/${id}/1280.webp`

  test('with all that a file can set; imported again it changes nothing', async () => {
    const { id, variants } = await sellSizes('Wrap', ['alpha-S', 'alpha-M'])
    const [s = ''] = variants
    const style = await db
      .insertInto('style')
      .values({ id, created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('product')
      .set({ style_id: style.id, shade: 'Pine', image_id: 'first1' })
      .where('id', '=', id)
      .execute()
    const images = ['second2', 'third3'].map((image_id, n) => ({ product_id: id, image_id, place: n + 1, alt: 'Back' }))
    await db.insertInto('product_image').values(images).execute()
    await db.updateTable('variant').set({ sku: 'W-S', barcode: '4001' }).where('id', '=', s).execute()
    await shop.count(s, 7)
    const file = await exportFile()
    const [header, first, second, ...none] = file.trimEnd().split('\n')
    expect(header).toBe(`${columns},style,shade,images,size,sku,barcode,stock,counted,collections`)
    const ofProduct = `${picture('first1')},${id},Pine,${picture('second2')} ${picture('third3')}`
    expect(first).toMatch(RegExp(`^${id},Wrap,.*,${ofProduct},alpha-S,W-S,4001,7,,$`))
    expect(second).toMatch(RegExp(`^${id},Wrap,.*,${ofProduct},alpha-M,,,,,$`))
    expect(none).toEqual([])

    const before = await everything()
    const again = await read(file)
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: 1, faults: 0, counts: 0 })
    expect(await apply(again)).toMatchObject({ status: 409, message: 'Nothing would change.' })
    expect(await everything()).toEqual(before)
    await sql`truncate product, product_count, product_fits_count, product_sale_count, style cascade`.execute(db)
    await importFile(file)
    expect(await exportFile()).toBe(file.replace(',7,,\n', ',,,\n'))
  })

  test('in which what is paid and not shipped still lies on the shelf', async () => {
    const { id, variants } = await sellSizes('Wrap', ['alpha-S'])
    await shop.count(variants[0] ?? '', 4)
    const { session } = await shop.buy([{ _id: id, variantId: variants[0] }])
    await shop.pay(session)
    await shop.confirm(session)
    expect(await shop.rowOf(variants[0] ?? '')).toMatchObject({ onHand: 3 })
    expect(await exportFile()).toContain('alpha-S,,,4,,\n')
  })
})

describe('rows below one another', () => {
  const header = `${columns},style,shade,size,sku,counted\n`
  const file =
    header +
    [
      ',Wrap,dress,black,A dress of silk.,120,,,wrap,Ink,alpha-M,W-M,',
      ',Wrap,,black,,,,,,Ink,ALPHA-S,W-S,3',
      ',Wrap,dress,green,A dress of silk.,120,,,Wrap,Pine,alpha-S,P-S,0',
      ',Ring,jewellery,gold,It shines.,80,,,,,,,2',
      ',Ring,jewellery,gold,It shines.,80,,,,,,,',
    ].join('\n')

  test('are one product without ids when they share name, color and shade; products of one style are its colors', async () => {
    const planned = await read(file)
    expect(planned).toMatchObject({ added: 4, changed: 0, faults: 0, counts: 3, counted: 0, notCounted: 0 })
    expect((await changesOf(planned))[0]?.fields).toContainEqual({
      column: 'sizes',
      before: '',
      after: 'S (W-S), M (W-M)',
    })
    expect(await countsOf(planned)).toEqual([
      '3 Wrap, Ink, S: null 3 null ',
      '4 Wrap, Pine, S: null 0 null ',
      '5 Ring, Gold, One size: null 2 null ',
    ])
    const { data } = await apply(planned)
    expect(data).toMatchObject({ state: 'applied', counts: 3, counted: 3, notCounted: 0 })
    expect(await sizes()).toEqual(['Ring: one', 'Ring: one', 'Wrap: alpha-S W-S, alpha-M W-M', 'Wrap: alpha-S P-S'])
    const { rows: styles } = await sql`
      select shade, style_place, style_id = min(style_id::text) over ()::uuid as is_same
      from product where style_id is not null order by style_place`.execute(db)
    expect(styles).toMatchObject([
      { shade: 'Ink', style_place: 0, is_same: true },
      { shade: 'Pine', style_place: 1, is_same: true },
    ])
    expect(await shop.countBroken()).toBe(0)
  })

  test('is taken back whole: what was counted meanwhile is taken off sale, the rest is gone', async () => {
    expect(await undo(await importFile(file))).toMatchObject({ status: 200 })
    expect(await sizes()).toEqual([])
    const left = await db.selectFrom('product').select('name').orderBy('name').execute()
    expect(left.map(({ name }) => name)).toEqual(['Ring', 'Wrap', 'Wrap'])
    expect(await shop.countBroken()).toBe(0)
  })

  test('a word for a style gives the same style each time, so that a later file adds a color', async () => {
    await importFile(file)
    await importFile(`${header},Wrap,dress,red,A dress of silk.,120,,,WRAP,,alpha-S,,`)
    const { rows } =
      await sql`select color, style_place from product where style_id is not null order by style_place`.execute(db)
    expect(rows).toEqual([
      { color: 'black', style_place: 0 },
      { color: 'green', style_place: 1 },
      { color: 'red', style_place: 2 },
    ])
    const twice = await read(`${header},Wrap,dress,red,A dress of silk.,120,,,wrap,,alpha-S,,`)
    expect(await apply(twice)).toMatchObject({
      status: 409,
      message: 'The style of Wrap would have red twice: give one a shade first.',
    })
    expect(await sizes()).toHaveLength(5)
  })

  test.each([
    [
      'an unknown size',
      'M,,',
      '2 size: The shop knows no size “M”: write it as an export has it, such as alpha-M, eu-40, ring-54, acc-M or one.',
    ],
    ['a size that is there twice', `alpha-M,,\n${wrap('ID')},alpha-M,,`, '3 size: This size is there twice.'],
    [
      'sizes of two runs',
      `alpha-M,,\n${wrap('ID')},eu-40,,`,
      '2 size: All sizes of a product must be of one run: these are of two.',
    ],
    [
      'a product that says two things',
      `alpha-M,,\n${wrap('ID').replace('120', '130')},alpha-S,,`,
      '3 price: Line 2, which is of the same product, says otherwise.',
    ],
    [
      'an SKU that is too long',
      `alpha-M,${'x'.repeat(61)},`,
      '2 sku: The SKU must be a text of at most 60 characters.',
    ],
    ['a number that is none', 'alpha-M,,2.5', '2 counted: Write a whole number from 0 to 1,000,000, or nothing.'],
    [
      'a number above a million',
      'alpha-M,,1000001',
      '2 counted: Write a whole number from 0 to 1,000,000, or nothing.',
    ],
    ['an SKU twice in a product', `alpha-M,a,\n${wrap('ID')},alpha-S,A,`, '2 size: Two sizes have the SKU "a".'],
  ])('%s is a fault', async (_, rest, fault) => {
    const { id } = await sellSizes('Wrap', ['alpha-L'])
    const faults = await faultsOf(`${columns},size,sku,counted\n${wrap(id)},${rest.replace('ID', id)}`)
    expect(faults).toEqual([fault])
  })

  test('rows of one product that stand apart, and more than it can have, are faults', async () => {
    const [{ id }, other] = [await sellSizes('Wrap', ['alpha-L']), await sellSizes('Wrap', ['alpha-L'])]
    const header = `${columns},size\n`
    expect(
      await faultsOf(
        `${header}${[id, other.id, id].map((each, n) => `${wrap(each)},${['alpha-S', 'alpha-S', 'alpha-M'][n]}`).join('\n')}`,
      ),
    ).toEqual(['4 id: This id stands on line 2 already: the rows of one product stand below one another.'])
    const many = Array.from({ length: 70 }, (_, n) => `${wrap(id)},eu-${32 + n}`)
    expect((await faultsOf(header + many.join('\n'))).length).toBeGreaterThan(30)
    expect(await faultsOf(`${columns}\n${wrap(id)}\n${wrap(id)}`)).toEqual([
      '3 id: This id stands on line 2 already: the rows of one product stand below one another.',
    ])
  })
})

describe('a file changes only what it names', () => {
  test('a missing column and a missing size stay, an empty cell empties', async () => {
    const { id } = await sellSizes('Wrap', ['alpha-S', 'alpha-M', 'alpha-L'])
    await sql`update variant set sku = 'W-' || place, barcode = '400' || place where deleted_at is null`.execute(db)
    await sql`update product set shade = 'Ink', image_id = 'first1'`.execute(db)
    await sql`insert into product_image (product_id, place, image_id, alt) values (${id}, 1, 'second2', 'Back')`.execute(
      db,
    )
    const before = await everything()
    const done = await importFile(
      `${columns},size,sku\n${wrap(id, 'http://localhost:3000/images/first1/1280.webp')},alpha-M,`,
    )
    expect(done).toMatchObject({ changed: 1 })
    expect(await changesOf(done)).toMatchObject([
      {
        fields: [
          {
            column: 'sizes',
            before: 'S (W-0, 4000), M (W-1, 4001), L (W-2, 4002)',
            after: 'S (W-0, 4000), M (4001), L (W-2, 4002)',
          },
        ],
      },
    ])
    expect(await sizes()).toEqual(['Wrap: alpha-S W-0 4000, alpha-M 4001, alpha-L W-2 4002'])
    const cleared = await importFile(
      `${columns},shade,images\n${wrap(id, 'http://localhost:3000/images/third3/1280.webp')},,`,
    )
    const { shade, image_id } = await db.selectFrom('product').select(['shade', 'image_id']).executeTakeFirstOrThrow()
    expect({ shade, image_id }).toEqual({ shade: null, image_id: 'third3' })
    expect(await db.selectFrom('product_image').selectAll().execute()).toEqual([])
    expect(await undo(cleared)).toMatchObject({ status: 200 })
    expect(await undo(done)).toMatchObject({ status: 200 })
    expect(await everything()).toEqual(before)
  })

  test('a barcode that a spreadsheet has shortened is a fault, and does not replace the one that is there', async () => {
    const { id } = await sellSizes('Wrap', ['alpha-M'])
    await db.updateTable('variant').set({ barcode: '4006381333931' }).where('product_id', '=', id).execute()
    const faultOf = (cell: string) =>
      `2 barcode: “${cell}” is a number that a spreadsheet has shortened: format the column as text there, and write all digits.`
    const header = `${columns},size,barcode\n`
    expect(await faultsOf(`${header}${wrap(id)},alpha-M,4.00638E+12`)).toEqual([faultOf('4.00638E+12')])
    expect(await faultsOf(`${header}${wrap(id)},alpha-M,"4,00638E+12"`)).toEqual([faultOf('4,00638E+12')])
    for (const good of ['4006381333931', 'E+12', '4E-12', 'A4.0E+12'])
      expect(await faultsOf(`${header}${wrap(id)},alpha-M,${good}`)).toEqual([])
  })

  test('an SKU of another product is a fault; two products of the file may exchange theirs', async () => {
    const [a, b, c] = [
      await sellSizes('Arran', ['alpha-S']),
      await sellSizes('Barra', ['alpha-S']),
      await sellSizes('Coll', ['alpha-S']),
    ]
    const codes = [
      [a.id, 'A-1'],
      [b.id, 'B-1'],
      [c.id, 'C-1'],
    ]
    for (const [id = '', sku] of codes)
      await db
        .updateTable('variant')
        .set({ sku })
        .where('product_id', '=', id)
        .where('deleted_at', 'is', null)
        .execute()
    const header = `${columns},size,sku\n`
    const row = (id: string, name: string, sku: string) => `${wrap(id).replace('Wrap', name)},alpha-S,${sku}\n`
    expect(await faultsOf(header + row(a.id, 'Arran', 'c-1') + row(b.id, 'Barra', 'x') + row('', 'New', 'X'))).toEqual([
      '2 sku: SKU “c-1” belongs to Coll already.',
      '4 sku: SKU “x” belongs to line 3 already.',
    ])
    const done = await importFile(header + row(a.id, 'Arran', 'B-1') + row(b.id, 'Barra', 'a-1'))
    expect(await sizes()).toEqual(['Arran: alpha-S B-1', 'Barra: alpha-S a-1', 'Coll: alpha-S C-1'])
    expect(await undo(done)).toMatchObject({ status: 200 })
    expect(await sizes()).toEqual(['Arran: alpha-S A-1', 'Barra: alpha-S B-1', 'Coll: alpha-S C-1'])
  })

  test('a code that another product got since the file was read, or since the import, is refused with a word', async () => {
    const [a, b] = [await sellSizes('Arran', ['alpha-S']), await sellSizes('Barra', ['alpha-S'])]
    const give = (id: string, sku: string | null) =>
      db.updateTable('variant').set({ sku }).where('product_id', '=', id).where('deleted_at', 'is', null).execute()
    await give(a.id, 'A-1')
    const planned = await read(`${columns},size,sku\n${wrap(a.id)},alpha-S,A-2`)
    await give(b.id, 'A-2')
    expect(await apply(planned)).toMatchObject({
      status: 409,
      message: 'Line 2: SKU “a-2” belongs to Wrap already.'.replace('Wrap', 'Barra'),
    })
    await give(b.id, null)
    const { data } = await apply(planned)
    await give(b.id, 'A-1')
    expect(await undo(data)).toMatchObject({ status: 409, message: 'SKU “a-1” belongs to Barra already.' })
    expect(await sizes()).toEqual(['Barra: alpha-S A-1', 'Wrap: alpha-S A-2'])
  })

  test('a picture that this shop does not have is a fault, and so is a second one without a first', async () => {
    const { id } = await sellSizes('Wrap', ['alpha-S'])
    const own = 'http://localhost:3000/images/first1/1280.webp'
    const faults = async (image: string, images: string) =>
      await faultsOf(`${columns},images\n${wrap(id, image)},${images}`)
    const unknown =
      '2 images: This is no picture of this shop. Leave the cell empty, and add the picture in the form of the product once it is imported.'
    expect(await faults(own, own.replace('first1', 'unknown9'))).toEqual([unknown])
    expect(await faults(own, 'http://elsewhere.test/a.jpg')).toEqual([
      '2 images: This is no picture of this shop, and no address that begins with https://.',
    ])
    expect(await faults('', own)).toEqual(['2 images: The first picture belongs in the column image.'])
    expect(await faults(own, own)).toEqual(['2 images: Picture 2 is there twice.'])
  })
})

describe('a product of one size', () => {
  test('gets the sizes of the file instead, and by the undo its one size again', async () => {
    const id = await sellOne()
    const done = await importFile(`${columns},size\n${wrap(id)},alpha-S\n${wrap(id)},alpha-M`)
    expect(await sizes()).toEqual(['Wrap: alpha-S, alpha-M'])
    expect(await undo(done)).toMatchObject({ status: 200 })
    expect(await sizes()).toEqual(['Wrap: one'])
  })

  test('keeps it when its pieces are counted, also when that was done since the file was read', async () => {
    const id = await sellOne()
    const file = `${columns},size\n${wrap(id)},alpha-S`
    const planned = await read(file)
    await shop.count(await variantOf(id, 'one'), 12)
    expect(await apply(planned)).toMatchObject({
      ...{
        status: 409,
        message: '12 pieces of Wrap were counted since this file was read: send it again to see what it does now.',
      },
    })
    expect(await faultsOf(file)).toEqual([
      '2 size: 12 pieces of this product are counted in one size: count its new sizes in the column counted.',
    ])
    expect(await sizes()).toEqual(['Wrap: one'])
  })
})

test('counted pieces of one size make way for sizes that the file counts', async () => {
  const id = await sellOne()
  await shop.count(id, 12)
  expect(await faultsOf(`${columns},size,counted\n${wrap(id)},one,7\n${wrap(id)},alpha-S,5`)).toEqual([
    '2 counted: A product has one size or several: count this one as 0, or leave it out.',
  ])
  const rows = ['one,0', 'alpha-S,5', 'alpha-M,7'].map(size => `${wrap(id)},${size}`)
  const done = await importFile(`${columns},size,counted\n${rows.join('\n')}`)
  expect(done).toMatchObject({ counts: 2, counted: 2 })
  expect(await sizes()).toEqual(['Wrap: alpha-S, alpha-M'])
  expect(await shop.movementsOf(id)).toEqual(['counted 12 0', 'corrected -12 0'])
  expect(await shop.countBroken()).toBe(0)
})

test('a new product whose rows a spreadsheet has sorted apart is a fault', async () => {
  const rows = ['Wrap,alpha-S', 'Gown,alpha-S', 'wrap,alpha-M'].map(row => {
    const [name = '', size] = row.split(',')
    return `${wrap('').replace('Wrap', name)},${size}`
  })
  expect(await faultsOf(`${columns},size\n${rows.join('\n')}`)).toEqual([
    '4 name: This product stands on line 2 already: its rows stand below one another.',
  ])
})

describe('counts of a file', () => {
  test('are stored after the products, each on its own; `stock` and what is the same already change nothing', async () => {
    const { id, variants } = await sellSizes('Wrap', ['alpha-S', 'alpha-M', 'alpha-L'])
    const [s = '', m = '', l = ''] = variants
    await shop.count(s, 4)
    await shop.count(m, 4)
    const rows = ['alpha-S,900,9', 'alpha-M,900,2', 'alpha-L,900,1', 'alpha-XL,900,5']
    const planned = await read(`${columns},size,stock,counted\n${rows.map(row => `${wrap(id)},${row}`).join('\n')}`)
    expect(planned).toMatchObject({ changed: 1, counts: 4 })
    await shop.buy([{ _id: id, variantId: m, quantity: 3 }])
    await shop.count(s, 5, 4)
    const done = (await apply(planned)).data as ProductImport
    expect(done).toMatchObject({ state: 'applied', counts: 4, counted: 2, notCounted: 2 })
    expect(await countsOf(done)).toEqual([
      '2 Wrap, Black, S: 4 9 changed It is 5 by now: look again before you count.',
      '3 Wrap, Black, M: 4 2 being_paid 3 held for buyers: it cannot be below 3.',
      '4 Wrap, Black, L: null 1 counted ',
      '5 Wrap, Black, XL: null 5 counted ',
    ])
    const shelves = [s, m, l, await variantOf(id, 'alpha-XL')].map(async variant => (await shop.rowOf(variant))?.onHand)
    expect(await Promise.all(shelves)).toEqual([5, 4, 1, 5])
    expect(await apply(done)).toMatchObject({ status: 409, message: 'This import was applied before.' })
    const only = await read(`${columns},size,stock,counted\n${wrap(id)},alpha-S,900,5\n${wrap(id)},alpha-L,,3`)
    expect(only).toMatchObject({ changed: 0, unchanged: 1, counts: 1 })
    const counted = (await apply(only)).data as ProductImport
    expect(counted).toMatchObject({ counted: 1 })
    expect(await undo(counted)).toMatchObject({
      status: 409,
      message: 'This import only counted: take its counts back one by one.',
    })
    expect(await shop.countBroken()).toBe(0)
  })

  test('go on after an interruption, once, and not when the import was taken back', async () => {
    const { id, variants } = await sellSizes('Wrap', ['alpha-S', 'alpha-M'])
    const file = `${columns},size,counted\n${wrap(id).replace('120', '130')},alpha-S,3\n${wrap(id).replace('120', '130')},alpha-M,4`
    const done = await importFile(file)
    await sql`update product_import_count set result = null where line = 3`.execute(db)
    expect(await show(done)).toMatchObject({ state: 'applied', counts: 2, counted: 1, notCounted: 0 })
    const both = await Promise.all([apply(done), apply(done)])
    const statuses = both.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, expect.toBeOneOf([200, 409])]) // 409 when the other had ended before
    expect(await show(done)).toMatchObject({ counted: 2 })
    expect(await shop.movementsOf(variants[1] ?? '')).toEqual(['counted 4 0'])
    await sql`update product_import_count set result = null where line = 3`.execute(db)
    await undo(done)
    expect(await apply(done)).toMatchObject({ status: 409 })
  })

  test('of a size that is gone by then say so', async () => {
    const { id, variants } = await sellSizes('Wrap', ['alpha-S', 'alpha-M'])
    const planned = await read(`${columns},size,counted\n${wrap(id)},alpha-M,4`)
    await db
      .updateTable('variant')
      .set({ deleted_at: new Date() })
      .where('id', '=', variants[1] ?? '')
      .execute()
    const { data } = await apply(planned)
    expect(await countsOf(data)).toEqual(['2 Wrap, Black, M: null 4 gone This size is not there any more.'])
  })

  test('wait until no older release is connected, with all that the file changes', async () => {
    const { id } = await sellSizes('Wrap', ['alpha-S'])
    const planned = await read(`${columns},size,counted\n${wrap(id).replace('Wrap', 'Gown')},alpha-S,4`)
    await db.connection().execute(async older => {
      await sql`set application_name = 'vitrine listens'`.execute(older)
      expect(await apply(planned)).toMatchObject({ status: 409, message: expect.stringMatching(/older release/) })
      await sql`reset application_name`.execute(older)
    })
    expect(await sizes()).toEqual(['Wrap: alpha-S'])
    expect(await apply(planned)).toMatchObject({ status: 200 })
  })
})

describe('taking an import back', () => {
  test('takes the sizes that it added off with their pieces, unless one is being paid for', async () => {
    const { id } = await sellSizes('Wrap', ['alpha-S'])
    const done = await importFile(`${columns},size,counted\n${wrap(id)},alpha-M,4\n${wrap(id)},alpha-L,`)
    const m = await variantOf(id, 'alpha-M')
    const { session } = await shop.buy([{ _id: id, variantId: m }])
    expect(await undo(done)).toMatchObject({
      status: 409,
      message: 'Wrap, M cannot be removed while a piece is set aside for a checkout or a size swap.',
    })
    await shop.pay(session)
    await shop.confirm(session)
    expect(await undo(done)).toMatchObject({ status: 200 })
    expect(await sizes()).toEqual(['Wrap: alpha-S'])
    expect(await shop.movementsOf(m)).toEqual(['counted 4 0', 'held 0 1', 'sold -1 -1', 'corrected -3 0'])
    expect(await shop.countBroken()).toBe(0)
  })
})
