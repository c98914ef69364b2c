import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderNote, PackingCounts, PackingOrder, ShipAnswer } from '#domain/orders/packing.ts'
import { createOrder, createProduct, createUser } from '../../../../tests/support/builders.ts'
import { statementsDuring } from '../../../../tests/support/count-statements.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { randomIds } from '../../lib/clock.ts'
import { openCheckout } from '../orders.fixture.ts'

let shop: Awaited<ReturnType<typeof openCheckout>>
let olga: { id: string; email: string }
let asOlga: { cookie: string }
let asOtto: { cookie: string }
let dress: Awaited<ReturnType<typeof createProduct>>
const now = () => shop.clock.now()
beforeAll(async () => {
  shop = await openCheckout()
  olga = await createUser(shop.db, { role: 'admin', email: 'olga@shop.test' })
  asOlga = await signIn(shop.db, olga)
  asOtto = await signIn(shop.db, await createUser(shop.db, { role: 'admin', email: 'otto@shop.test' }))
  dress = await createProduct(shop.db)
})
beforeEach(async () => {
  for (const table of ['audit', 'mail', 'order_event', 'refund', 'order_line', 'order_note', 'order'] as const)
    await shop.db.deleteFrom(table).execute()
})
afterAll(() => shop.close())

type Method = 'GET' | 'POST' | 'DELETE'
async function send(method: Method, url: string, payload?: object, headers: Record<string, string> = asOlga) {
  const response = await shop.app.inject({ method, url: `/api/orders/${url}`, payload, headers })
  return { status: response.statusCode, body: response.json(), total: Number(response.headers['x-total-count']) }
}
const ship = async (...orders: unknown[]) => {
  const { status, body } = await send('POST', 'ship', { orders })
  expect(status, body.message).toBe(200)
  return (body.data as ShipAnswer[]).map(({ outcome }) => outcome)
}
const list = async (query = '') => {
  const { status, body, total } = await send('GET', `packing?${query}`)
  expect(status).toBe(200)
  return { total, ids: (body.data as PackingOrder[]).map(({ _id }) => _id), orders: body.data as PackingOrder[] }
}
const counts = async (query = '') => (await send('GET', `packing/counts${query}`)).body.data as PackingCounts

let minutes = 0
type Fields = NonNullable<Parameters<typeof createOrder>[2]>
/** Orders are placed a minute apart. */
const order = async (fields: Fields = {}, { owed = 0 } = {}) => {
  const at = new Date(Date.UTC(2026, 0, 1, 0, minutes++))
  const { id } = await createOrder(shop.db, [dress], { created_at: at, updated_at: at, ...fields })
  if (owed) await shop.db.updateTable('order_line').set({ owed, quantity: owed }).where('order_id', '=', id).execute()
  return id
}
const askRefund = (order_id: string) =>
  shop.db
    .insertInto('refund')
    .values({
      ...{ id: randomIds.uuid(), order_id, cents: 100, state: 'asked', provider_id: null, reason: null },
      ...{ actor: olga.email, actor_id: olga.id, at: now(), updated_at: now(), check_at: now() },
    })
    .execute()
const nobody = '00000000-0000-7000-8000-000000000000'

describe('the packing list', () => {
  test('has what is paid and neither sent nor going back, oldest first', async () => {
    const processing = await order({ status: 'processing' })
    const pending = await order()
    const waiting = await order({}, { owed: 2 })
    for (const status of ['shipped', 'completed'] as const) await order({ status })
    for (const payment_state of ['refunded', 'review', 'awaiting', 'expired'] as const) await order({ payment_state })
    await order({ deleted_at: now() })
    await askRefund(await order())
    expect(await list()).toMatchObject({ ids: [processing, pending, waiting], total: 3 })
    expect(await list('view=ready')).toMatchObject({ ids: [processing, pending], total: 2 })
    expect(await list('view=waiting')).toMatchObject({ ids: [waiting], total: 1 })
    expect(await list('view=unknown')).toMatchObject({ total: 3 })
    expect(await list('page=2&limit=2')).toMatchObject({ ids: [waiting], total: 3 })
    expect(await list('page=3&limit=2')).toMatchObject({ ids: [], total: 3 })
    expect(await counts()).toEqual({ all: 3, ready: 2, waiting: 1, packed: 0 })
  })

  test('is empty when nothing is to be packed', async () => {
    expect(await list()).toEqual({ ids: [], orders: [], total: 0 })
    expect(await counts()).toEqual({ all: 0, ready: 0, waiting: 0, packed: 0 })
  })

  test('shows what was shipped today, of the day of the browser', async () => {
    const [first, second] = [await order(), await order({ status: 'processing' })]
    await ship(second, first)
    expect(await list('view=packed')).toMatchObject({ ids: [first, second], total: 2 })
    expect(await counts()).toEqual({ all: 0, ready: 0, waiting: 0, packed: 2 })
    const back = await send('GET', `packing/counts?since=${new Date(+now() + 1).toISOString()}`) // not in the future
    expect(back.body.data).toMatchObject({ packed: 2 })
    const earlier = new Date(+now() - 60_000)
    await shop.db.updateTable('order_event').set({ at: earlier }).where('order_id', '=', first).execute()
    const since = `since=${new Date(+now() - 30_000).toISOString()}`
    expect(await list(`view=packed&${since}`)).toMatchObject({ ids: [second], total: 1 })
    expect(await counts(`?${since}`)).toMatchObject({ packed: 1 })
    expect((await list('view=packed&since=yesterday')).total).toBe((await list('view=packed')).total)
  })

  test('is searched by number and by e-mail', async () => {
    const [ada] = [
      await order({ contact_email: 'ada@letters.test' }),
      await order({ contact_email: 'bob@letters.test' }),
    ]
    const { number } = await shop.db
      .selectFrom('order')
      .select('number')
      .where('id', '=', ada)
      .executeTakeFirstOrThrow()
    for (const q of ['ada@', String(number), `%23${number}`])
      expect(await list(`q=${q}`), q).toMatchObject({ ids: [ada], total: 1 })
    expect(await list('q=letters.test&view=waiting')).toMatchObject({ ids: [], total: 0 })
  })

  test('has the notes of each order, and takes the same statements for one order and for forty', async () => {
    const id = await order()
    await send('POST', `${id}/notes`, { id: randomIds.uuid(), text: 'Wrap it in red paper.' })
    expect((await list()).orders[0]?.notes).toMatchObject([{ text: 'Wrap it in red paper.', author: olga.email }])
    const one = (await statementsDuring(list)).length
    for (let n = 0; n < 40; n++) await order()
    expect((await statementsDuring(list)).length).toBe(one)
    expect(one).toBeLessThanOrEqual(4)
  })
})

describe('packed and shipped', () => {
  test('ships each order on its own, with history, e-mail and audit, and says of the others why not', async () => {
    const ids = [
      await order(),
      await order({ status: 'processing' }),
      await order({ status: 'shipped' }),
      await order({ status: 'completed' }),
      await order({ payment_state: 'refunded' }),
      await order({ payment_state: 'review' }),
      await order({}, { owed: 1 }),
      await order({ payment_state: 'awaiting' }),
      await order({ deleted_at: now() }),
      nobody,
      'x',
    ]
    const refunding = await order()
    await askRefund(refunding)
    expect(await ship(...ids, refunding)).toEqual([
      ...['shipped', 'shipped', 'already', 'already', 'refunded', 'review', 'waiting'],
      ...['gone', 'gone', 'gone', 'gone', 'refunding'],
    ])
    const shipped = await shop.db
      .selectFrom('order')
      .select('id')
      .where('status', '=', 'shipped')
      .orderBy('number')
      .execute()
    expect(shipped.map(({ id }) => id)).toEqual(ids.slice(0, 3))
    const mails = await shop.db.selectFrom('mail').select(['kind', 'order_id']).execute()
    expect(mails.map(({ order_id }) => order_id).sort()).toEqual(ids.slice(0, 2).sort())
    expect(mails.every(({ kind }) => kind === 'order-shipped')).toBe(true)
    const audit = await shop.db.selectFrom('audit').select(['action', 'actor', 'after']).execute()
    expect(audit).toEqual(Array(2).fill({ action: 'change status', actor: olga.id, after: { status: 'shipped' } }))
    const events = await shop.db.selectFrom('order_event').select(['value', 'actor']).execute()
    expect(events).toEqual(Array(2).fill({ value: 'shipped', actor: olga.email }))
  })

  test('sent twice, and at once, ships once', async () => {
    const [one, two] = [await order(), await order()]
    const answers = await Promise.all([ship(one, two, one), ship(two.toUpperCase(), one), ship(one, two)])
    expect(answers.flat().sort()).toEqual([...Array(4).fill('already'), ...Array(2).fill('shipped')])
    expect(await shop.db.selectFrom('order_event').select('id').execute()).toHaveLength(2)
    expect(await shop.db.selectFrom('mail').select('id').execute()).toHaveLength(2)
    expect(await ship(one, two)).toEqual(['already', 'already'])
  })

  test('says the number and a sentence', async () => {
    const id = await order({ payment_state: 'refunded' })
    const { body } = await send('POST', 'ship', { orders: [id] })
    expect(body).toMatchObject({
      message: '0 of 1 marked as shipped',
      data: [{ _id: id, number: expect.any(Number), sentence: 'It was refunded: do not send it.' }],
    })
  })

  test.each([undefined, [], 'all', [7], [null], Array(101).fill(nobody)])('refuses %j', async orders => {
    const message = 'Send orders, the ids of 1 to 100 orders.'
    expect(await send('POST', 'ship', { orders })).toMatchObject({ status: 400, body: { message } })
  })

  test('ships a hundred orders', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => order()))
    expect(await ship(...ids)).toEqual(Array(100).fill('shipped'))
  })
})

describe('notes about an order', () => {
  const write = (orderId: string, note: object, headers = asOlga) => send('POST', `${orderId}/notes`, note, headers)
  const read = async (orderId: string) => (await send('GET', `${orderId}/notes`)).body.data as OrderNote[]

  test('are read by admins, oldest first', async () => {
    const id = await order()
    expect(await read(id)).toEqual([])
    await write(id, { id: randomIds.uuid(), text: '  A gift.\nNo invoice.  ' })
    await write(id, { id: randomIds.uuid(), text: 'Gloves added.' }, asOtto)
    expect(await read(id)).toMatchObject([
      { text: 'A gift.\nNo invoice.', author: 'olga@shop.test' },
      { text: 'Gloves added.', author: 'otto@shop.test' },
    ])
  })

  test('are written once, however often one is sent at once', async () => {
    const [id, key] = [await order(), randomIds.uuid()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(id, { id: key, text: 'A gift.' })))
    expect(answers.map(({ status, body }) => [status, body.data._id])).toEqual(Array(5).fill([200, key]))
    expect(await read(id)).toHaveLength(1)
    expect(await write(id, { id: key, text: 'Another text.' })).toMatchObject({ status: 409 })
    expect(await write(await order(), { id: key, text: 'A gift.' })).toMatchObject({ status: 409 })
  })

  test.each([
    [{ text: 'A gift.' }],
    [{ id: 'x', text: 'A gift.' }],
    [{ id: nobody }],
    [{ id: nobody, text: '  ' }],
    [{ id: nobody, text: 7 }],
    [{ id: nobody, text: 'é'.repeat(1_001) }],
    [{ id: nobody, text: 'A\u0000gift' }],
    [{ id: nobody, text: 'A \ud800 gift' }],
  ])('are refused with one sentence: %j', async note => {
    const { status, body } = await write(await order(), note)
    expect(status).toBe(400)
    expect(body.message).toMatch(/^[A-Z].+/)
  })

  test('may have a thousand characters, whatever they are', async () => {
    const text = '👗'.repeat(1_000)
    expect(await write(await order(), { id: randomIds.uuid(), text })).toMatchObject({
      status: 200,
      body: { data: { text } },
    })
  })

  test('are fifty of an order at most', async () => {
    const id = await order()
    const writeAtOnce = (many: number) =>
      Promise.all(Array.from({ length: many }, () => write(id, { id: randomIds.uuid(), text: 'A gift.' })))
    for (let n = 0; n < 5; n += 1) await writeAtOnce(9) // each waits for those before it, and for two seconds at most
    const answers = await writeAtOnce(7)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2)
    expect(await read(id)).toHaveLength(50)
  })

  test('need an order', async () => {
    const unpaid = await order({ payment_state: 'awaiting' })
    for (const id of [nobody, 'x', unpaid])
      expect((await write(id, { id: randomIds.uuid(), text: 'A gift.' })).status).toBe(404)
    for (const id of [nobody, 'x']) expect((await send('GET', `${id}/notes`)).status).toBe(404)
  })

  test('are deleted by who wrote them alone', async () => {
    const [id, key] = [await order(), randomIds.uuid()]
    await write(id, { id: key, text: 'A gift.' })
    expect((await send('DELETE', `${id}/notes/${key}`, undefined, asOtto)).status).toBe(403)
    expect((await send('DELETE', `${await order()}/notes/${key}`)).status).toBe(404)
    expect((await send('DELETE', `${id}/notes/${key}`)).status).toBe(200)
    expect((await send('DELETE', `${id}/notes/${key}`)).status).toBe(404)
    expect((await send('DELETE', `${id}/notes/x`)).status).toBe(404)
    expect(await read(id)).toEqual([])
  })

  test('are in no answer to the buyer, and in none of their data', async () => {
    const ada = await createUser(shop.db)
    const asAda = await signIn(shop.db, ada)
    const id = await order({ user_id: ada.id, email: ada.email })
    const secret = 'The buyer is difficult.'
    await write(id, { id: randomIds.uuid(), text: secret })
    for (const url of [`/api/orders/order/${id}`, `/api/orders/${ada.id}`, '/api/auth/my-data']) {
      const { statusCode, body } = await shop.app.inject({ url, headers: asAda })
      expect(statusCode, url).toBe(200)
      expect(body, url).not.toContain(secret)
    }
    for (const [method, url] of [
      ['GET', `${id}/notes`],
      ['POST', `${id}/notes`],
      ['DELETE', `${id}/notes/${nobody}`],
      ['GET', 'packing'],
      ['GET', 'packing/counts'],
      ['POST', 'ship'],
    ] as const) {
      expect((await send(method, url, method === 'GET' ? undefined : {}, asAda)).status, url).toBe(403)
      expect((await send(method, url, method === 'GET' ? undefined : {}, {})).status, url).toBe(401)
    }
  })
})
