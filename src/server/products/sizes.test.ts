import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
let asOlga: { cookie: string }
let asAda: { cookie: string }
const pictures = Array.from({ length: 13 }, (_, index) => `a${index}`)
const addressOf = (id: string) => `http://localhost:3000/images/${id}/1280.webp`

beforeAll(async () => {
  asOlga = await signIn(db, await createUser(db, { role: 'admin' }))
  asAda = await signIn(db, await createUser(db))
  const facts = { width: 4, height: 5, placeholder: 'data:,', created_at: new Date() }
  await db
    .insertInto('image')
    .values(pictures.map(id => ({ id, ...facts })))
    .execute()
})

const dress = { name: 'Silk dress', category: 'dress', color: 'red', description: 'Falls well.', price: '120.50' }

async function send(method: 'POST' | 'PATCH', url: string, payload: object, headers = asOlga) {
  const response = await app.inject({ method, url: `/api/products/${url}`, payload, headers })
  const { data, message, code } = response.json()
  return { status: response.statusCode, data, message, code }
}
const create = (changes: object = {}) => send('POST', 'create-product', { ...dress, ...changes })
const update = (id: string, changes: object, headers = asOlga) =>
  send('PATCH', `update-product/${id}`, changes, headers)
const read = async (id: string) => (await app.inject(`/api/products/${id}`)).json().data.product
const codes = (product: { sizes: { size: string }[] }) => product.sizes.map(({ size }) => size)
const withSizes = (...letters: string[]) => letters.map(letter => ({ size: `alpha-${letter}` }))

test('a product without sizes has one, whose id is its own', async () => {
  const { data } = await create()
  expect(data.sizes).toEqual([{ _id: data._id, size: 'one', label: 'One size', state: 'in' }])
  const listed = (await app.inject(`/api/products?ids=${data._id}`)).json().data.products[0]
  expect(listed.sizes).toBeUndefined()
})

test('a product has the sizes that are saved, in their order, in its page and in lists', async () => {
  const { status, data } = await create({
    sizes: [{ size: 'alpha-L' }, { size: 'alpha-S', sku: ' S-1 ', barcode: '400' }],
  })
  expect(status).toBe(201)
  expect(data.sizes).toMatchObject([
    { size: 'alpha-S', label: 'S', sku: 'S-1', barcode: '400' },
    { size: 'alpha-L', label: 'L' },
  ])
  const listed = (await app.inject(`/api/products?ids=${data._id}`)).json().data.products[0]
  expect(listed.sizes).toEqual(data.sizes.map(({ sku, barcode, ...size }: Record<string, string>) => size))
})

test('a new product is sold from the pieces it is added with, and a size without them without end', async () => {
  const { status, data } = await create({
    sizes: [
      { size: 'alpha-S', pieces: '2' },
      { size: 'alpha-M', pieces: 0 },
      { size: 'alpha-L', pieces: '' },
    ],
  })
  expect(status).toBe(201)
  expect(data.sizes).toMatchObject([
    { label: 'S', state: 'low', left: 2 },
    { label: 'M', state: 'out' },
    { label: 'L', state: 'in' },
  ])
  const counts = await app.inject({ url: `/api/stock/${data._id}`, headers: asOlga })
  expect(counts.json().data.counts.map(({ shelf }: { shelf: number }) => shelf)).toEqual([2, 0, null])
  const history = await db
    .selectFrom('stock_movement')
    .select(['kind', 'on_hand', 'actor'])
    .orderBy('on_hand')
    .execute()
  expect(history).toMatchObject([
    { kind: 'counted', on_hand: 0 },
    { kind: 'counted', on_hand: 2 },
  ])
  expect(history.every(({ actor }) => actor !== null)).toBe(true)
  const { after } = await db
    .selectFrom('audit')
    .select('after')
    .where('record_id', '=', data._id)
    .executeTakeFirstOrThrow()
  expect(after).toMatchObject({ 'pieces of S': 2, 'pieces of M': 0 })
  expect((await create({ sizes: [{ size: 'one', pieces: 5 }] })).data.sizes).toMatchObject([{ state: 'in' }])
})

test.each(['-1', '1.5', 1.5, 'two', 1_000_001, {}, true])('pieces that are no count add nothing: %j', async pieces => {
  const { status, message } = await create({ sizes: [{ size: 'alpha-S', pieces }] })
  expect([status, message]).toEqual([400, 'The pieces of S must be a whole number from 0 to 1,000,000.'])
})

test('the pieces of a product that is there are not changed with its sizes', async () => {
  const { data } = await create({ sizes: [{ size: 'alpha-S', pieces: 2 }] })
  const { status, message } = await update(data._id, { sizes: [{ size: 'alpha-S', pieces: 9 }] })
  expect([status, message]).toEqual([
    400,
    'The pieces of a product that is there are counted on their own: PUT /api/stock/counts.',
  ])
  expect((await update(data._id, { sizes: [{ size: 'alpha-S', pieces: '' }] })).status).toBe(200)
})

test('a size that comes back is the same variant, and one size brings the first one back', async () => {
  const { data } = await create({ sizes: withSizes('S', 'M') })
  await update(data._id, { sizes: withSizes('S') })
  expect(codes(await read(data._id))).toEqual(['alpha-S'])
  const { data: again } = await update(data._id, { sizes: withSizes('M', 'S') })
  expect(again.sizes).toEqual(data.sizes)
  const { data: plain } = await update(data._id, { sizes: [] })
  expect(plain.sizes).toEqual([{ _id: data._id, size: 'one', label: 'One size', state: 'in' }])
})

test('whatever the order of saves, a product has each of its sizes once', async () => {
  const { data } = await create()
  const letters = fc.shuffledSubarray(['XS', 'S', 'M', 'L'])
  await fc.assert(
    fc.asyncProperty(fc.array(letters, { minLength: 1, maxLength: 4 }), async saves => {
      for (const save of saves) expect((await update(data._id, { sizes: withSizes(...save) })).status).toBe(200)
      const last = saves.at(-1) ?? []
      const expected = ['XS', 'S', 'M', 'L'].filter(letter => last.includes(letter)).map(letter => `alpha-${letter}`)
      expect(codes(await read(data._id))).toEqual(expected.length > 0 ? expected : ['one'])
    }),
    { numRuns: 25 },
  )
})

test('two saves at once leave one of both', async () => {
  const { data } = await create()
  const saves = await Promise.all(
    [withSizes('S', 'M'), withSizes('L'), [], withSizes('M')].map(sizes => update(data._id, { sizes })),
  )
  expect(saves.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(['alpha-S,alpha-M', 'alpha-L', 'one', 'alpha-M']).toContain(codes(await read(data._id)).join())
})

test('two sizes can exchange their SKUs', async () => {
  const codesOf = (s: string, m: string) => [
    { size: 'alpha-S', sku: s },
    { size: 'alpha-M', sku: m },
  ]
  const { data } = await create({ sizes: codesOf('X-1', 'X-2') })
  const { data: changed } = await update(data._id, { sizes: codesOf('X-2', 'X-1') })
  expect(changed.sizes.map(({ sku }: { sku: string }) => sku)).toEqual(['X-2', 'X-1'])
})

test('an SKU and a barcode of another product are refused by its name', async () => {
  await create({ name: 'Aurelia', sizes: [{ size: 'alpha-M', sku: 'A-1', barcode: '4001' }] })
  const { data } = await create({ sizes: withSizes('S') })
  expect(await update(data._id, { sizes: [{ size: 'alpha-S', sku: 'a-1' }] })).toMatchObject({
    status: 409,
    message: 'The SKU "A-1" belongs to Aurelia, M.',
  })
  expect(await update(data._id, { sizes: [{ size: 'alpha-S', barcode: '4001' }] })).toMatchObject({
    status: 409,
    message: 'The barcode "4001" belongs to Aurelia, M.',
  })
  expect(codes(await read(data._id))).toEqual(['alpha-S'])
})

test('a product has up to twelve pictures, the first of which is its image', async () => {
  const images = [
    { url: addressOf('a0'), alt: 'The front' },
    addressOf('a1'),
    { url: addressOf('a2'), alt: 'The back' },
  ]
  const { data } = await create({ images })
  expect(data.image).toBe(addressOf('a0'))
  expect(data.images).toEqual([
    { url: addressOf('a0'), alt: 'The front' },
    { url: addressOf('a1'), alt: '' },
    { url: addressOf('a2'), alt: 'The back' },
  ])
  const listed = (await app.inject(`/api/products?ids=${data._id}`)).json().data.products[0]
  expect(listed.secondImage).toBe(addressOf('a1'))

  const { data: turned } = await update(data._id, { images: [addressOf('a2'), addressOf('a0')] })
  expect([turned.image, turned.images.length]).toEqual([addressOf('a2'), 2])
  const { data: single } = await update(data._id, { image: addressOf('a5') })
  expect(single.images.map(({ url }: { url: string }) => url)).toEqual([addressOf('a5'), addressOf('a0')])
  expect((await update(data._id, { images: [] })).data.images).toEqual([{ url: addressOf('placeholder'), alt: '' }])
})

test('colors of a style know each other, in their pages and in lists', async () => {
  const { data: red } = await create({ shade: 'Cherry', swatch: '#AA2233' })
  const { data: green } = await create({ color: 'green', styleOf: red._id })
  expect(green.style).toBeTruthy()
  const colors = [
    { _id: red._id, name: 'Cherry', swatch: '#aa2233' },
    { _id: green._id, name: 'green', color: 'green' },
  ]
  expect(green.colors).toMatchObject(colors)
  expect((await read(red._id)).colors).toMatchObject(colors)
  const listed = (await app.inject(`/api/products?ids=${red._id}`)).json().data.products[0]
  expect(listed.colors).toMatchObject(colors)

  await app.inject({ method: 'DELETE', url: `/api/products/${green._id}`, headers: asOlga })
  expect((await read(red._id)).colors).toBeUndefined()
})

test('two requests at once cannot add one color twice to a style', async () => {
  const { data: red } = await create()
  const both = await Promise.all([1, 2].map(() => create({ color: 'blue', shade: 'Navy', styleOf: red._id })))
  expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
  expect(both.find(({ status }) => status === 400)?.message).toBe('This style has blue in the shade "Navy" already.')
})

test.each([
  [{ sizes: [{ size: 'alpha-M' }, { size: 'eu-40' }] }, 'All sizes of a product must be of one run: these are of two.'],
  [{ images: pictures.map(addressOf) }, 'A product can have at most 12 pictures, these are 13.'],
  [{ images: [addressOf('a1'), addressOf('a1')] }, 'Picture 2 is there twice.'],
  [{ images: [addressOf('unknown')] }, 'The image must be a picture of this shop: upload it first.'],
  [{ swatch: 'red' }, 'The swatch must be a color such as #8e2f3c.'],
  [{ shade: 'x'.repeat(41) }, 'The shade can have at most 40 characters.'],
  [{ modelCm: 99 }, "The model's height must be a whole number from 100 to 230 cm."],
  [{ modelSize: 'M' }, "The model's size must be a size that the shop knows."],
  [{ styleOf: 'x' }, 'styleOf must be the id of a product.'],
  [{ styleOf: '00000000-0000-7000-8000-000000000000' }, 'The product of the other color is not on sale any more.'],
  [{ chartId: '00000000-0000-7000-8000-000000000000' }, 'This size chart is not there any more.'],
  [{ isSealed: 'yes' }, 'isSealed must be true or false.'],
])('%j is 400 with one sentence, and nothing is changed', async (sent, sentence) => {
  const { id } = await createProduct(db)
  const before = await read(id)
  expect(await update(id, sent)).toMatchObject({ status: 400, message: sentence })
  expect(await read(id)).toEqual(before)
})

test('nobody but an admin changes sizes', async () => {
  const { id } = await createProduct(db)
  expect((await update(id, { sizes: withSizes('S') }, asAda)).status).toBe(403)
  expect((await update(id, { sizes: withSizes('S') }, { cookie: '' })).status).toBe(401)
  expect(codes(await read(id))).toEqual(['one'])
})

test('the audit says which sizes and pictures a change has made', async () => {
  const { data } = await create({ sizes: withSizes('S') })
  await update(data._id, { sizes: [{ size: 'alpha-S', sku: 'Q-1' }, { size: 'alpha-M' }] })
  const entry = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  expect(entry).toMatchObject({ action: 'update', before: { sizes: 'S' }, after: { sizes: 'S (Q-1), M' } })
})
