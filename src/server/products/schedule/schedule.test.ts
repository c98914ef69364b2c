import { CompiledQuery, sql } from 'kysely'
import { expect, test } from 'vitest'
import { createProduct } from '../../../../tests/support/builders.ts'
import { checkShop } from '../../integrity/check-shop.ts'
import { nextDue } from './due-queries.ts'
import { day, minute, openScheduledShop } from './schedule.fixture.ts'

const shop = await openScheduledShop()
const { app, db, create, update, send, managed, inMs, pass, signInAs } = shop

const shown = async (id: string) => {
  const answer = await app.inject(`/api/products/${id}`)
  return answer.statusCode === 200 ? answer.json().data.product : answer.statusCode
}
const prices = async (id: string) => {
  const { price, oldPrice } = await shown(id)
  return [price, oldPrice]
}

test('a product without a status is public, a draft and a hidden one are seen by their admins alone', async () => {
  const plain = await create()
  expect(await shown(plain._id)).toMatchObject({ price: 100 })
  expect(await managed(plain._id)).toMatchObject({ status: 'public', visibility: 'visible', lowest30: 100 })
  for (const status of ['draft', 'hidden']) {
    const { _id: id, visibility } = await create({ status })
    expect(visibility).toBe(status)
    expect(await shown(id)).toBe(404)
    expect((await send('GET', 'products/drafts')).data).toContainEqual(expect.objectContaining({ _id: id, visibility }))
    expect((await update(id, { status: 'public' })).data).toMatchObject({ status: 'public', visibility: 'visible' })
    expect(await shown(id)).toMatchObject({ _id: id })
    await update(id, { status })
    expect(await shown(id)).toBe(404)
  }
})

test('the public answers gain nothing', async () => {
  const { _id: id } = await create({ salePrice: 80, visibleUntil: inMs(day) })
  const names = Object.keys(await shown(id))
  for (const name of ['status', 'visibility', 'visibleUntil', 'salePrice', 'regularPrice', 'lowest30'])
    expect(names).not.toContain(name)
})

test.each([
  [{ status: 'secret' }, 'The status must be one of public, draft, hidden.'],
  [
    { visibleFrom: inMs(2 * day), visibleUntil: inMs(day) },
    'The piece would go before it comes: its end must be after its beginning.',
  ],
  [{ salePrice: 100 }, 'The sale price must be below the price.'],
  [{ saleUntil: inMs(day) }, 'A sale needs a sale price.'],
  [{ salePrice: 80, saleUntil: inMs(-day) }, 'The sale would be over already.'],
  [
    { salePrice: 80, saleFrom: inMs(2 * day), saleUntil: inMs(day) },
    'The sale would end before it begins: its end must be after its beginning.',
  ],
  [{ salePrice: [80] }, 'The sale price must be a number.'],
  [{ visibleFrom: { at: 1 } }, 'Visible from must be a time with its zone, like 2026-12-01T09:00:00Z.'],
])('%j is one sentence', async (fields, message) => {
  const texts = { name: 'Gown', category: 'dress', color: 'blue', description: 'A gown.', price: 100 }
  expect(await send('POST', 'products/create-product', { ...texts, ...fields })).toMatchObject({ status: 400, message })
  const { _id: id } = await create()
  expect(await update(id, fields)).toMatchObject({ status: 400, message })
})

test('one end of a schedule that is changed must fit the other, which is stored', async () => {
  const { _id: id } = await create({ visibleFrom: inMs(2 * day), salePrice: 80, saleFrom: inMs(2 * day) })
  const early = { status: 400 }
  expect(await update(id, { visibleUntil: inMs(day) })).toMatchObject(early)
  expect(await update(id, { saleUntil: inMs(day) })).toMatchObject(early)
  expect(await update(id, { price: 80 })).toMatchObject({
    ...early,
    message: 'The sale price must be below the price.',
  })
  expect(await update(id, { price: 81, visibleFrom: '', saleFrom: null })).toMatchObject({ status: 200 })
  expect(await prices(id)).toEqual([80, undefined])
})

test('the struck-through price of a sale is the lowest of the 30 days before it', async () => {
  const { _id: id } = await create()
  pass(50 * day)
  await update(id, { price: 90 })
  pass(10 * day)
  await update(id, { salePrice: 70 })
  expect(await prices(id)).toEqual([70, 90]) // lowered 10 days before
  pass(day)
  await update(id, { salePrice: null })
  expect(await prices(id)).toEqual([90, undefined])
  pass(5 * day)
  await update(id, { salePrice: 75 })
  expect(await prices(id)).toEqual([75, undefined]) // two in a row: it was cheaper in the first
  pass(day)
  await update(id, { salePrice: 60 })
  expect(await prices(id)).toEqual([60, 70]) // lowered further, before the same beginning
  await update(id, { salePrice: '' })
  pass(31 * day)
  await update(id, { price: 120 })
  pass(5 * day)
  await update(id, { salePrice: 80 })
  expect(await prices(id)).toEqual([80, 90]) // raised 5 days before
  expect(await managed(id)).toMatchObject({ regularPrice: 120, lowest30: 80 })
})

test('a sale that becomes dearer is a new one: the lowest price before it is that of the sale', async () => {
  const { _id: id } = await create({ price: 100 })
  pass(40 * day)
  await update(id, { salePrice: 50 })
  pass(10 * day)
  await update(id, { salePrice: 40 })
  expect(await prices(id)).toEqual([40, 100])
  await update(id, { salePrice: 95 })
  expect(await prices(id)).toEqual([95, undefined])
})

test('a price that was raised only for the sale is no reduction, and a new product has none', async () => {
  const { _id: id } = await create({ price: 80 })
  pass(20 * day)
  await update(id, { price: 200 })
  pass(day)
  await update(id, { salePrice: 80 })
  expect(await prices(id)).toEqual([80, undefined])
  const { _id: fresh } = await create({ salePrice: 80 })
  expect(await prices(fresh)).toEqual([80, undefined])
})

test('a typed old price is shown as typed, and comes back after a sale', async () => {
  const { _id: id } = await create({ oldPrice: 150 })
  expect(await prices(id)).toEqual([100, 150])
  pass(day)
  await update(id, { salePrice: 80, saleUntil: inMs(day) })
  expect(await prices(id)).toEqual([80, 100])
  pass(day)
  expect(await prices(id)).toEqual([100, 150])
})

test('in a sale the shown price that is sent back is no change, another one is that after the sale', async () => {
  const { _id: id } = await create()
  pass(day)
  await update(id, { salePrice: 80, saleUntil: inMs(day) })
  await update(id, { name: 'Quartz robe', price: 80, oldPrice: 100 })
  expect(await managed(id)).toMatchObject({ name: 'Quartz robe', price: 80, regularPrice: 100, oldPrice: 100 })
  expect(await update(id, { price: 79 })).toMatchObject({ status: 400 })
  await update(id, { price: 110 })
  expect(await prices(id)).toEqual([80, 100])
  pass(day)
  expect(await prices(id)).toEqual([110, undefined])
  await update(id, { salePrice: 90 })
  await update(id, { salePrice: null, price: 90 })
  expect(await prices(id)).toEqual([90, undefined])
})

test('who read a price before a sale began or ended cannot make it the price for good', async () => {
  const { _id: id } = await create({ salePrice: 80, saleFrom: inMs(10 * minute), saleUntil: inMs(20 * minute) })
  for (const [price, now] of [
    [100, 80],
    [80, 100],
  ]) {
    const read = await managed(id)
    expect(read.price).toBe(price)
    pass(10 * minute)
    const { status } = await update(id, { name: 'Renamed', price, updatedAt: read.updatedAt })
    expect(status).toBe(409)
    expect((await managed(id)).price).toBe(now)
  }
  const { updatedAt } = await managed(id)
  const { status, data } = await update(id, { price: 90, updatedAt })
  expect([status, data.price]).toEqual([200, 90])
  expect((await update(id, { price: 95, updatedAt: data.updatedAt })).status).toBe(200)
})

test('what is deleted stays deleted at its moment, and comes back as its schedule says by then', async () => {
  const { _id: id } = await create({
    visibleFrom: inMs(day),
    visibleUntil: inMs(3 * day),
    salePrice: 80,
    saleUntil: inMs(2 * day),
  })
  const remove = async () => (await send('DELETE', `products/${id}`)).data.auditId
  const undo = (auditId: string) => send('POST', `admin/undo/${auditId}`)
  const first = await remove()
  expect(await shown(id)).toBe(410)
  expect((await undo(first)).status).toBe(200)
  expect(await shown(id)).toBe(404)
  const second = await remove()
  pass(2 * day)
  expect(await shown(id)).toBe(410)
  await undo(second)
  expect(await prices(id)).toEqual([100, undefined])
  const third = await remove()
  pass(day)
  await undo(third)
  expect(await shown(id)).toBe(404)
  expect((await managed(id)).visibility).toBe('ended')
})

test('the second of two changes at once meets the first', async () => {
  const { _id: id, updatedAt } = await create({ status: 'draft' })
  const both = await Promise.all([
    update(id, { status: 'public', updatedAt }),
    update(id, { status: 'hidden', updatedAt }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('only admins read and change a schedule', async () => {
  const { _id: id } = await create({ status: 'hidden' })
  const asAda = await signInAs('user')
  for (const [headers, status] of [
    [{}, 401],
    [asAda, 403],
  ] as const) {
    const answers = await Promise.all([
      app.inject({ url: `/api/products/manage/${id}`, headers }),
      app.inject({ url: '/api/products/drafts', headers }),
      app.inject({
        method: 'PATCH',
        url: `/api/products/update-product/${id}`,
        headers,
        payload: { status: 'public' },
      }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([status, status, status])
  }
})

test('a change of the schedule is in the audit', async () => {
  const { _id: id } = await create()
  await update(id, { status: 'hidden', salePrice: 80, saleFrom: inMs(day) })
  const found = db.selectFrom('audit').selectAll().where('record_id', '=', id).where('action', '=', 'update')
  const entry = await found.executeTakeFirstOrThrow()
  expect(entry.before).toEqual({ status: 'public', salePrice: null, sale_from: null })
  expect(entry.after).toEqual({ status: 'hidden', salePrice: 80, sale_from: inMs(day) })
})

test('every price at which a product was on sale is stored once, whoever changes it', async () => {
  const { id } = await createProduct(db, { price_cents: 100, created_at: new Date(0), updated_at: new Date(0) })
  const change = (columns: object) => db.updateTable('product').set(columns).where('id', '=', id).execute()
  await change({ price_cents: 200, updated_at: new Date(1_000) })
  await change({ rating: 3 })
  await change({ deleted_at: new Date(2_000) })
  await change({ price_cents: 1, updated_at: new Date(3_000) }) // off sale
  await change({ price_cents: 300, deleted_at: null, updated_at: new Date(4_000) })
  await change({ price_cents: 400, updated_at: new Date(500) }) // an older time
  const history = await db
    .selectFrom('product_price')
    .selectAll()
    .where('product_id', '=', id)
    .orderBy('from_at')
    .execute()
  expect(history.map(({ from_at, price_cents }) => [+from_at, price_cents])).toEqual([
    [0, 100],
    [1_000, 200],
    [4_000, 400],
  ])
})

test('while a database does not answer, requests are answered as far as they can be', async () => {
  const { _id: id } = await create({ visibleUntil: inMs(day) })
  expect(await shown(id)).toMatchObject({ _id: id })
  await sql`alter table product rename to product_away`.execute(db)
  pass(day)
  expect((await app.inject('/health/live')).statusCode).toBe(200)
  await sql`alter table product_away rename to product`.execute(db)
  await expect.poll(() => shown(id), { timeout: 5_000 }).toBe(404)
})

test('the next moment is found by an index', async () => {
  const { sql: text, parameters } = nextDue(db).compile()
  await db.transaction().execute(async tx => {
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]))
    expect(JSON.stringify(rows)).toContain('using product_due')
  })
})

test('the shop is in order after all this, and the check sees what is not', async () => {
  const { images, payments } = shop.shop
  const rules = async () => {
    const parts = { db, images, payments: payments.provider, clock: shop.clock, origin: shop.shop.config.publicOrigin }
    const { rules } = await checkShop(parts)
    const named = ['schedules', 'visible-products', 'price-history', 'product-counts', 'deletions']
    return Object.fromEntries(
      rules.filter(({ rule }) => named.includes(rule)).map(({ rule, broken }) => [rule, broken]),
    )
  }
  const none = { schedules: 0, 'visible-products': 0, 'price-history': 0, 'product-counts': 0, deletions: 0 }
  expect(await rules()).toEqual(none)
  const { _id: id } = await create({ visibleUntil: inMs(2 * minute) })
  await sql`alter table product disable trigger user`.execute(db)
  await sql`update product set status = 'hidden', price_cents = 1, visible_until = ${inMs(-2 * minute)} where id = ${id}`.execute(
    db,
  )
  await sql`alter table product enable trigger user`.execute(db)
  expect(await rules()).toMatchObject({ schedules: 1, 'visible-products': 1, 'price-history': 1 })
})

test('a color that the release before adds awaits its picture, and is on sale once that release says so', async () => {
  const { id } = await createProduct(db, { is_draft: true, deleted_at: shop.clock.now() })
  expect((await managed(id)).visibility).toBe('unfinished')
  await update(id, { name: 'Quartz cape' })
  expect(await shown(id)).toBe(404)
  await db.updateTable('product').set({ is_draft: false, deleted_at: null }).where('id', '=', id).execute()
  await update(id, { name: 'Quartz coat' })
  expect(await shown(id)).toMatchObject({ name: 'Quartz coat' })
})

test('a change of the price to that of the sale that runs is taken back whole, or not', async () => {
  const { _id: id } = await create({ price: 80 })
  expect((await update(id, { price: 100, name: 'Opal gown' })).status).toBe(200)
  const [entry] = (await send('GET', 'audit?record=product')).data
  pass(minute)
  await update(id, { salePrice: 80 })
  expect(await send('POST', `admin/undo/${entry._id}`)).toMatchObject({
    status: 409,
    message: 'It is the price of the sale that runs: take this back after the sale, or change it by hand.',
  })
  expect(await managed(id)).toMatchObject({ name: 'Opal gown', regularPrice: 100 })
})
