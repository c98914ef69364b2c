import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { PlannedEdit } from '#domain/products/bulk-edit.ts'
import { checkShop } from '../../integrity/check-shop.ts'
import { day, openScheduledShop } from '../schedule/schedule.fixture.ts'

const shop = await openScheduledShop()
const { app, db, create, update, send, managed, inMs, pass, signInAs } = shop

const brokenRules = async () => {
  const { images, payments } = shop.shop
  const parts = { db, images, payments: payments.provider, clock: shop.clock, origin: shop.shop.config.publicOrigin }
  return (await checkShop(parts)).rules.filter(({ broken }) => broken > 0)
}
const preview = async (ids: string[], change: object): Promise<PlannedEdit[]> =>
  (await send('POST', 'products/bulk-edit/preview', { ids, ...change })).data
const apply = (plans: PlannedEdit[], change: object, id: string = randomUUID()) =>
  send('POST', 'products/bulk-edit', {
    ...{ id, ...change },
    products: plans.map(({ _id, updatedAt }) => ({ _id, updatedAt })),
  })
const undo = (auditId: string) => send('POST', `admin/undo/${auditId}`)
const three = async () => [
  (await create({ name: 'Opal gown' }))._id,
  (await create({ name: 'Agate coat', price: 89.95, status: 'draft' }))._id,
  (await create({ name: 'Ruby hat', category: 'accessories', color: 'red' }))._id,
]

test('many products change as the preview said, with one audit entry, and one undo takes it back', async () => {
  const ids = await three()
  const change = { category: 'dress', color: 'Red', percent: '-20', status: 'hidden' }
  const plans = await preview(ids, change)
  expect(plans.map(({ name, before, after }) => [name, before.price, after.price, after.status])).toEqual([
    ['Opal gown', 100, 80, 'hidden'],
    ['Agate coat', 89.95, 71.96, 'hidden'],
    ['Ruby hat', 100, 80, 'hidden'],
  ])
  expect(await managed(ids[0])).toMatchObject({ price: 100, color: 'blue' }) // the preview changes nothing

  const { status, data, message } = await apply(plans, change)
  expect([status, message]).toEqual([200, '3 products changed'])
  for (const id of ids) {
    expect(await managed(id)).toMatchObject({ category: 'dress', color: 'red', visibility: 'hidden' })
    expect((await app.inject(`/api/products/${id}`)).statusCode).toBe(404)
  }
  const [entry] = (await send('GET', 'audit?record=bulk edit')).data
  expect(entry).toMatchObject({
    ...{ _id: data.auditId, action: 'bulk edit', recordName: '3 products', canUndo: true },
    after: {
      ...{ category: 'dress', color: 'red', percent: -20, status: 'hidden' },
      products: 'Opal gown, Agate coat, Ruby hat',
    },
  })
  expect((await undo(data.auditId)).status).toBe(200)
  expect(await managed(ids[0])).toMatchObject({ price: 100, color: 'blue', visibility: 'visible' })
  expect(await managed(ids[1])).toMatchObject({ price: 89.95, color: 'blue', visibility: 'draft' })
  expect(await managed(ids[2])).toMatchObject({ category: 'accessories', color: 'red', visibility: 'visible' })
  expect((await undo(data.auditId)).status).toBe(409)
  expect(await brokenRules()).toEqual([])
})

test('many products go on sale for some days, each at its price, and one undo takes it back while it runs', async () => {
  const ids = await three()
  await update(ids[2], { salePrice: 95, saleUntil: inMs(9 * day) })
  const change = { salePercent: '20 %', saleFrom: inMs(day), saleUntil: inMs(4 * day) }
  const plans = await preview(ids, change)
  expect(plans.map(({ before, after }) => [before.salePrice, after.salePrice, after.saleFrom])).toEqual([
    [undefined, 80, inMs(day)],
    [undefined, 71.96, inMs(day)],
    [95, 80, inMs(day)], // the sale that it has ends
  ])
  expect(plans[0]?.after).toMatchObject({ price: 100, saleUntil: inMs(4 * day) })
  const { status, data } = await apply(plans, change)
  expect(status).toBe(200)
  const prices = async () => Promise.all(ids.map(async id => (await managed(id)).price))
  expect(await prices()).toEqual([100, 89.95, 100])
  const [entry] = (await send('GET', 'audit?record=bulk edit')).data
  expect(entry.after).toMatchObject({ salePercent: 20, sale_from: inMs(day), sale_until: inMs(4 * day) })
  pass(2 * day)
  expect(await prices()).toEqual([80, 71.96, 80])
  expect(await managed(ids[0])).toMatchObject({ oldPrice: 100 })
  const renamed = await preview([ids[0]], { category: 'accessories' })
  expect((await apply(renamed, { category: 'accessories' })).status).toBe(200)
  expect(await managed(ids[0])).toMatchObject({ price: 80, regularPrice: 100 }) // another edit leaves the sale
  expect((await undo((await send('GET', 'audit?record=bulk edit')).data[0]._id)).status).toBe(200)
  expect(await managed(ids[0])).toMatchObject({ price: 80, regularPrice: 100 })
  expect((await undo(data.auditId)).status).toBe(409) // one was changed since
  const ended = await apply(await preview(ids, { endsSale: true }), { endsSale: true })
  expect(await prices()).toEqual([100, 89.95, 100])
  expect((await undo(ended.data.auditId)).status).toBe(200)
  expect(await prices()).toEqual([80, 71.96, 80])
  pass(2 * day)
  expect(await prices()).toEqual([100, 89.95, 100])
  expect(await brokenRules()).toEqual([])
})

test('a sale on many products that one undo takes back leaves the sale that was there before', async () => {
  const { _id } = await create({ salePrice: 95, saleUntil: inMs(9 * day) })
  const { data } = await apply(await preview([_id], { salePercent: 50 }), { salePercent: 50 })
  expect(await managed(_id)).toMatchObject({ price: 50, regularPrice: 100 })
  expect((await undo(data.auditId)).status).toBe(200)
  expect(await managed(_id)).toMatchObject({ price: 95, regularPrice: 100, saleUntil: inMs(9 * day) })
})

test('a sale for many that is over, or that takes nothing off, is refused', async () => {
  const [cheap, dear] = [await create({ price: 0.01 }), await create()]
  const plans = await preview([cheap._id, dear._id], { salePercent: 20 })
  expect(plans.map(({ error }) => error)).toEqual(['The sale price must be below the price.', undefined])
  const over = await preview([dear._id], { salePercent: 20, saleUntil: inMs(-1) })
  expect(over.map(({ error }) => error)).toEqual(['The sale would be over already.'])
  expect(await preview([dear._id], { endsSale: true })).toEqual([])
})

test('what would stay as it is, or is gone, is not in the preview; what cannot be says why', async () => {
  const same = await create({ status: 'hidden' })
  const gone = await create()
  await send('DELETE', `products/${gone._id}`)
  expect(await preview([same._id, gone._id, randomUUID(), 'nonsense'], { status: 'hidden' })).toEqual([])
  const reduced = await create({ oldPrice: 105 })
  const onSale = await create({ salePrice: 80 })
  const dear = await preview([reduced._id, onSale._id, onSale._id], { percent: 10 })
  expect(dear.map(({ error }) => error)).toEqual(['The old price must be above the price.', undefined])
  expect(dear[1]).toMatchObject({ before: { price: 100 }, after: { price: 110 } }) // the price after the sale
  const cheap = await preview([onSale._id], { percent: -20 })
  expect(cheap.map(({ error }) => error)).toEqual(['The sale price must be below the price.'])
  expect(await apply(cheap, { percent: -20 })).toMatchObject({
    ...{ status: 409, message: 'Quartz gown: The sale price must be below the price.' },
  })
})

test('a style cannot get a color twice', async () => {
  const blue = await create({ name: 'Silk robe' })
  const red = await create({ name: 'Silk robe red', color: 'red', styleOf: blue._id })
  const gold = await create({ name: 'Silk robe gold', color: 'gold', styleOf: blue._id })
  const error = 'Its style would have red twice: give one a shade first.'
  expect(await preview([blue._id], { color: 'red' })).toMatchObject([{ error }])
  expect((await preview([blue._id, gold._id], { color: 'black' })).map(plan => plan.error !== undefined)).toEqual([
    ...[false, true],
  ])
  await update(gold._id, { shade: 'Brass' })
  const plans = await preview([red._id, gold._id], { color: 'black' })
  expect(plans.map(plan => plan.error)).toEqual([undefined, undefined])
  const { data } = await apply(plans, { color: 'black' })
  await update(blue._id, { color: 'red' })
  expect(await undo(data.auditId)).toMatchObject({
    ...{ status: 409, message: expect.stringMatching(/would have red twice: give one a shade first\.$/) },
  })
  expect(await managed(red._id)).toMatchObject({ color: 'black' })
})

test('an edit that is sent twice, or ten times at once, is done once', async () => {
  const ids = await three()
  const change = { percent: 10 }
  const plans = await preview(ids, change)
  const id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, () => apply(plans, change, id)))
  expect(new Set(answers.map(({ status, data }) => `${status} ${data?.auditId}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await managed(ids[0])).toMatchObject({ price: 110 })
  expect(await apply(plans, { percent: 20 }, id)).toMatchObject({
    ...{ status: 409, message: 'The id of this edit was used for another one: send it with a new id.' },
  })
  const other = await apply(plans, change)
  expect(other).toMatchObject({
    ...{ status: 409, message: 'Opal gown was changed since this preview: look at it again.' },
  })
  expect(await managed(ids[0])).toMatchObject({ price: 110 })
})

test('all change, or none', async () => {
  const ids = await three()
  const plans = await preview(ids, { status: 'hidden' })
  await send('DELETE', `products/${ids[2]}`)
  expect(await apply(plans, { status: 'hidden' })).toMatchObject({ status: 409 })
  expect(await managed(ids[0])).toMatchObject({ status: 'public' })
  expect(await db.selectFrom('bulk_edit').select('id').where('audit_id', 'is', null).execute()).toEqual([])
})

test('an undo keeps later work, and what schedules did since', async () => {
  const [first = '', second = ''] = await three()
  const plans = await preview([first, second], { percent: 50 })
  const { data } = await apply(plans, { percent: 50 })
  await update(second, { description: 'Warmer.' })
  expect(await undo(data.auditId)).toMatchObject({
    ...{ status: 409, message: 'Agate coat was changed or deleted since: change these products by hand.' },
  })

  const { _id: id } = await create({ name: 'Topaz cape' })
  pass(day)
  await update(id, { salePrice: 80, saleFrom: inMs(day) })
  const change = { percent: 20 }
  const { data: later } = await apply(await preview([id], change), change)
  pass(2 * day)
  expect(await managed(id)).toMatchObject({ price: 80, regularPrice: 120 })
  expect((await undo(later.auditId)).status).toBe(200)
  expect(await managed(id)).toMatchObject({ price: 80, regularPrice: 100, oldPrice: 100 })
  expect(await brokenRules()).toEqual([])
})

test.each([
  [{}, 'Choose what should change.'],
  [{ category: 'coat' }, /^The category must be one of /],
  [{ percent: '9e9' }, 'The percent must be a number from -90 to 500, like -20.'],
  [{ status: { a: 1 } }, 'The status must be one of public, draft, hidden.'],
])('%j is one sentence', async (change, message) => {
  const { _id } = await create()
  expect(await send('POST', 'products/bulk-edit/preview', { ids: [_id], ...change })).toMatchObject({
    ...{ status: 400, message: typeof message === 'string' ? message : expect.stringMatching(message) },
  })
})

test('mad bodies are refused, and nobody but an admin may do it', async () => {
  const { _id, updatedAt } = await create()
  const products = [{ _id, updatedAt }]
  const many = Array.from({ length: 201 }, () => randomUUID())
  for (const body of [{ ids: [] }, { ids: many }, { ids: 'all' }, { ids: [{}] }, {}])
    expect((await send('POST', 'products/bulk-edit/preview', { ...body, status: 'draft' })).status).toBe(400)
  for (const body of [{ products }, { id: 'x\u0000', products }, { id: randomUUID(), products: [{ _id }] }])
    expect((await send('POST', 'products/bulk-edit', { ...body, status: 'draft' })).status).toBe(400)
  const strange = { id: randomUUID(), products: [{ _id: '\u0000', updatedAt: '' }], status: 'draft' }
  expect((await send('POST', 'products/bulk-edit', strange)).status).toBe(400)
  const unknown = { ...strange, products: [{ _id: 'nonsense', updatedAt }] }
  expect((await send('POST', 'products/bulk-edit', unknown)).status).toBe(409)
  const headers = await signInAs('user')
  for (const url of ['/api/products/bulk-edit', '/api/products/bulk-edit/preview']) {
    const payload = { ids: [_id], id: randomUUID(), products, status: 'hidden' }
    expect((await app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(403)
    expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(401)
  }
  expect(await managed(_id)).toMatchObject({ status: 'public' })
})

test('the list shows what visitors do not see, filters it, and counts pieces', async () => {
  const { data: before } = await send('GET', 'products/manage')
  const [, draft = '', hat = ''] = await three()
  const list = async (query: string) => (await send('GET', `products/manage?${query}`)).data
  expect((await list('')).totalProducts).toBe(before.totalProducts + 3)
  expect((await list('limit=50')).products.slice(0, 3).map(({ _id }: { _id: string }) => _id)).toContain(draft)
  expect((await list('')).products).toHaveLength(12)
  const shown = (await list('q=gate co&visibility=draft')).products
  expect(shown[0]).toMatchObject({ name: 'Agate coat', price: 89.95, visibility: 'draft', category: 'dress' })
  expect((await list('q=uby ha&visibility=draft')).totalProducts).toBe(0)
  const variant = (await db.selectFrom('variant').select('id').where('product_id', '=', hat).executeTakeFirstOrThrow())
    .id
  await db.updateTable('variant').set({ sku: 'HAT-7' }).where('id', '=', variant).execute()
  expect((await list('q=HAT-7')).products).toMatchObject([{ _id: hat }])
  expect((await list('q=HAT-7')).products[0]).not.toHaveProperty('pieces')
  for (const query of [
    'sort=name',
    'sort=price-asc&limit=50&page=999',
    'sort=x&visibility=y&stock=out&sale=1&page=-1&q=%25',
  ])
    expect((await send('GET', `products/manage?${query}`)).status).toBe(200)
  expect((await app.inject({ url: '/api/products/manage', headers: await signInAs('user') })).statusCode).toBe(403)
})

test('an undo changes back what the edit was about, and nothing that came since', async () => {
  const { _id } = await create()
  const { data } = await apply(await preview([_id], { percent: 10 }), { percent: 10 })
  await db.updateTable('product').set({ category: 'accessories', color: 'red' }).where('id', '=', _id).execute()
  expect((await undo(data.auditId)).status).toBe(200)
  expect(await managed(_id)).toMatchObject({ price: 100, category: 'accessories', color: 'red' })
})

test('an undo after two categories exchanged their addresses brings each product into its own', async () => {
  const { _id } = await create({ category: 'accessories' })
  const { data } = await apply(await preview([_id], { category: 'dress' }), { category: 'dress' })
  pass(1_000)
  const { value, version } = (await send('GET', 'settings/sections')).data.catalogue
  const other: Record<string, string> = { dress: 'accessories', accessories: 'dress' }
  const categories = value.categories.map((each: { address: string }) => ({
    ...each,
    address: other[each.address] ?? each.address,
  }))
  const saved = await send('PUT', 'settings/sections/catalogue', { value: { ...value, categories }, version })
  expect(saved.status).toBe(200)
  expect(await managed(_id)).toMatchObject({ category: 'accessories' })
  expect((await undo(data.auditId)).status).toBe(200)
  expect(await managed(_id)).toMatchObject({ category: 'dress' })
})
