import { readFile as readText } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sql } from 'kysely'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  exampleFile,
  type ImportChange,
  type ImportFault,
  maxImportBytes,
  type ProductColumn,
  type ProductImport,
} from '#domain/products/product-import.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createOrder, createProduct, createReview, createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { sweepPictures } from '../../images/sweep.ts'
import { movableClock } from '../../payments/payments.fixture.ts'
import { addFirstCounts } from '../../stock/counts/first-counts.ts'
import { deleteOldImports } from './old-imports.ts'

const clock = movableClock()
const { app, db, images } = await testApp({ clock })
let olga: { id: string }
let asOlga: { cookie: string }

beforeAll(async () => {
  olga = await createUser(db, { role: 'admin', email: 'olga@shop.test' })
  asOlga = await signIn(db, olga)
})
beforeEach(async () => {
  await putImages()
  await sql`truncate product, product_count, product_fits_count, product_sale_count, product_import, audit, review, "order" cascade`.execute(
    db,
  )
})

async function putImages() {
  const facts = { width: 4, height: 5, created_at: new Date() }
  const rows = ['abc123', 'def456', 'somebody'].map(id => ({
    ...facts,
    id,
    placeholder: id === 'somebody' ? '' : 'data:,',
  }))
  await db
    .insertInto('image')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
type Counted = { n: number }
const header = 'id,name,category,color,description,price,old_price,image\n'
const picture = (id: string) => `http://localhost:3000/images/${id}/1280.webp`
const row = (cells: Partial<Record<ProductColumn, string>> = {}) => {
  const { id = '', name = 'Gold ring', category = 'jewellery', color = 'gold', description = 'It shines.' } = cells
  const { price = '99.50', old_price = '', image = '' } = cells
  return `${[id, name, category, color, description, price, old_price, image].map(cell => `"${cell.replaceAll('"', '""')}"`)}\n`
}

async function send(method: 'GET' | 'POST', url: string, payload?: string | Buffer, headers = asOlga) {
  const type = { 'content-type': 'text/csv' }
  const response = await app.inject({
    method,
    url,
    ...(payload !== undefined && { payload }),
    headers: { ...headers, ...(payload !== undefined && type) },
  })
  return {
    status: response.statusCode,
    message: response.json().message as string,
    data: response.json().data,
    response,
  }
}
async function readFile(file: string | Buffer) {
  const { status, data, message } = await send('POST', '/api/products/imports?file=spring.csv', file)
  expect({ status, message }).toEqual({ status: 201, message: 'OK' })
  return data as ProductImport
}
const refused = (file: string | Buffer) => send('POST', '/api/products/imports', file)
const show = async (id: string): Promise<ProductImport> => (await send('GET', `/api/products/imports/${id}`)).data
const faultsOf = async ({ _id }: ProductImport, query = ''): Promise<ImportFault[]> =>
  (await send('GET', `/api/products/imports/${_id}/faults${query}`)).data
const changesOf = async ({ _id }: ProductImport, query = ''): Promise<ImportChange[]> =>
  (await send('GET', `/api/products/imports/${_id}/changes${query}`)).data
const apply = ({ _id }: ProductImport) => send('POST', `/api/products/imports/${_id}/apply`)
const undo = (auditId: string | null) => send('POST', `/api/admin/undo/${auditId}`)
async function exportFile() {
  const response = await app.inject({ url: '/api/products/export', headers: asOlga })
  expect(response.statusCode).toBe(200)
  return response.body
}

/** Every column of every product, with times to the microsecond, and the counts. */
async function catalogue() {
  const products = await sql`select *, updated_at::text as version from product order by id`.execute(db)
  const counts = await sql`select category, color, bucket as price_cents, sum(n)::int as n from product_count
    where bucket < 100000000 and category <> '' and color <> '' group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3`.execute(
    db,
  )
  return { products: products.rows, counts: counts.rows }
}
async function expectTrueCounts() {
  const counted = await sql`select category, color, price_cents, count(*)::int as n from product
    where deleted_at is null group by 1, 2, 3 order by 1, 2, 3`.execute(db)
  expect((await catalogue()).counts).toEqual(counted.rows)
}
const countPieces = ({ id }: { id: string }, pieces: number) =>
  db.transaction().execute(tx => addFirstCounts(tx, [{ variantId: id, productId: id, pieces }], clock.now()))
const hostile = {
  name: '=HYPERLINK("http://elsewhere.test","Silk")',
  description: '@sum, "quoted"; tab\there\r\nsecond line\nthird: 👗 é ñ 漢字 \'=',
}

describe('the export', () => {
  test('is a file of all products on sale, without a cell that a spreadsheet would run as a formula', async () => {
    const dress = await createProduct(db, {
      ...hostile,
      price_cents: 12_000,
      old_price_cents: 15_050,
      image_id: 'abc123',
    })
    await countPieces(dress, 3)
    await createProduct(db, { name: 'Gone', deleted_at: new Date() })
    const response = await app.inject({ url: '/api/products/export', headers: asOlga })
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="products-${clock.now().toISOString().slice(0, 10)}.csv"`,
    })
    expect(response.body).toBe(
      `\ufeffid,name,category,color,description,price,old_price,image,style,shade,images,size,sku,barcode,stock,counted,collections\r\n${dress.id},"'=HYPERLINK(""http://elsewhere.test"",""Silk"")",dress,black,"'@sum, ""quoted""; tab\there\r\nsecond line\nthird: 👗 é ñ 漢字 '=",120.00,150.50,${picture('abc123')},,,,one,,,3,,\r\n`,
    )
  })

  test('contains each product once, over any number of pages', async () => {
    await sql`insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
      select gen_random_uuid(), 'Ring ' || n, 'jewellery', 'gold', 'Round.', 100, now(), now()
      from generate_series(1, 1101) n`.execute(db)
    const lines = (await exportFile()).trim().split('\r\n').slice(1)
    expect(new Set(lines.map(line => line.split(',')[0])).size).toBe(1_101)
    expect(lines).toHaveLength(1_101)
  })

  test('can be imported again without a change', async () => {
    for (const name of ['=1+1', "'=1+1", '+49', '-5', '@x', '"', "''", 'a,b', 'ñandú 👗'])
      await createProduct(db, { name, description: `${name}\r\n${name}\n\n"`, old_price_cents: 20_000 })
    await createProduct(db, { ...hostile, image_id: 'abc123' })
    const before = await catalogue()
    const read = await readFile(await exportFile())
    expect(read).toMatchObject({ state: 'ready', added: 0, changed: 0, unchanged: 10, faults: 0 })
    expect(await apply(read)).toMatchObject({ status: 409, message: 'Nothing would change.' })
    expect(await catalogue()).toEqual(before)
    expect(await db.selectFrom('audit').select('id').execute()).toEqual([])
  })

  test('names the pieces of each product, and an import never changes them', async () => {
    const [dress, ring] = [await createProduct(db, { name: 'Dress' }), await createProduct(db, { name: 'Ring' })]
    await countPieces(dress, 12)
    const file = await exportFile()
    const stockIn = (text: string) =>
      text
        .trim()
        .split('\r\n')
        .slice(1)
        .map(line => line.split(',').at(-3))
    expect(stockIn(file)).toEqual(['12', ''])
    const read = await readFile(file.replace(',12,,\r\n', ',900,,\r\n').replace('Ring', 'Band'))
    expect(read).toMatchObject({ added: 0, changed: 1, unchanged: 1, faults: 0 })
    await apply(read)
    expect(stockIn(await exportFile())).toEqual(['12', ''])
    expect(await exportFile()).toContain(`${ring.id},Band`)
  })

  test('can be imported into an empty shop and keeps its ids', async () => {
    const [dress, ring] = [await createProduct(db, { name: 'Dress' }), await createProduct(db, { name: 'Ring' })]
    const file = await exportFile()
    await sql`truncate product, product_count, product_fits_count, product_sale_count cascade`.execute(db)
    const read = await readFile(file)
    expect(read).toMatchObject({ added: 2, changed: 0, unchanged: 0, faults: 0 })
    const shown = await changesOf(read)
    expect(shown.map(({ isNew, hasUnknownId }) => [isNew, hasUnknownId])).toEqual([
      [true, true],
      [true, true],
    ])
    await apply(read)
    expect(await exportFile()).toBe(file)
    const ids = await db.selectFrom('product').select('id').orderBy('name').execute()
    expect(ids).toEqual([{ id: dress.id }, { id: ring.id }])
  })

  test('stops when the client disconnects', async () => {
    for (let batch = 0; batch < 5; batch++)
      await sql`insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
        select gen_random_uuid(), 'Ring', 'jewellery', 'gold', repeat('Round. ', 600), 100, now(), now()
        from generate_series(1, 300)`.execute(db)
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    // These are more than may run or wait: if an abandoned export still ran, the last ones would be refused.
    for (let n = 0; n < 6; n++) {
      await new Promise<void>((resolve, reject) => {
        const call = request({ port, path: '/api/products/export', headers: asOlga }, answer => {
          expect(answer.statusCode).toBe(200)
          answer.once('data', () => {
            call.destroy()
            resolve()
          })
        })
        call.on('error', reject)
        call.end()
      })
    }
    await expect.poll(async () => (await exportFile()).length).toBeGreaterThan(6_000_000)
  })
})

describe('reading a file', () => {
  test('reports what it would change, field by field, and changes nothing', async () => {
    const dress = await createProduct(db, { name: 'Silk dress', price_cents: 12_000, image_id: 'abc123' })
    const scarf = await createProduct(db, { name: 'Scarf' })
    const { id: storedId, name, category, color, description } = scarf
    const before = await catalogue()
    const file =
      header +
      row({
        ...dress,
        id: dress.id.toUpperCase(),
        price: '99.90',
        old_price: '120',
        image: picture('def456'),
        name: 'Silk gown',
      }) +
      row({ id: storedId, name, category, color, description, price: '120' }) +
      row({ name: 'Ring', image: picture('placeholder') })
    const read = await readFile(file)
    expect(read).toEqual({
      _id: expect.any(String),
      file: 'spring.csv',
      state: 'ready',
      createdAt: clock.now().toISOString(),
      added: 1,
      changed: 1,
      unchanged: 1,
      faults: 0,
      ...{ counts: 0, counted: 0, notCounted: 0 },
      pictures: { total: 0, done: 0, failed: 0 },
      collections: [],
      applied: 0,
      auditId: null,
    })
    expect(await show(read._id)).toEqual(read)
    expect(await changesOf(read)).toEqual([
      {
        line: 2,
        productId: dress.id,
        name: 'Silk dress',
        isNew: false,
        hasUnknownId: false,
        fields: [
          { column: 'name', before: 'Silk dress', after: 'Silk gown' },
          { column: 'price', before: '120.00', after: '99.90' },
          { column: 'old_price', before: '', after: '120.00' },
          { column: 'image', before: picture('abc123'), after: picture('def456') },
        ],
      },
      {
        line: 4,
        productId: expect.any(String),
        name: 'Ring',
        isNew: true,
        hasUnknownId: false,
        fields: [
          { column: 'name', before: '', after: 'Ring' },
          { column: 'category', before: '', after: 'jewellery' },
          { column: 'color', before: '', after: 'gold' },
          { column: 'description', before: '', after: 'It shines.' },
          { column: 'price', before: '', after: '99.50' },
        ],
      },
    ])
    expect((await changesOf(read, '?limit=1&page=2')).map(({ name }) => name)).toEqual(['Ring'])
    expect(await catalogue()).toEqual(before)
  })

  test('accepts a file without ids, such as the example of the page, and its rows are new products', async () => {
    const [columns = '', ...rows] = exampleFile.split('\n')
    const withoutIds = [columns, ...rows].map(line => line.slice(line.indexOf(',') + 1)).join('\n')
    for (const file of [exampleFile, withoutIds, withoutIds.replace('accessories,red', 'Accessories,RED')]) {
      const read = await readFile(file)
      expect(read).toMatchObject({ added: 1, changed: 0, faults: 0 })
      const [change] = await changesOf(read)
      expect(change).toMatchObject({ name: 'Silk scarf', isNew: true, hasUnknownId: false })
      expect(change?.fields).toContainEqual({ column: 'category', before: '', after: 'accessories' })
    }
  })

  test('reads the prices of a spreadsheet with decimal commas', async () => {
    const header = 'name;category;color;description;price;old_price;image'
    const file = `${header}\nScarf;accessories;red;Soft.;12,50;1.250,00;\nRing;jewellery;gold;Round.;1,250;;\n`
    const read = await readFile(file)
    expect(await faultsOf(read)).toEqual([
      { line: 3, column: 'price', message: 'The price “1,250” is not written as a number: write it as 1250.00.' },
    ])
    const good = await readFile(file.replace('1,250;', '1,250.00;'))
    expect((await apply(good)).status).toBe(200)
    const prices = db.selectFrom('product').select(['name', 'price_cents', 'old_price_cents'])
    expect(await prices.where('name', 'in', ['Scarf', 'Ring']).orderBy('price_cents').execute()).toEqual([
      { name: 'Scarf', price_cents: 1_250, old_price_cents: 125_000 },
      { name: 'Ring', price_cents: 125_000, old_price_cents: null },
    ])
  })

  test('allows files as large as the page says, also through the web servers of deploy/', async () => {
    const megabytes = maxImportBytes / 2 ** 20
    const settings = (name: string) => readText(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8')
    expect(await settings('nginx.conf')).toMatch(
      RegExp(`location = /api/products/imports \\{\\s*client_max_body_size ${megabytes}m;`),
    )
    expect(await settings('Caddyfile')).toMatch(
      RegExp(`@products path /api/products/imports\\s[^]*request_body @products \\{\\s*max_size ${megabytes}MiB\\s`),
    )
  })

  test('names each fault with its line and column, in every column, and changes nothing', async () => {
    const gone = await createProduct(db, { deleted_at: new Date() })
    const dress = await createProduct(db)
    const before = await catalogue()
    const missing =
      'This is no picture of this shop. Leave the cell empty, and add the picture in the form of the product once it is imported.'
    const faulty: [Partial<Record<ProductColumn, string>>, string, string][] = [
      [{ id: '7' }, 'id', 'This is no id: write it as an export has it, or leave the cell empty for a new product.'],
      [
        { id: gone.id },
        'id',
        'This product was deleted: bring it back first, or leave the cell empty to make a new one.',
      ],
      [{ name: ' ' }, 'name', 'The name is missing.'],
      [{ name: 'x'.repeat(201) }, 'name', 'The name can have at most 200 characters.'],
      [{ category: 'dresses' }, 'category', 'The category must be one of accessories, dress, jewellery, cosmetics.'],
      [{ color: 'pink' }, 'color', 'The color must be one of black, red, gold, blue, silver, beige, green.'],
      [{ description: '' }, 'description', 'The description is missing.'],
      [{ price: '1,250' }, 'price', 'The price “1,250” is not written as a number: write it as 1250.00.'],
      [{ price: '' }, 'price', 'The price is missing.'],
      [{ old_price: '€120' }, 'old_price', 'The old price “€120” is not written as a number: write it as 120.00.'],
      [{ price: '0.001' }, 'price', 'The price must be above 0 and at most 100,000.'],
      [{ old_price: '99.50' }, 'old_price', 'The old price must be above the price.'],
      [
        { image: 'http://elsewhere.test/dress.jpg' },
        'image',
        'This is no picture of this shop, and no address that begins with https://.',
      ],
      [{ image: picture('unknown') }, 'image', missing],
      [{ image: picture('somebody') }, 'image', missing],
    ]
    const several = {
      id: 'x',
      name: '',
      category: '',
      color: '',
      description: '',
      price: 'x',
      old_price: 'x',
      image: 'x',
    }
    const rows = [
      row({ id: dress.id, price: '1' }),
      ...faulty.map(([cells]) => row(cells)),
      row({ id: dress.id }),
      row(several),
      'a,b\n',
    ]
    const read = await readFile(header + rows.join(''))
    expect(read).toMatchObject({ added: 0, changed: 1, unchanged: 0, faults: faulty.length + 10 })
    const faults = await faultsOf(read)
    expect(faults.slice(0, faulty.length)).toEqual(
      faulty.map(([, column, message], n) => ({ line: n + 3, column, message })),
    )
    const line = faulty.length + 3
    expect(faults[faulty.length]).toEqual({
      line,
      column: 'id',
      message: 'This id stands on line 2 already: the rows of one product stand below one another.',
    })
    expect(faults.slice(faulty.length + 1).map(fault => [fault.line, fault.column])).toEqual([
      ...['id', 'name', 'category', 'color', 'description', 'price', 'old_price', 'image'].map(column => [
        line + 1,
        column,
      ]),
      [line + 2, ''],
    ])
    expect(await faultsOf(read, '?limit=2&page=2')).toEqual(faults.slice(2, 4))
    expect(await apply(read)).toMatchObject({
      status: 409,
      message: 'This file has faults: mend them, and send it again.',
    })
    expect(await catalogue()).toEqual(before)
    expect(await db.selectFrom('audit').select('id').execute()).toEqual([])
  })

  test('counts all faults and stores the first thousand', async () => {
    const read = await readFile(header + row({ price: 'x' }).repeat(2_500))
    expect(read.faults).toBe(2_500)
    const faults = await faultsOf(read)
    expect([faults.length, faults[0]?.line, faults.at(-1)?.line]).toEqual([1_000, 2, 1_001])
  })

  test('finds a duplicate id even when more than a thousand rows lie between', async () => {
    const id = v7()
    const read = await readFile(header + row({ id }) + row().repeat(1_500) + row({ id }))
    expect(await faultsOf(read)).toEqual([
      {
        line: 1_503,
        column: 'id',
        message: 'This id stands on line 2 already: the rows of one product stand below one another.',
      },
    ])
  })

  const utf16 = Buffer.from(`\ufeff${header}`, 'utf16le')
  const latin1 = Buffer.from(header + row({ name: 'Robe à volants' }), 'latin1')
  test.each<[string, string | Buffer, number, string]>([
    ['nothing', '', 400, 'The file is empty.'],
    ['UTF-16', utf16, 400, 'This file is UTF-16: save it as CSV UTF-8.'],
    ['Latin-1', latin1, 400, 'Line 2 of this file is not UTF-8: save it as CSV UTF-8.'],
    [
      'a NUL',
      `${header}${row({ name: 'a\0b' })}`,
      400,
      'Line 2 of this file holds bytes that are no text: save it as CSV UTF-8.',
    ],
    [
      'half a file',
      (header + row()).slice(0, -10),
      400,
      'The row that begins on line 2 has a quote that never closes: the file may have been cut off.',
    ],
    [
      'an enormous cell',
      header + row({ name: 'x'.repeat(3e6) }),
      400,
      'The row that begins on line 2 is longer than 64 KB: a quote may not be closed.',
    ],
    [
      'another file',
      'email,password\n',
      400,
      'The first line must name the columns name, category, color, description, price, old_price, image, and may name id, style, shade, images, size, sku, barcode, counted, stock, collections: name, category, color, description, price and 2 more are missing, email, password are unknown.',
    ],
  ])('refuses %s in one sentence and stores nothing of it', async (_, file, status, message) => {
    expect(await refused(file)).toMatchObject({ status, message })
    expect(await db.selectFrom('product_import').select('id').execute()).toEqual([])
    expect(await db.selectFrom('product_import_row').select('line').execute()).toEqual([])
  })

  test('refuses a broken row after thousands of good ones, and stores nothing of the file', async () => {
    expect(await refused(`${header}${row().repeat(3_000)}"`)).toMatchObject({ status: 400 })
    expect(await db.selectFrom('product_import').select('id').execute()).toEqual([])
    expect(await db.selectFrom('product_import_row').select('line').limit(1).execute()).toEqual([])
  })

  test('refuses a file at its beginning, and a client that still sends the rest receives the response', async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const body = Buffer.concat([utf16, Buffer.alloc(20_000_000, 'x')])
    const answer = await fetch(`http://127.0.0.1:${port}/api/products/imports`, {
      method: 'POST',
      headers: asOlga,
      body,
    })
    expect(await answer.json()).toMatchObject({ message: 'This file is UTF-16: save it as CSV UTF-8.' })
  })

  test('accepts one file at a time, and stores nothing of a file whose client disconnects', async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const path = '/api/products/imports'
    const call = request({ port, path, method: 'POST', headers: { ...asOlga, 'content-type': 'text/csv' } })
    call.on('error', () => undefined)
    call.write(header + row().repeat(5_000))
    const staged = () => db.selectFrom('product_import_row').select('line').limit(1).execute()
    await expect.poll(staged).toHaveLength(1)
    expect(await refused(header + row())).toMatchObject({
      status: 503,
      message: 'Another file is being read: wait until it is done.',
    })
    call.destroy()
    await expect.poll(() => db.selectFrom('product_import').select('id').execute()).toEqual([])
    expect(await staged()).toEqual([])
    expect((await catalogue()).products).toEqual([])
  })

  test('accepts the next file at once after a disconnect, however much of the first is still unread', async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    const head = `POST /api/products/imports HTTP/1.1\r\nHost: shop\r\nCookie: ${asOlga.cookie}\r\nContent-Type: text/csv`
    socket.write(`${head}\r\nContent-Length: 400000000\r\n\r\n${header}`)
    const rows = row().repeat(1_000)
    const send = () => {
      while (socket.write(rows)); // until the buffer is full, because the shop reads more slowly
    }
    socket.on('drain', send)
    send()
    const staged = async () =>
      (await sql<Counted>`select count(*)::int as n from product_import_row`.execute(db)).rows[0]?.n
    await expect.poll(staged).toBeGreaterThan(2_000)
    socket.removeListener('drain', send).destroy()
    // The shop waits for 15 s for what has arrived of the first to be read, which a busy machine may exceed.
    await expect.poll(async () => (await refused(header + row())).status, { timeout: 60_000 }).toBe(201)
  })
})

describe('applying', () => {
  test('changes and adds exactly what was shown, with one audit entry', async () => {
    const author = (await createUser(db)).id
    const old = new Date('2026-01-01T00:00:00Z')
    const dress = await createProduct(db, { name: 'Silk dress', rating: 4.5, author, created_at: old, updated_at: old })
    const other = await createProduct(db, { name: 'Not in the file' })
    const newId = v7()
    const changed = { ...dress, name: 'Silk gown', price: '80', old_price: '120' }
    const read = await readFile(header + row(changed) + row({ id: newId }) + row({ name: 'Without id' }))
    const { status, message, data } = await apply(read)
    expect({ status, message }).toEqual({ status: 200, message: 'Products imported successfully!' })
    expect(data).toMatchObject({ state: 'applied', applied: 3, auditId: expect.any(String) })
    const now = clock.now()
    const rows = await db.selectFrom('product').selectAll().execute()
    const found = (id: string) => rows.find(each => each.id === id)
    expect(found(dress.id)).toEqual({
      ...dress,
      name: 'Silk gown',
      price_cents: 8_000,
      old_price_cents: 12_000,
      updated_at: now,
    })
    expect(found(other.id)).toEqual(other)
    expect(found(newId)).toMatchObject({
      name: 'Gold ring',
      price_cents: 9_950,
      old_price_cents: null,
      author: olga.id,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    expect(rows.find(({ name }) => name === 'Without id')).toBeDefined()
    expect(rows).toHaveLength(4)
    await expectTrueCounts()
    const entries = (await send('GET', '/api/audit')).data
    expect(entries).toMatchObject([
      {
        _id: data.auditId,
        actor: { email: 'olga@shop.test' },
        action: 'import',
        record: 'import',
        recordId: read._id,
        recordName: 'spring.csv',
        after: { file: 'spring.csv', added: 2, changed: 1 },
        canUndo: true,
      },
    ])
  })

  test('is visible to other requests and processes while it runs', async () => {
    const dress = await createProduct(db)
    const read = await readFile(header + row({ ...dress, price: '80' }) + row())
    const held = Promise.withResolvers<void>()
    const seen = db.transaction().execute(async tx => {
      await tx.selectFrom('product').select('id').where('id', '=', dress.id).forUpdate().execute()
      held.resolve()
      await expect.poll(() => show(read._id)).toMatchObject({ state: 'applying', applied: 0 })
    })
    await held.promise
    const applying = apply(read)
    await seen
    expect((await applying).data).toMatchObject({ state: 'applied', applied: 2 })
    expect(await show(read._id)).toMatchObject({ state: 'applied', applied: 2 })
  })

  test('happens once, even with concurrent requests', async () => {
    const read = await readFile(header + row().repeat(50))
    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(read)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
    expect(await apply(read)).toMatchObject({ status: 409, message: 'This import was applied before.' })
    expect((await catalogue()).products).toHaveLength(50)
    expect(await db.selectFrom('audit').select('id').execute()).toHaveLength(1)
  })

  test('is refused as a whole when a product was changed, deleted or created, or lost its picture, since', async () => {
    const dress = await createProduct(db, { name: 'Silk dress' })
    const [newId, others] = [v7(), row().repeat(1_200)]
    const file = header + others + row({ id: dress.id }) + row({ id: newId, image: picture('def456') })
    const again = 'since this file was read: send it again to see what it does now.'
    const breaks: [() => Promise<unknown>, string][] = [
      [
        () => db.updateTable('product').set({ updated_at: new Date() }).where('id', '=', dress.id).execute(),
        `Silk dress was changed ${again}`,
      ],
      [
        () => db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', dress.id).execute(),
        `Silk dress was changed ${again}`,
      ],
      [() => createProduct(db, { id: newId, name: 'Taken' }), `Taken was put on sale ${again}`],
      [
        () => db.deleteFrom('image').where('id', '=', 'def456').execute(),
        `The picture of line 1203 was deleted ${again}`,
      ],
    ]
    for (const [change, message] of breaks) {
      await sql`update product set deleted_at = null`.execute(db)
      await db.deleteFrom('product').where('id', '=', newId).execute()
      const read = await readFile(file)
      await change()
      const before = await catalogue()
      expect(await apply(read)).toMatchObject({ status: 409, message })
      expect(await catalogue()).toEqual(before)
      expect((await show(read._id)).state).toBe('ready')
    }
  })

  test.each(['nothing', '00000000-0000-7000-8000-000000000000'])('of %s is 404', async id => {
    for (const [method, of] of [
      ['GET', ''],
      ['GET', '/faults'],
      ['GET', '/changes'],
      ['POST', '/apply'],
    ] as const)
      expect(await send(method, `/api/products/imports/${id}${of}`)).toMatchObject({
        status: 404,
        message: 'Import not found',
      })
  })
})

test('a style gets no color twice, by an import or by undoing one', async () => {
  const style_id = v7()
  await db.insertInto('style').values({ id: style_id, created_at: new Date() }).execute()
  const colorOf = async (id: string, color: string) => {
    const { status, message, data } = await send(
      'POST',
      '/api/products/imports?file=a.csv',
      header + row({ id, color }),
    )
    expect({ status, message }).toEqual({ status: 201, message: 'OK' })
    return await send('POST', `/api/products/imports/${data._id}/apply`)
  }
  const [first, second] = [
    await createProduct(db, { name: 'Gold ring', style_id, color: 'gold' }),
    await createProduct(db, { name: 'Gold ring', style_id, color: 'silver' }),
  ]
  const doubled = { status: 409, message: 'The style of Gold ring would have gold twice: give one a shade first.' }
  expect(await colorOf(second.id, 'gold')).toMatchObject(doubled)
  expect((await colorOf(first.id, 'black')).status).toBe(200)
  const changed = await colorOf(second.id, 'gold')
  expect(changed.status).toBe(200)
  const { data } = await send('GET', '/api/audit?record=import')
  expect(await send('POST', `/api/admin/undo/${data[1]._id}`)).toMatchObject(doubled)
  expect((await send('POST', `/api/admin/undo/${data[0]._id}`)).status).toBe(200)
})

describe('undoing an import', () => {
  const moreThanAChunk = 1_100

  /** Imports one changed product, one with an id and as many others. */
  async function applied(others: number) {
    const dress = await createProduct(db, {
      name: 'Silk dress',
      rating: 4.25,
      image_id: 'abc123',
      old_price_cents: 20_000,
    })
    await sql`update product set updated_at = '2026-01-02 03:04:05.678901+00'`.execute(db)
    const saved = await createProduct(db, { name: 'Kept' })
    const newId = v7()
    const before = await catalogue()
    const read = await readFile(header + row({ id: dress.id }) + row({ id: newId }) + row().repeat(others))
    const { data } = await apply(read)
    expect((await catalogue()).products).toHaveLength(others + 3)
    return { before, dress, saved, newId, read, auditId: data.auditId as string }
  }

  test('restores the old catalogue exactly, once', async () => {
    const { before, read, auditId } = await applied(moreThanAChunk)
    expect(await undo(auditId)).toMatchObject({ status: 200, message: 'Taken back' })
    expect(await catalogue()).toEqual(before)
    await expectTrueCounts()
    expect((await show(read._id)).state).toBe('undone')
    expect(await undo(auditId)).toMatchObject({ status: 409, message: 'This was taken back before.' })
    const entries = (await send('GET', '/api/audit')).data
    expect(entries).toMatchObject([
      { action: 'undo', record: 'import', recordName: 'spring.csv', canUndo: false },
      { action: 'import', canUndo: false },
    ])
  })

  test('happens once, even with concurrent requests', async () => {
    const { before, auditId } = await applied(moreThanAChunk)
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(auditId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(409)])
    expect(await catalogue()).toEqual(before)
  })

  test('takes new products that were bought or reviewed off sale, and deletes the others', async () => {
    const { newId, auditId } = await applied(3)
    const rows = await db.selectFrom('product').selectAll().where('author', '=', olga.id).limit(2).execute()
    const [bought, reviewed] = rows.filter(({ id }) => id !== newId)
    if (!bought) throw new Error('Nothing was imported')
    await createOrder(db, [bought])
    if (reviewed) await createReview(db, { user_id: olga.id, product_id: reviewed.id })
    expect((await undo(auditId)).status).toBe(200)
    const left = await db.selectFrom('product').select(['id', 'deleted_at']).where('author', '=', olga.id).execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual([bought, reviewed].flatMap(each => each?.id ?? []).toSorted())
    expect(left.every(({ deleted_at }) => deleted_at !== null)).toBe(true)
    await expectTrueCounts()
  })

  test('is refused, with nothing changed, when a later action would be lost', async () => {
    const { dress, newId, auditId } = await applied(3)
    const later: (() => Promise<unknown>)[] = [
      () =>
        app.inject({
          method: 'PATCH',
          url: `/api/products/update-product/${dress.id}`,
          payload: { price: 5 },
          headers: asOlga,
        }),
      () => app.inject({ method: 'DELETE', url: `/api/products/${newId}`, headers: asOlga }),
    ]
    for (const [n, auditEntry] of later.entries()) {
      await auditEntry()
      const before = await catalogue()
      const name = 'Gold ring'
      expect(await undo(auditId)).toMatchObject({
        status: 409,
        message: `${name} was changed or deleted after this import: take that back first, or change products by hand.`,
      })
      expect(await catalogue(), `action ${n}`).toEqual(before)
    }
  })

  test('still finds the pictures that its products had before', async () => {
    const { before, auditId } = await applied(3)
    await db
      .updateTable('image')
      .set({ created_at: new Date('2026-01-01') })
      .execute()
    await sweepPictures({ db, images, clock })
    const left = await db.selectFrom('image').select('id').execute()
    expect(left).toEqual([{ id: 'abc123' }])
    expect((await undo(auditId)).status).toBe(200)
    expect(await catalogue()).toEqual(before)
  })

  test('works in reverse order: the later import first, then the earlier one', async () => {
    const dress = await createProduct(db, { name: 'Silk dress' })
    const before = await catalogue()
    const first = await apply(await readFile(header + row({ id: dress.id, name: 'First' })))
    const between = await catalogue()
    const second = await apply(await readFile(header + row({ id: dress.id, name: 'Second' })))
    expect((await undo(first.data.auditId)).status).toBe(409)
    expect((await undo(second.data.auditId)).status).toBe(200)
    expect(await catalogue()).toEqual(between)
    expect((await undo(first.data.auditId)).status).toBe(200)
    expect(await catalogue()).toEqual(before)
  })
})

test('only admins can export and import the catalogue', async () => {
  const asAda = await signIn(db, await createUser(db))
  for (const [headers, status] of [
    [asAda, 403],
    [{ cookie: '' }, 401],
  ] as const) {
    expect((await app.inject({ url: '/api/products/export', headers })).statusCode).toBe(status)
    expect((await send('POST', '/api/products/imports', header + row(), headers)).status).toBe(status)
  }
})

test('imports that can no longer be applied or undone are deleted; the audit entry stays', async () => {
  const dayMs = 24 * 60 * 60_000
  const done = await readFile(header + row())
  await apply(done)
  const waiting = await readFile(header + row())
  clock.move(dayMs + 1)
  expect(await deleteOldImports({ db, clock })).toBe(1)
  const left = () => db.selectFrom('product_import').select('id').execute()
  expect(await left()).toEqual([{ id: done._id }])
  clock.move(31 * dayMs)
  expect(await deleteOldImports({ db, clock })).toBe(1)
  expect(await left()).toEqual([])
  expect(waiting._id).not.toBe(done._id)
  expect(await db.selectFrom('audit').select('action').execute()).toEqual([{ action: 'import' }])
})
