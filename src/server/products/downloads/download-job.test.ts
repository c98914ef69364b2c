import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FailedPicture, ImportChange, ImportFault, ProductImport } from '#domain/products/product-import.ts'
import { testApp } from '../../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { savePicture } from '../../images/picture.ts'
import { minutes, movableClock } from '../../payments/payments.fixture.ts'
import { downloadDue } from './download-job.ts'
import { openInternet, pictureOf } from './downloads.fixture.ts'

const clock = movableClock()
const { app, db, images } = await testApp({ clock })
const world = await openInternet()
const { serves, asked, addresses, connectedTo } = world
afterAll(() => world.close())
let olga: { id: string }
let headers: Record<string, string>
const ids: Record<string, string> = {}

beforeAll(async () => {
  olga = await createUser(db, { role: 'admin', email: 'olga@shop.test' })
  headers = await signIn(db, olga)
})
beforeEach(async () => {
  world.forget()
  await sql`truncate product, product_count, product_fits_count, product_import, audit, "order" cascade`.execute(db)
  for (const [n, name] of ['own', 'other', 'third'].entries())
    ids[name] = await savePicture({ db, images, clock }, await pictureOf(n))
})

const never = new AbortController().signal
const run = (signal = never) => downloadDue({ db, images, clock, internet: world.internet }, signal)
async function call(method: 'GET' | 'POST', path: string, payload?: string | object, as = headers) {
  const type = typeof payload === 'string' ? { 'content-type': 'text/csv' } : {}
  const answer = await app.inject({
    method,
    url: `/api/${path}`,
    headers: { ...as, ...type },
    ...(payload !== undefined && { payload }),
  })
  return { status: answer.statusCode, ...(answer.json() as { message: string; data: never }) }
}
const columns = 'id,name,category,color,description,price,old_price,image,images'
const row = (image: string, further = '', { id = '', name = 'Silk dress', price = '120.00' } = {}) =>
  `${id},${name},dress,black,A dress of silk.,${price},,${image},${further}`
const fileOf = (...rows: string[]) => [columns, ...rows].join('\n')
const read = async (...rows: string[]): Promise<ProductImport> =>
  (await call('POST', 'products/imports?file=spring.csv', fileOf(...rows))).data
const show = async ({ _id }: ProductImport): Promise<ProductImport> =>
  (await call('GET', `products/imports/${_id}`)).data
const apply = ({ _id }: ProductImport) => call('POST', `products/imports/${_id}/apply`)
async function importRows(...rows: string[]): Promise<ProductImport> {
  const { status, message, data } = await apply(await read(...rows))
  expect({ status, message }).toEqual({ status: 200, message: 'Products imported successfully!' })
  return data
}
const undo = ({ auditId }: ProductImport) => call('POST', `admin/undo/${auditId}`)
const retry = ({ _id }: ProductImport, one?: object) =>
  call('POST', `products/imports/${_id}/pictures/retry`, one ? { one } : {})
const failed = async ({ _id }: ProductImport): Promise<FailedPicture[]> =>
  (await call('GET', `products/imports/${_id}/pictures`)).data
const reasons = async (done: ProductImport) => (await failed(done)).map(({ reason }) => reason)
const faultsOf = async (...rows: string[]) => {
  const { _id } = await read(...rows)
  const faults: ImportFault[] = (await call('GET', `products/imports/${_id}/faults`)).data
  return faults.map(({ line, column, message }) => `${line} ${column}: ${message}`)
}
const own = (name: string) => `http://localhost:3000/images/${ids[name]}/1280.webp`

/** The pictures of each product as average red values of what visitors get, with the products in the order of their names. */
async function shown(): Promise<(number | string)[][]> {
  const products = await db.selectFrom('product').select(['id', 'image_id']).orderBy('name').orderBy('id').execute()
  const reds = async (id: string) => {
    const { rawPayload } = await app.inject(`/images/${id}/320.webp`)
    return Math.round((await sharp(rawPayload).stats()).channels[0]?.mean ?? -1)
  }
  const all: number[][] = []
  for (const { id, image_id } of products) {
    const further = db.selectFrom('product_image').select('image_id').where('product_id', '=', id).orderBy('place')
    const names = [image_id, ...(await further.execute()).map(each => each.image_id)]
    all.push(await Promise.all(names.flatMap(each => (each ? [reds(each)] : []))))
  }
  return all
}
/** Red values far enough apart to survive the encoding, as `shown` gives them back. */
async function servesReds(...reds: number[]) {
  for (const red of reds) serves(`cdn.test/${red}.png`, await pictureOf(red))
}
const at = (red: number) => `https://cdn.test/${red}.png`
const near = (red: number) => expect.closeTo(red, -1)
const lists = (...products: number[][]) => products.map(reds => reds.map(near))
const productsIn = () => db.selectFrom('product').selectAll().orderBy('name').execute()

describe('the preview', () => {
  test('counts the pictures that will be fetched, shows their addresses, and fetches none', async () => {
    const dress = await createProduct(db, { name: 'Silk dress', image_id: ids.own ?? null })
    const planned = await read(
      row(at(100), `${own('other')} ${at(150)}`, { id: dress.id }),
      row(at(200), '', { name: 'Ring' }),
      row(own('own'), '', { name: 'Hat' }),
    )
    expect(planned).toMatchObject({ added: 2, changed: 1, faults: 0, pictures: { total: 3, done: 0, failed: 0 } })
    const changes: ImportChange[] = (await call('GET', `products/imports/${planned._id}/changes`)).data
    const picturesOf = changes.map(({ fields }) => fields.filter(({ column }) => column.startsWith('image')))
    expect(picturesOf).toEqual([
      [
        { column: 'image', before: own('own'), after: at(100) },
        { column: 'images', before: '', after: `${own('other')} ${at(150)}` },
      ],
      [{ column: 'image', before: '', after: at(200) }],
      [{ column: 'image', before: '', after: own('own') }],
    ])
    await run()
    expect(asked).toEqual([])
  })

  test('names each bad address with its line and column', async () => {
    const many = Array.from({ length: 12 }, (_, n) => `https://cdn.test/${n}`).join(' ')
    expect(
      await faultsOf(
        row('http://cdn.test/a.jpg'),
        row(at(1), `${at(2)} https://10.0.0.1/a.jpg`, { name: 'Ring' }),
        row(at(1), many, { name: 'Hat' }),
        row('', at(1), { name: 'Bag' }),
        row(at(1), `${at(1)}#again`, { name: 'Belt' }),
        row('http://localhost:3000/images/unknown/1280.webp', '', { name: 'Scarf' }),
      ),
    ).toEqual([
      '2 image: This is no picture of this shop, and no address that begins with https://.',
      '3 images: This address leads into a private network.',
      '4 images: A product can have at most 12 pictures, these are 13.',
      '5 images: The first picture belongs in the column image.',
      '6 images: Picture 2 is there twice.',
      '7 image: This is no picture of this shop. Leave the cell empty, and add the picture in the form of the product once it is imported.',
    ])
  })

  test('refuses more than 5,000 pictures at the line with which they are too many', async () => {
    const rows = Array.from({ length: 460 }, (_, n) =>
      row(at(n), Array.from({ length: 10 }, (_, m) => `https://cdn.test/${n}-${m}`).join(' '), { name: `Ring ${n}` }),
    )
    expect(await faultsOf(...rows.slice(0, 454))).toEqual([])
    expect(await faultsOf(...rows)).toEqual([
      '456 image: A file can name at most 5,000 pictures of other hosts, this one names 5,060: import it in parts.',
    ])
  })

  test('takes an export of another shop, and that of this one as its own', async () => {
    const elsewhere = `https://other.test/images/${'a'.repeat(32)}/1280.webp`
    expect(await read(row(elsewhere))).toMatchObject({ faults: 0, pictures: { total: 1 } })
    const known = `https://other.test/images/${ids.own}/1280.webp`
    expect(await read(row(known))).toMatchObject({ faults: 0, pictures: { total: 0 } })
  })
})

describe('applying', () => {
  test('saves the products at once, and their pictures as they are fetched, in their places', async () => {
    await servesReds(100, 150, 200)
    const done = await importRows(row(at(100), `${own('own')} ${at(150)}`), row(at(200), '', { name: 'Ring' }))
    expect(done).toMatchObject({ state: 'applied', pictures: { total: 3, done: 0, failed: 0 } })
    expect((await productsIn()).map(({ name, image_id }) => [name, image_id])).toEqual([
      ['Ring', null],
      ['Silk dress', ids.own],
    ])
    await run()
    expect(await shown()).toEqual(lists([200], [100, 0, 150]))
    expect(await show(done)).toMatchObject({ pictures: { total: 3, done: 3, failed: 0 } })
    const { data } = await call('GET', 'audit')
    expect(data).toMatchObject([
      { action: 'import', actor: { email: 'olga@shop.test' }, after: { added: 2, pictures: 3 } },
    ])
    const exported = (await app.inject({ url: '/api/products/export', headers })).body
    expect(await call('POST', 'products/imports', exported)).toMatchObject({
      data: { added: 0, changed: 0, unchanged: 2, faults: 0 },
    })
  })

  test('fetches an address once that several products name', async () => {
    await servesReds(100, 150)
    const done = await importRows(row(at(100)), row(at(150), at(100), { name: 'Ring' }))
    await Promise.all([run(), run(), run()])
    expect(asked.toSorted()).toEqual(['cdn.test/100.png', 'cdn.test/150.png'])
    expect(await shown()).toEqual(lists([150, 100], [100]))
    expect(await show(done)).toMatchObject({ pictures: { total: 3, done: 3, failed: 0 } })
  })

  test('fetches each once, with several workers at once, and two at a time in each', async () => {
    const reds = Array.from({ length: 8 }, (_, n) => 30 * n)
    let [now, most] = [0, 0]
    for (const red of reds) {
      const bytes = await pictureOf(red)
      serves(`cdn.test/${red}.png`, (_request, response) => {
        most = Math.max(most, ++now)
        setTimeout(() => {
          now -= 1
          response.end(bytes)
        }, 50)
      })
    }
    await importRows(...reds.map(red => row(at(red), '', { name: `Ring ${red}` })))
    await run()
    expect(most).toBe(2)
    await sql`truncate product, product_import cascade`.execute(db)
    asked.length = 0
    await importRows(...reds.map(red => row(at(red), '', { name: `Ring ${red}` })))
    await Promise.all([run(), run()])
    expect(asked.toSorted()).toEqual(reds.map(red => `cdn.test/${red}.png`).toSorted())
  })

  test('a product keeps its picture until the one of the file is there, and loses none by a failure', async () => {
    const dress = await createProduct(db, {
      name: 'Silk dress',
      image_id: ids.own ?? null,
      image_alt: 'From the front',
    })
    await db
      .insertInto('product_image')
      .values({ product_id: dress.id, place: 1, image_id: ids.other ?? '' })
      .execute()
    const done = await importRows(row(at(100), at(200), { id: dress.id }))
    expect(await shown()).toEqual(lists([0, 1]))
    await servesReds(200)
    await run()
    expect(await shown()).toEqual(lists([0, 200]))
    expect(await productsIn()).toMatchObject([{ image_id: ids.own, image_alt: 'From the front' }])
    expect(await failed(done)).toEqual([
      {
        line: 2,
        productId: dress.id,
        name: 'Silk dress',
        place: 0,
        address: at(100),
        reason: 'The server answered with 404.',
      },
    ])
    await servesReds(100)
    expect((await retry(done)).status).toBe(200)
    await run()
    expect(await shown()).toEqual(lists([100, 200]))
    expect(await productsIn()).toMatchObject([{ image_alt: '' }])
  })

  test('a picture takes the first place while the first one is missing', async () => {
    await servesReds(200)
    const done = await importRows(row(at(100), at(200)))
    await run()
    expect(await shown()).toEqual(lists([200]))
    await servesReds(100)
    expect((await retry(done, { productId: (await productsIn())[0]?.id, place: 0 })).status).toBe(200)
    await run()
    expect(await shown()).toEqual(lists([100, 200]))
    expect(await show(done)).toMatchObject({ pictures: { total: 2, done: 2, failed: 0 } })
  })

  test('two addresses of one picture are one picture', async () => {
    for (const path of ['a', 'b']) serves(`cdn.test/${path}`, await pictureOf(90))
    await importRows(row('https://cdn.test/a', 'https://cdn.test/b'))
    await run()
    expect(await shown()).toEqual(lists([90]))
  })
})

describe('a picture is not attached', () => {
  test('to a product whose pictures an admin has changed, or that is deleted', async () => {
    await servesReds(100, 200)
    const done = await importRows(row(at(100)), row(at(200), '', { name: 'Ring' }))
    const [ring, dress] = await productsIn()
    const sent = { method: 'PATCH', payload: { image: own('own') }, headers } as const
    expect((await app.inject({ ...sent, url: `/api/products/update-product/${dress?.id}` })).statusCode).toBe(200)
    await app.inject({ method: 'DELETE', url: `/api/products/${ring?.id}`, headers })
    await run()
    expect(await reasons(done)).toEqual([
      'The pictures of the product were changed since the import.',
      'The product was deleted.',
    ])
    expect(await shown()).toEqual(lists([], [0]))
  })

  test('but to one that was changed otherwise, which an undo then does not lose', async () => {
    await servesReds(100)
    const done = await importRows(row(at(100)))
    const [dress] = await productsIn()
    const sent = { method: 'PATCH', payload: { price: 5 }, headers } as const
    expect((await app.inject({ ...sent, url: `/api/products/update-product/${dress?.id}` })).statusCode).toBe(200)
    await run()
    expect(await shown()).toEqual(lists([100]))
    expect(await productsIn()).toMatchObject([{ price_cents: 500 }])
    expect((await undo(done)).status).toBe(409)
  })

  test('when a later import names the pictures of the product', async () => {
    await servesReds(100, 200)
    const first = await importRows(row(at(100)))
    const [dress] = await productsIn()
    const second = await importRows(row(at(200), '', { id: dress?.id ?? '' }))
    await run()
    expect(await reasons(first)).toEqual(['A later import names the pictures of this product.'])
    expect(await shown()).toEqual(lists([200]))
    expect(asked).toEqual(['cdn.test/200.png'])
    expect((await undo(second)).status).toBe(200)
    expect(await shown()).toEqual(lists([]))
  })
})

describe('what is no picture is refused after one try:', () => {
  const huge = () => pictureOf(1, { width: 6_000, height: 6_000 })
  test.each([
    ['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), /^This is no picture in one of/],
    [
      'a drawing in SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /^This is no picture in/,
    ],
    ['a picture of too many pixels', huge, /^This picture is too large\. It can have at most 24 megapixels\.$/],
    ['half a picture', async () => (await pictureOf(1)).subarray(0, 90), /^This picture cannot be read\.$/],
    ['nothing', async () => Buffer.alloc(0), /^This is no picture in one of/],
    ['too much', async () => Buffer.alloc(9 * 2 ** 20), /^A picture can have at most 8 MB\.$/],
  ])('%s', async (_, bytesOf, reason) => {
    const bytes = await bytesOf()
    serves('cdn.test/a.jpg', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes),
    )
    const done = await importRows(row('https://cdn.test/a.jpg'))
    await run()
    await run()
    expect(await reasons(done)).toEqual([expect.stringMatching(reason)])
    expect(asked).toHaveLength(1)
  })

  test('an address that leads into a private network, which is not contacted', async () => {
    addresses.set('inside.test', ['93.184.216.34', '10.0.0.1'])
    const done = await importRows(row('https://inside.test/a.jpg'))
    await run()
    expect(await reasons(done)).toEqual(['This address leads into a private network.'])
    expect(connectedTo).toEqual([])
  })
})

describe('another try', () => {
  test('follows a fault of the server three times, each later than the one before', async () => {
    let times = 0
    serves('cdn.test/a.png', (_request, response) => {
      times += 1
      response.writeHead(500).end()
    })
    const done = await importRows(row('https://cdn.test/a.png'))
    for (const [n, pause] of [0, 0.5, 2, 10].entries()) {
      if (n > 0) clock.move(minutes(pause) - 1_000)
      if (n > 0) await run()
      expect(times).toBe(n)
      clock.move(1_000)
      await run()
      expect(times).toBe(n + 1)
    }
    expect(await reasons(done)).toEqual(['The server answered with 500.'])
    clock.move(minutes(60))
    await run()
    expect(times).toBe(4)
    serves('cdn.test/a.png', await pictureOf(100))
    expect((await retry(done)).status).toBe(200)
    await run()
    expect(await shown()).toEqual(lists([100]))
    const { data } = await call('GET', 'audit')
    expect(data).toMatchObject([
      { action: 'fetch again', record: 'import', after: { pictures: 1 } },
      { action: 'import' },
    ])
  })

  test('brings a picture whose server was down', async () => {
    let times = 0
    const bytes = await pictureOf(100)
    serves('cdn.test/a.png', (_request, response) =>
      ++times === 1 ? response.writeHead(500).end() : response.end(bytes),
    )
    const done = await importRows(row('https://cdn.test/a.png'))
    await run()
    expect(await show(done)).toMatchObject({ pictures: { total: 1, done: 0, failed: 0 } })
    clock.move(minutes(1))
    await run()
    expect(await show(done)).toMatchObject({ pictures: { total: 1, done: 1, failed: 0 } })
  })

  test('is for admins, and for pictures that have failed', async () => {
    const done = await importRows(row(at(1)))
    expect(await retry(done)).toMatchObject({ status: 409, message: 'There is no picture to try again.' })
    await run()
    const [{ productId = '' } = {}] = await failed(done)
    for (const one of [
      { productId: 'x', place: 0 },
      { productId: done._id, place: 0 },
      { productId, place: 1 },
    ])
      expect((await retry(done, one)).status).toBe(409)
    for (const one of [{ productId, place: 99_999 }, { productId, place: -1 }, { productId: [], place: 0 }, 'all', []])
      expect((await retry(done, one as object)).status).toBe(400)
    for (const id of ['x', productId]) expect((await retry({ ...done, _id: id })).status).toBe(404)
    const ada = await signIn(db, await createUser(db))
    for (const [as, status] of [
      [ada, 403],
      [{}, 401],
    ] as const) {
      expect((await call('POST', `products/imports/${done._id}/pictures/retry`, {}, as)).status).toBe(status)
      expect((await call('GET', `products/imports/${done._id}/pictures`, undefined, as)).status).toBe(status)
    }
    expect((await Promise.all([retry(done), retry(done)])).map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('a process that ends', () => {
  test('in order leaves what it was fetching to the next one', async () => {
    serves('cdn.test/100.png', () => undefined)
    const done = await importRows(row(at(100)))
    const closing = new AbortController()
    const running = run(closing.signal)
    await expect.poll(() => asked).toHaveLength(1)
    closing.abort()
    await running
    await servesReds(100)
    await run()
    expect(await show(done)).toMatchObject({ pictures: { total: 1, done: 1, failed: 0 } })
  })
})

describe('undoing the import', () => {
  test('drops what is waiting, and takes back what was attached', async () => {
    const dress = await createProduct(db, {
      name: 'Silk dress',
      image_id: ids.own ?? null,
      image_alt: 'From the front',
    })
    await db
      .insertInto('product_image')
      .values({ product_id: dress.id, place: 1, image_id: ids.other ?? '' })
      .execute()
    const before = await productsIn()
    await servesReds(100)
    serves('cdn.test/slow.png', (_request, response) => response.writeHead(503).end())
    const done = await importRows(
      row(at(100), 'https://cdn.test/slow.png', { id: dress.id }),
      row(at(100), '', { name: 'Ring' }),
    )
    await run()
    expect(await shown()).toEqual(lists([100], [100, 1]))
    expect(await undo(done)).toMatchObject({ status: 200 })
    expect(await productsIn()).toEqual(before)
    expect(await shown()).toEqual(lists([0, 1]))
    clock.move(minutes(60))
    asked.length = 0
    await run()
    expect(asked).toEqual([])
    expect(await show(done)).toMatchObject({ state: 'undone' })
    expect(await retry(done)).toMatchObject({ status: 409, message: 'This import was taken back.' })
  })

  test('while one is being fetched drops it', async () => {
    const bytes = await pictureOf(100)
    const { promise, resolve } = Promise.withResolvers<void>()
    serves('cdn.test/100.png', async (_request, response) => {
      await promise
      response.end(bytes)
    })
    const done = await importRows(row(at(100)))
    await createOrder(db, [(await productsIn())[0] ?? expect.fail('Nothing was imported')])
    const running = run()
    await expect.poll(() => asked).toHaveLength(1)
    expect((await undo(done)).status).toBe(200)
    resolve()
    await running
    expect(await productsIn()).toMatchObject([{ image_id: null, deleted_at: expect.any(Date) }])
    expect(await db.selectFrom('picture_download').selectAll().execute()).toEqual([])
  })
})
