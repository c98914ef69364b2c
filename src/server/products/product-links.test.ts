import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { testApp } from '../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../tests/support/builders.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'

const { app, db, shop } = await testApp({ subscribes: true, limits: noLimits })
const other = await buildApp(shop)
afterAll(() => other.close())

let asOlga: { cookie: string }
let asAda: { cookie: string }
beforeAll(async () => {
  asOlga = await signIn(db, await createUser(db, { role: 'admin' }))
  asAda = await signIn(db, await createUser(db))
})

type Saved = Awaited<ReturnType<typeof createProduct>>
let gown: Saved
let [pearl, opal, onyx, ruby, jade]: Saved[] = []
let names: Record<string, string>
beforeEach(async () => {
  await db.deleteFrom('product').execute()
  await db.deleteFrom('audit').execute()
  gown = await createProduct(db, { name: 'Quartz gown' })
  const colors = ['Pearl', 'Opal', 'Onyx', 'Ruby', 'Jade']
  const made: Saved[] = []
  for (const [n, name] of colors.entries()) made.push(await createProduct(db, { name, price_cents: 13_000 + n * 100 }))
  ;[pearl, opal, onyx, ruby, jade] = made
  names = Object.fromEntries([gown, ...made].map(({ id, name }) => [id, name]))
})
const id = (product: Saved | undefined) => product?.id ?? ''

async function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers = asOlga) {
  const answer = await app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) })
  const { message, data } = answer.json()
  return { status: answer.statusCode, message, data }
}
const update = (fields: object, headers = asOlga) =>
  send('PATCH', `products/update-product/${gown.id}`, fields, headers)
const managed = async (of = gown.id) => (await send('GET', `products/manage/${of}`)).data

const ask = async (path: string, at = app) => (await at.inject(`/api/products/${path}`)).json().data
const related = async (at = app): Promise<string[]> =>
  (await ask(`${gown.id}/related`, at)).map(({ _id }: { _id: string }) => names[_id])
const look = async (at = app): Promise<string[] | undefined> =>
  (await ask(gown.id, at)).product.look?.map((each: string) => names[each])

describe('what an admin chooses', () => {
  test('comes first among the related products, in its order, filled up to four without doubles', async () => {
    expect(await related()).toEqual(['Pearl', 'Opal', 'Onyx', 'Ruby'])
    expect((await update({ related: [id(jade), id(opal)] })).status).toBe(200)
    expect(await related()).toEqual(['Jade', 'Opal', 'Pearl', 'Onyx'])
    await update({ related: [id(jade), id(ruby), id(onyx), id(opal)] })
    expect(await related()).toEqual(['Jade', 'Ruby', 'Onyx', 'Opal'])
    await update({ related: null })
    expect(await related()).toEqual(['Pearl', 'Opal', 'Onyx', 'Ruby'])
  })

  test('completes the look in its order, and is missing without any', async () => {
    expect(await ask(gown.id)).not.toHaveProperty('product.look')
    await update({ look: [id(onyx), id(pearl)] })
    expect(await look()).toEqual(['Onyx', 'Pearl'])
    await update({ name: 'Quartz robe' })
    expect(await look()).toEqual(['Onyx', 'Pearl'])
    await update({ look: '' })
    expect(await ask(gown.id)).not.toHaveProperty('product.look')
  })

  test('is in the answer for the form with names and pictures, also what visitors cannot see', async () => {
    await update({ related: [id(jade)], look: [id(onyx), id(pearl)] })
    await send('PATCH', `products/update-product/${id(onyx)}`, { status: 'hidden' })
    const image = 'http://localhost:3000/images/placeholder/1280.webp'
    expect(await managed()).toMatchObject({
      related: [{ _id: id(jade), name: 'Jade', image }],
      look: [id(pearl)],
      lookProducts: [
        { _id: id(onyx), name: 'Onyx', image, isHidden: true },
        { _id: id(pearl), name: 'Pearl', image },
      ],
    })
    await send('DELETE', `products/${id(onyx)}`)
    expect((await managed()).lookProducts).toEqual([{ _id: id(pearl), name: 'Pearl', image }])
  })

  test('can be sent with a new product', async () => {
    const texts = { name: 'Linen coat', category: 'dress', color: 'red', description: 'Warm.', price: 10 }
    const sent = { ...texts, related: [id(ruby)], look: [gown.id], seoTitle: 'Coat', seoDescription: 'A coat.' }
    const { status, data } = await send('POST', 'products/create-product', sent)
    expect(status).toBe(201)
    expect(data).toMatchObject({ look: [gown.id], seoTitle: 'Coat', seoDescription: 'A coat.' })
    expect((await ask(`${data._id}/related`))[0]._id).toBe(id(ruby))
    const [entry] = await db.selectFrom('audit').select('after').execute()
    expect(entry?.after).toMatchObject({ related: 'Ruby', look: 'Quartz gown', seo_title: 'Coat' })
  })

  test('is audited by name, and only when it differs', async () => {
    await update({ related: [id(jade), id(opal)] })
    await update({ related: [id(jade), id(opal)], look: [] })
    await update({ related: [id(opal), id(jade)], seoTitle: 'Gown of quartz' })
    const entries = await db.selectFrom('audit').select(['before', 'after']).orderBy('id').execute()
    expect(entries).toEqual([
      { before: { related: '' }, after: { related: 'Jade, Opal' } },
      {
        before: { related: 'Jade, Opal', seo_title: null },
        after: { related: 'Opal, Jade', seo_title: 'Gown of quartz' },
      },
    ])
  })

  test('changes from one product to another of the same name', async () => {
    const twin = await createProduct(db, { name: 'Jade' })
    await update({ look: [id(jade)] })
    await update({ look: [twin.id] })
    expect((await ask(gown.id)).product.look).toEqual([twin.id])
  })
})

test.each([
  ['the product itself', () => ({ related: [gown.id] }), 'Related piece 1 is the product itself.'],
  ['itself in capitals', () => ({ look: [gown.id.toUpperCase()] }), 'Piece of the look 1 is the product itself.'],
  [
    'an unknown one',
    () => ({ look: [id(jade), '0196a000-0000-7000-8000-000000000000'] }),
    'Piece of the look 2 is not there any more.',
  ],
  ['one twice', () => ({ related: [id(jade), id(jade)] }), 'Related piece 2 is there twice.'],
  [
    'too many',
    () => ({ related: [pearl, opal, onyx, ruby, jade].map(id) }),
    'A product can have at most 4 related pieces, these are 5.',
  ],
  ['no list', () => ({ look: { a: 1 } }), 'The pieces in its look must be a list of ids of products.'],
  [
    'a long title',
    () => ({ seoTitle: 'x'.repeat(71) }),
    'The title for search engines can have at most 70 characters.',
  ],
  ['a number', () => ({ seoDescription: 1 }), 'The description for search engines must be a text.'],
])('%s is refused in one sentence, and nothing is saved', async (_what, fields, message) => {
  expect(await update({ name: 'Other', ...fields() })).toMatchObject({ status: 400, message })
  expect((await ask(gown.id)).product.name).toBe('Quartz gown')
})

test('a deleted product is refused, a hidden one is not', async () => {
  await send('DELETE', `products/${id(jade)}`)
  await send('PATCH', `products/update-product/${id(onyx)}`, { status: 'hidden' })
  const message = 'Related piece 1 is not there any more.'
  expect(await update({ related: [id(jade)] })).toMatchObject({ status: 400, message })
  expect((await update({ related: [id(onyx)], look: [id(onyx)] })).status).toBe(200)
  expect(await related()).toEqual(['Pearl', 'Opal', 'Ruby'])
  expect(await look()).toBeUndefined()
})

test('only an admin chooses', async () => {
  expect((await update({ related: [id(jade)] }, asAda)).status).toBe(403)
  expect((await update({ seoTitle: 'x' }, { cookie: '' })).status).toBe(401)
  expect((await send('GET', `products/manage/${gown.id}`, undefined, asAda)).status).toBe(403)
})

test('two products that name each other are saved at once', async () => {
  const all = [gown, pearl, opal, onyx].map(id)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => {
      const self = all[n % 4] ?? ''
      const others = all.filter(each => each !== self)
      return send('PATCH', `products/update-product/${self}`, { related: n % 2 ? others : others.toReversed() })
    }),
  )
  expect(answers.map(({ status, message }) => (status === 200 ? status : message))).toEqual(Array(12).fill(200))
})

describe('kept answers are new at once, in this process and in another', () => {
  /** What visitors see in this process, which the other soon shows as well. */
  async function seen() {
    const here = { related: await related(), look: await look() }
    await expect.poll(async () => ({ related: await related(other), look: await look(other) })).toEqual(here)
    return here
  }
  const automatic = ['Pearl', 'Opal', 'Onyx', 'Ruby']

  test('when the choice changes', async () => {
    expect(await seen()).toEqual({ related: automatic, look: undefined })
    await update({ related: [id(jade)], look: [id(jade), id(opal)] })
    expect(await seen()).toEqual({ related: ['Jade', 'Pearl', 'Opal', 'Onyx'], look: ['Jade', 'Opal'] })
    await update({ related: [], look: [id(opal), id(jade)] })
    expect(await seen()).toEqual({ related: automatic, look: ['Opal', 'Jade'] })
  })

  test('when it changes by plain SQL', async () => {
    await seen()
    await db
      .insertInto('product_link')
      .values({ product_id: gown.id, kind: 'look', linked_id: id(jade), place: 0 })
      .execute()
    await expect.poll(() => look()).toEqual(['Jade'])
    await db.deleteFrom('product').where('id', '=', id(jade)).execute()
    await expect.poll(() => look()).toBeUndefined()
  })

  test.each(['hidden', 'draft'])('when a chosen one becomes %s and comes back', async status => {
    await update({ related: [id(jade)], look: [id(jade)] })
    expect(await seen()).toEqual({ related: ['Jade', 'Pearl', 'Opal', 'Onyx'], look: ['Jade'] })
    await send('PATCH', `products/update-product/${id(jade)}`, { status })
    expect(await seen()).toEqual({ related: automatic, look: undefined })
    await send('PATCH', `products/update-product/${id(jade)}`, { status: 'public' })
    expect(await seen()).toEqual({ related: ['Jade', 'Pearl', 'Opal', 'Onyx'], look: ['Jade'] })
  })

  test('when a chosen one is deleted and brought back', async () => {
    await update({ related: [id(jade)], look: [id(jade)] })
    await seen()
    const { auditId } = (await send('DELETE', `products/${id(jade)}`)).data
    expect(await seen()).toEqual({ related: automatic, look: undefined })
    await send('POST', `admin/undo/${auditId}`)
    expect(await seen()).toEqual({ related: ['Jade', 'Pearl', 'Opal', 'Onyx'], look: ['Jade'] })
  })

  test('in the list of a look, which is cached while a cart is not', async () => {
    const few = `?ids=${id(jade)},${id(opal)}`
    const shown = async () =>
      (await app.inject(`/api/products${few}`)).json().data.products.map(({ price }: { price: number }) => price)
    const cached = async (query: string) =>
      String((await app.inject(`/api/products${query}`)).headers['cache-control']).startsWith('public')
    expect(await shown()).toEqual([134, 131])
    expect([await cached(few), await cached(`?ids=${id(jade)}&limit=100`)]).toEqual([true, false])
    await send('PATCH', `products/update-product/${id(jade)}`, { price: 7 })
    expect(await shown()).toEqual([7, 131])
    await send('PATCH', `products/update-product/${id(jade)}`, { status: 'hidden' })
    expect(await shown()).toEqual([131])
    await send('PATCH', `products/update-product/${id(jade)}`, { status: 'public' })
    expect(await shown()).toEqual([7, 131])
  })
})
