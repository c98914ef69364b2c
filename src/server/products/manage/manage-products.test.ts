import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createOrder, createProduct, createUser } from '../../../../tests/support/builders.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'

const { app, db } = await testApp()
let olga: { id: string; email: string }
let asOlga: { cookie: string }
let asAda: { cookie: string }

beforeAll(async () => {
  olga = await createUser(db, { role: 'admin', email: 'olga@shop.test' })
  asOlga = await signIn(db, olga)
  asAda = await signIn(db, await createUser(db))
  await db
    .insertInto('image')
    .values({ id: 'abc123', width: 4, height: 5, placeholder: 'data:,', created_at: new Date() })
    .execute()
})
beforeEach(async () => {
  await db.deleteFrom('audit').execute()
})

const picture = 'http://localhost:3000/images/abc123/1280.webp'
const dress = {
  name: 'Silk dress',
  category: 'dress',
  color: 'red',
  description: 'Falls well.',
  price: '120.50',
  image: picture,
}

async function send(method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object | undefined, headers = asOlga) {
  const response = await app.inject({ method, url: `/api/products/${url}`, payload, headers })
  return { status: response.statusCode, body: response.json() }
}
const create = (changes: object = {}, headers = asOlga) =>
  send('POST', 'create-product', { ...dress, ...changes }, headers)
const update = (id: string, changes: object) => send('PATCH', `update-product/${id}`, changes)
const auditEntries = () => db.selectFrom('audit').selectAll().orderBy('id').execute()
const found = async (id: string) => (await app.inject(`/api/products/${id}`)).statusCode
const nobody = '00000000-0000-7000-8000-000000000000'

describe('a new product', () => {
  test('is on sale with the next request, with the admin as its author', async () => {
    const { status, body } = await create({ oldPrice: 150, author: nobody, _id: nobody, rating: 5 })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      message: 'Product added successfully!',
      data: { name: 'Silk dress', price: 120.5, oldPrice: 150, image: picture, author: olga.id, rating: 0 },
    })
    expect(body.data._id).not.toBe(nobody)
    const shown = await app.inject(`/api/products/${body.data._id}`)
    expect(body.data).toMatchObject(shown.json().data.product)
    expect(await auditEntries()).toMatchObject([
      {
        actor: olga.id,
        action: 'create',
        record: 'product',
        record_id: body.data._id,
        before: null,
        after: { name: 'Silk dress', price: 120.5, oldPrice: 150 },
      },
    ])
  })

  test('needs no picture: it shows the drawn placeholder', async () => {
    for (const image of [undefined, '', null]) {
      const { body } = await create({ image })
      expect(body.data.image).toBe('http://localhost:3000/images/placeholder/1280.webp')
      expect((await update(body.data._id, { ...dress, image: body.data.image })).body.data.image).toBe(body.data.image)
    }
  })

  test.each([
    [{ name: undefined }, 'The name is missing.'],
    [{ price: undefined }, 'The price is missing.'],
    [{ category: 'shoes' }, 'The category must be one of accessories, dress, jewellery, cosmetics.'],
    [{ color: ['red'] }, 'The color must be one of black, red, gold, blue, silver, beige, green.'],
    [{ price: 0 }, 'The price must be above 0 and at most 100,000.'],
    [{ price: 1e308 }, 'The price must be above 0 and at most 100,000.'],
    [{ oldPrice: 100 }, 'The old price must be above the price.'],
    [{ image: 'https://elsewhere.test/a.webp' }, 'The image must be a picture of this shop: upload it first.'],
    [
      { image: 'http://localhost:3000/images/unknown/1280.webp' },
      'The image must be a picture of this shop: upload it first.',
    ],
    [{ name: 'Silk\0dress' }, 'The request contains characters that cannot be used'],
    [{ description: '\ud800' }, 'The request contains characters that cannot be used'],
  ])('with %j is refused in one sentence and not created', async (changes, message) => {
    const before = await db.selectFrom('product').select('id').execute()
    expect(await create(changes)).toMatchObject({ status: 400, body: { success: false, message } })
    expect(await db.selectFrom('product').select('id').execute()).toEqual(before)
    expect(await auditEntries()).toEqual([])
  })

  test('can only be created by admins', async () => {
    expect((await create({}, asAda)).status).toBe(403)
    expect((await create({}, { cookie: '' })).status).toBe(401)
  })
})

describe('a change', () => {
  test('writes the fields that were sent, and who changed what', async () => {
    const { id } = await createProduct(db, { name: 'Silk dress', price_cents: 12_000, old_price_cents: 15_000 })
    const { status, body } = await update(id, { price: 99.99, id: nobody, author: nobody })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      message: 'Product updated successfully!',
      data: { _id: id, name: 'Silk dress', price: 99.99, oldPrice: 150 },
    })
    expect(body.data).not.toHaveProperty('author')
    expect(await auditEntries()).toMatchObject([{ action: 'update', before: { price: 120 }, after: { price: 99.99 } }])
    expect((await update(id, { oldPrice: '' })).body.data).not.toHaveProperty('oldPrice')
  })

  test('that changes nothing writes nothing', async () => {
    const { id, updated_at } = await createProduct(db)
    const { body } = await update(id, { name: 'Silk dress', price: 120 })
    expect(body.data.updatedAt).toBe(updated_at.toISOString())
    expect(await auditEntries()).toEqual([])
  })

  test('of an outdated version is refused; without a version it is written', async () => {
    const { id, updated_at } = await createProduct(db, { name: 'Silk dress' })
    const version = updated_at.toISOString()
    expect((await update(id, { name: 'First', updatedAt: version })).status).toBe(200)
    const second = await update(id, { name: 'Second', updatedAt: version })
    expect(second).toMatchObject({ status: 409, body: { message: expect.stringMatching(/^Somebody has changed/) } })
    expect((await update(id, { name: 'Third' })).body.data.name).toBe('Third')
  })

  test('by ten concurrent requests of the same version succeeds once', async () => {
    const { id, updated_at } = await createProduct(db)
    const version = updated_at.toISOString()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => update(id, { name: `Name ${n}`, updatedAt: version })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)])
  })

  test('may not raise the price to the stored old price or above', async () => {
    const { id } = await createProduct(db, { price_cents: 10_000, old_price_cents: 12_000 })
    expect(await update(id, { price: 120 })).toMatchObject({
      status: 400,
      body: { message: 'The old price must be above the price.' },
    })
    expect((await update(id, { price: 119.99 })).status).toBe(200)
  })

  test.each(['nothing', nobody, '%00', '../../x'])('of %s is 404 or refused', async id => {
    expect([400, 404]).toContain((await update(id, { name: 'X' })).status)
  })
})

describe('deleting', () => {
  test('takes a product off sale at once and keeps it in orders', async () => {
    const dress = await createProduct(db)
    await createOrder(db, [dress])
    const { status, body } = await send('DELETE', dress.id, undefined)
    expect(status).toBe(200)
    expect(body).toMatchObject({ message: 'Product deleted successfully!', data: { auditId: expect.any(String) } })
    expect(await found(dress.id)).toBe(410)
    const lines = await db.selectFrom('order_line').select('name').where('product_id', '=', dress.id).execute()
    expect(lines).toEqual([{ name: 'Silk dress' }])
    expect(await auditEntries()).toMatchObject([
      { id: body.data.auditId, action: 'delete', before: { name: 'Silk dress', price: 120 } },
    ])
  })

  test('is 404 the second time, even with concurrent requests', async () => {
    const { id } = await createProduct(db)
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('DELETE', id, undefined)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)])
    expect(answers.find(({ status }) => status === 404)?.body.message).toBe('Product not found')
    expect(await auditEntries()).toHaveLength(1)
    expect((await update(id, { name: 'X' })).status).toBe(404)
  })
})

test('the list can be searched by name; pattern characters are literal', async () => {
  await createProduct(db, { name: 'Velvet_gown 100%' })
  await createProduct(db, { name: 'Velvet gown' })
  const names = async (q: string) => {
    const { data } = (await app.inject(`/api/products/?q=${encodeURIComponent(q)}`)).json()
    expect(data.totalProducts).toBe(data.products.length)
    return data.products.map(({ name }: { name: string }) => name).toSorted()
  }
  expect(await names('velvet')).toEqual(['Velvet gown', 'Velvet_gown 100%'])
  expect(await names('_gown')).toEqual(['Velvet_gown 100%'])
  expect(await names('0%')).toEqual(['Velvet_gown 100%'])
  expect(await names('\\')).toEqual([])
})
