import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
let asOlga: { cookie: string }
const picture = 'http://localhost:3000/images/abc/1280.webp'

beforeAll(async () => {
  asOlga = await signIn(db, await createUser(db, { role: 'admin' }))
  await db
    .insertInto('image')
    .values({ id: 'abc', width: 4, height: 5, placeholder: 'data:,', created_at: new Date() })
    .execute()
})

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: unknown, headers = asOlga) {
  const response = await app.inject({
    method,
    url: `/api/${url}`,
    headers,
    ...(payload !== undefined && { payload: payload as object }),
  })
  const { data, message } = response.json()
  return { status: response.statusCode, data, message }
}
const addColor = (id: string, color: unknown) => send('POST', `products/${id}/add-color`, color)
const shownColors = async (id: string) =>
  (await send('GET', `products/${id}`)).data.product.colors?.map(({ name }: { name: string }) => name)

async function createDress() {
  const { data } = await send('POST', 'products/create-product', {
    name: 'Silk dress',
    category: 'dress',
    color: 'red',
    shade: 'Cherry',
    description: 'Falls well.',
    price: 120.5,
    oldPrice: 150,
    image: picture,
    sizes: [
      { size: 'alpha-S', sku: `S-${Math.random()}` },
      { size: 'alpha-M', barcode: `${Math.random()}` },
    ],
    modelCm: 178,
    modelSize: 'alpha-S',
    isSealed: true,
  })
  return data
}

test('an added color is a draft that nobody sees until it has a picture', async () => {
  const red = await createDress()
  const before = (await send('GET', 'products')).data.totalProducts
  const added = await addColor(red._id, { color: 'green', shade: ' Pine ', swatch: '#1F4D3A' })
  expect(added).toMatchObject({ status: 201, message: 'Color added' })
  const green = added.data
  const { name, category, description, price, oldPrice, model, isSealed, style } = (
    await send('GET', `products/manage/${red._id}`)
  ).data
  expect(green).toMatchObject({ name, category, description, price, oldPrice, model, isSealed, style })
  expect(green).toMatchObject({ color: 'green', shade: 'Pine', swatch: '#1f4d3a', isDraft: true })
  expect(green.images).toEqual([{ url: 'http://localhost:3000/images/placeholder/1280.webp', alt: '' }])
  expect(green.sizes.map(({ _id, ...size }: { _id: string }) => size)).toEqual([
    { size: 'alpha-S', label: 'S', state: 'in' },
    { size: 'alpha-M', label: 'M', state: 'in' },
  ])

  expect(green.colors.map(({ name }: { name: string }) => name)).toEqual(['Cherry'])
  expect((await send('GET', `products/${green._id}`)).status).toBe(404)
  expect(await shownColors(red._id)).toBeUndefined()
  expect((await send('GET', 'products')).data.totalProducts).toBe(before)
  const variantId = green.sizes[0]._id
  const bought = await send('POST', 'orders/create-checkout-session', {
    products: [{ _id: green._id, variantId, quantity: 1 }],
    userEmail: 'ada@shop.test',
  })
  expect(bought).toMatchObject({ status: 409, message: 'Line 1: this product is no longer sold.' })
  expect((await send('GET', 'products/drafts')).data).toContainEqual({
    ...{ _id: green._id, name: 'Silk dress', color: 'green', shade: 'Pine', style, visibility: 'unfinished' },
  })

  await send('PATCH', `products/update-product/${green._id}`, { price: 99 })
  expect((await send('GET', `products/${green._id}`)).status).toBe(404)
  const saved = await send('PATCH', `products/update-product/${green._id}`, {
    images: [{ url: picture, alt: 'Front' }],
  })
  expect(saved.data.isDraft).toBeUndefined()
  expect(saved.data).toMatchObject((await send('GET', `products/${green._id}`)).data.product)
  expect(await shownColors(red._id)).toEqual(['Cherry', 'Pine'])
  expect((await send('GET', 'products')).data.totalProducts).toBe(before + 1)
  const drafts = (await send('GET', 'products/drafts')).data
  expect(drafts.map(({ _id }: { _id: string }) => _id)).not.toContain(green._id)
})

test('a color that the style has, as a draft too, is refused; of two at once one is added', async () => {
  const red = await createDress()
  expect(await addColor(red._id, { color: 'red', shade: 'cherry' })).toMatchObject({
    status: 400,
    message: 'This style has red in the shade "cherry" already.',
  })
  const twice = await Promise.all([addColor(red._id, { color: 'blue' }), addColor(red._id, { color: 'blue' })])
  expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 400])
  expect(await addColor(red._id, { color: 'blue' })).toMatchObject({
    status: 400,
    message: 'This style has blue already.',
  })
})

test('a style has at most 20 colors', async () => {
  const red = await createDress()
  for (let n = 1; n < 20; n++) expect((await addColor(red._id, { color: 'blue', shade: `No. ${n}` })).status).toBe(201)
  expect(await addColor(red._id, { color: 'green' })).toMatchObject({
    status: 400,
    message: 'A style can have at most 20 colors.',
  })
})

test('a draft is deleted and brought back as a draft', async () => {
  const red = await createDress()
  const { data: green } = await addColor(red._id, { color: 'green' })
  const { data } = await send('DELETE', `products/${green._id}`)
  expect((await send('GET', `products/manage/${green._id}`)).status).toBe(410)
  expect((await send('DELETE', `products/${green._id}`)).status).toBe(404)
  expect((await send('POST', `admin/undo/${data.auditId}`)).status).toBe(200)
  expect((await send('GET', `products/manage/${green._id}`)).data.isDraft).toBe(true)
})

test('a deleted color is not brought back beside another one of the same color', async () => {
  const red = await createDress()
  const { data: green } = await addColor(red._id, { color: 'green' })
  const { data } = await send('DELETE', `products/${green._id}`)
  await addColor(red._id, { color: 'green' })
  expect(await send('POST', `admin/undo/${data.auditId}`)).toMatchObject({
    status: 409,
    message: 'This style has green already.',
  })
  expect((await send('GET', `products/manage/${green._id}`)).status).toBe(410)
})

test.each([
  [{}, 'The color must be one of black, red, gold, blue, silver, beige, green.'],
  [{ color: 'mauve' }, 'The color must be one of black, red, gold, blue, silver, beige, green.'],
  [{ color: 'green', swatch: 'leaf' }, 'The swatch must be a color such as #8e2f3c.'],
  [{ color: 'green', shade: 'x'.repeat(41) }, 'The shade can have at most 40 characters.'],
])('%j is refused: %s', async (color, message) => {
  const { id } = await createProduct(db)
  expect(await addColor(id, color)).toMatchObject({ status: 400, message })
})

test('a color is added by admins only, to a product that is there', async () => {
  const { id } = await createProduct(db)
  const asAda = await signIn(db, await createUser(db))
  for (const [headers, status] of [
    [{ cookie: '' }, 401],
    [asAda, 403],
  ] as const) {
    expect((await send('POST', `products/${id}/add-color`, { color: 'green' }, headers)).status).toBe(status)
    expect((await send('GET', `products/manage/${id}`, undefined, headers)).status).toBe(status)
    expect((await send('GET', 'products/drafts', undefined, headers)).status).toBe(status)
  }
  for (const unknown of ['nonsense', '00000000-0000-7000-8000-000000000000'])
    expect((await addColor(unknown, { color: 'green' })).status).toBe(404)
})
