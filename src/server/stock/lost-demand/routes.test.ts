import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createUser } from '../../../../tests/support/builders.ts'
import { statementsDuring } from '../../../../tests/support/count-statements.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { cookieOf, sell } from '../../orders/orders.fixture.ts'
import { minutes } from '../../payments/payments.fixture.ts'
import { openStock } from '../stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock({ limits: { ...noLimits, wanted: { times: 8, perMs: minutes(60) } } })
})
beforeEach(() => sql`truncate lost_demand, rate_limit`.execute(shop.db))
afterAll(() => shop.close())

const want = async (variantId: unknown, visit?: string, headers = {}) => {
  const payload = { variantId, visit }
  const answer = await shop.app.inject({ method: 'POST', url: '/api/stock/wanted', payload, headers })
  return { status: answer.statusCode, body: answer.body, headers: answer.headers }
}
const read = async (query = '', by: Record<string, string> = shop.headers) => {
  const answer = await shop.app.inject({ url: `/api/stock/lost-demand${query}`, headers: by })
  return { status: answer.statusCode, total: answer.headers['x-total-count'], body: answer.json() }
}
const visitors = async () => (await read()).body.data.visitors

/** A dress of $120.00: S is sold out, M is held by somebody, L is there. */
async function sellDress() {
  const dress = await shop.sellSizes('Colette dress', ['alpha-S', 'alpha-M', 'alpha-L'])
  const [s = '', m = '', l = ''] = dress.variants
  await shop.count(s, 0)
  await shop.count(m, 1)
  await shop.count(l, 5)
  await shop.buy([{ _id: dress.id, variantId: m }])
  await shop.db.updateTable('product').set({ price_cents: 12_000 }).where('id', '=', dress.id).execute()
  return { id: dress.id, s, m, l }
}

test('a choice of a sold-out or held size is noted once a day, and of any other size never', async () => {
  const { id, s, m, l } = await sellDress()
  const uncounted = await sell(shop.db)
  for (const variantId of [s, s, s.toUpperCase(), m, l, uncounted, id, 'nothing', '']) {
    const { status, body, headers } = await want(variantId, 'a visit')
    expect({ status, body, cookie: headers['set-cookie'] }).toEqual({ status: 204, body: '', cookie: undefined })
  }
  await want(s, 'another visit')
  await expect.poll(visitors).toBe(3)
  const { body, total } = await read()
  expect(total).toBe('2')
  const about = { productId: id, name: 'Colette dress', color: 'black' }
  expect(body.data).toEqual({
    ...{ days: 30, visitors: 3, value: 360, topSize: 'S', isMostly: true },
    sizes: [
      { ...about, variantId: s, size: 'S', visitors: 2, value: 240, state: 'out' },
      { ...about, variantId: m, size: 'M', visitors: 1, value: 120, state: 'held' },
    ],
  })
})

test('an account counts once from all its browsers, an admin and a request without a visit never', async () => {
  const { s } = await sellDress()
  const ada = await createUser(shop.db)
  for (const visit of ['phone', 'desktop']) await want(s, visit, await signIn(shop.db, ada))
  await want(s, 'the owner', shop.headers)
  expect((await want(s)).status).toBe(204)
  await want(s, 'a stranger')
  await expect.poll(visitors).toBe(2)
  expect(JSON.stringify(await shop.db.selectFrom('lost_demand').selectAll().execute())).not.toContain(ada.id)
})

test('beyond the limit nothing is noted, and the answer is the same', async () => {
  const { s } = await sellDress()
  for (let n = 0; n < 12; n++) expect((await want(s, `visit ${n}`)).status).toBe(204)
  await expect.poll(visitors).toBe(8)
})

test('a hundred of the same choice at once count once', async () => {
  const { s } = await sellDress()
  await sql`truncate rate_limit`.execute(shop.db)
  const answers = await Promise.all(Array.from({ length: 100 }, () => want(s, 'one visit')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]))
  await expect.poll(visitors).toBe(1)
})

test.each([[undefined], [7], [['a']], ['x'.repeat(101)]])('%j is no size, in one sentence', async variantId => {
  const { status, body } = await want(variantId, 'a visit')
  expect(status).toBe(400)
  expect(JSON.parse(body).message).toMatch(/variantId/)
})

test('a filter by size that found nothing counts once a day for a visitor, and an unknown size never', async () => {
  const filtered = (size: unknown, visit: string) =>
    shop.app.inject({ method: 'POST', url: '/api/stock/wanted', payload: { size, visit } })
  for (const visit of ['one', 'one', 'two']) expect((await filtered('clothes-XXL', visit)).statusCode).toBe(204)
  expect((await filtered('banana', 'one')).statusCode).toBe(204)
  expect((await filtered(7, 'one')).statusCode).toBe(400)
  const noted = () =>
    shop.db.selectFrom('lost_demand').select(['size', 'visitors', 'cents']).where('kind', '=', 'filtered').execute()
  await expect.poll(noted).toEqual([{ size: 'clothes-XXL', visitors: 2, cents: 0 }])
})

test('another site cannot make its visitors ask', async () => {
  const { s } = await sellDress()
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'http://evil.test' }
  expect((await want(s, 'a visit', headers)).status).toBe(403)
})

test('one choice takes two statements at most, and the second of the same none', async () => {
  const { s } = await sellDress()
  expect(await statementsDuring(() => want(s, 'a visit'))).toHaveLength(2)
  expect(await statementsDuring(() => want(s, 'a visit'))).toHaveLength(0)
  await expect.poll(visitors).toBe(1)
})

test('a refused checkout is noted with the pieces that were missing, at most ten, once a visitor', async () => {
  const { id, s, l } = await sellDress()
  const refused = await shop.buy([
    { _id: id, variantId: l, quantity: 7 },
    { _id: id, variantId: s, quantity: 40 },
  ])
  expect(refused).toMatchObject({ status: 409, body: { code: 'sold_out' } })
  const cookie = cookieOf(refused)
  expect(cookie.cookie).toMatch(/^visitor=/)
  await shop.buy([{ _id: id, variantId: s }], cookie)
  await expect.poll(visitors).toBe(2)
  expect((await read()).body.data.sizes).toMatchObject([
    { variantId: s, visitors: 1, value: 1200, state: 'out' },
    { variantId: l, visitors: 1, value: 240, state: 'in' },
  ])
  const kinds = await shop.db.selectFrom('lost_demand').select('kind').distinct().execute()
  expect(kinds).toEqual([{ kind: 'refused' }])
})

test('a refusal takes no further statement in the request', async () => {
  const { id, s } = await sellDress()
  const taken = await statementsDuring(() => shop.buy([{ _id: id, variantId: s }]))
  expect(taken).toHaveLength(2) // the settings by which it costs, and the statement that refuses
  await expect.poll(visitors).toBe(1)
})

test('an order that is placed is no lost demand, nor is a cart that is refused for another reason', async () => {
  const { id, l } = await sellDress()
  expect((await shop.buy([{ _id: id, variantId: l }])).status).toBe(200)
  expect((await shop.buy([{ _id: id }])).body.code).toBe('size_needed')
  await want((await sellDress()).s, 'a visit')
  await expect.poll(visitors).toBe(1)
})

async function store(product: string, variant: string, more: { days?: number; cents?: number; size?: string } = {}) {
  const { days = 0, cents = 100, size = 'alpha-S' } = more
  const day = new Date(+shop.clock.now() - days * 24 * minutes(60)).toISOString().slice(0, 10)
  const about = { product_id: product, variant_id: variant, size, visitors: 1, cents, kind: 'tapped' as const }
  await shop.db
    .insertInto('lost_demand')
    .values({ ...about, day })
    .execute()
}

test('the list is of the days that are asked for, in pages, the highest value first', async () => {
  const { id, s, m, l } = await sellDress()
  await store(id, s, { cents: 300 })
  await store(id, m, { cents: 500, size: 'alpha-M' })
  await store(id, l, { cents: 400, size: 'alpha-L', days: 29 })
  await store(id, s, { cents: 900, days: 30 })
  const valuesOf = async (query: string) => {
    const { body, total } = await read(query)
    const { days, value, sizes } = body.data
    return { total, days, value, values: sizes.map((size: { value: number }) => size.value) }
  }
  expect(await valuesOf('')).toEqual({ total: '3', days: 30, value: 12, values: [5, 4, 3] })
  expect(await valuesOf('?limit=2&page=2')).toEqual({ total: '3', days: 30, value: 12, values: [3] })
  expect(await valuesOf('?days=1')).toEqual({ total: '2', days: 1, value: 8, values: [5, 3] })
  expect(await valuesOf('?days=31')).toEqual({ total: '3', days: 31, value: 21, values: [12, 5, 4] })
  expect(await valuesOf('?days=x&page=9')).toEqual({ total: '3', days: 30, value: 12, values: [] })
})

test('what is no longer sold says so, and what has come back', async () => {
  const { id, s, m, l } = await sellDress()
  for (const variant of [s, m, l]) await store(id, variant)
  await shop.db.updateTable('variant').set({ deleted_at: new Date() }).where('id', '=', s).execute()
  const other = await sell(shop.db)
  await store(other, other, { size: 'one', cents: 50 })
  await shop.db.updateTable('product').set({ deleted_at: new Date() }).where('id', '=', other).execute()
  await shop.count(l, 2, 5)
  const states = (await read()).body.data.sizes.map(({ variantId, state, left }: Record<string, unknown>) => [
    ...[variantId, state, left],
  ])
  expect(states).toHaveLength(4)
  expect(states).toEqual(
    expect.arrayContaining([
      [s, 'gone', undefined],
      [m, 'held', undefined],
      [l, 'low', 2],
      [other, 'gone', undefined],
    ]),
  )
})

test('only admins read it, and an empty shop has lost nothing', async () => {
  const ada = await signIn(shop.db, await createUser(shop.db))
  expect((await read('', ada)).status).toBe(403)
  expect((await read('', {})).status).toBe(401)
  expect((await read()).body.data).toEqual({
    days: 30,
    visitors: 0,
    value: 0,
    topSize: null,
    isMostly: false,
    sizes: [],
  })
})
