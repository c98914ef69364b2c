import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser } from '../../../tests/support/builders.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { randomIds } from '../lib/clock.ts'
import { sell } from '../orders/orders.fixture.ts'
import { openStock, untilBlocked } from './stock.fixture.ts'

let shop: Awaited<ReturnType<typeof openStock>>
beforeAll(async () => {
  shop = await openStock()
})
afterAll(async () => {
  expect(await shop.countBroken()).toBe(0)
  expect(await shop.deadlocks()).toBe(0)
  await shop.close()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function ask(method: Method, path: string, payload?: object, by: Record<string, string> = shop.headers) {
  const response = await shop.app.inject({ method, url: `/api/${path}`, headers: by, ...(payload && { payload }) })
  const { data, message } = response.json()
  return { status: response.statusCode, data, message, total: Number(response.headers['x-total-count']) }
}
const deliver = (lines: object[], more: object = {}) =>
  ask('POST', 'stock/deliveries', { id: randomIds.uuid(), lines, ...more })
const newestAudit = async (action: string) =>
  (await ask('GET', 'audit?limit=20')).data.find((entry: { action: string }) => entry.action === action)
const undo = async (auditId: string) => await ask('POST', `admin/undo/${auditId}`)
const boardOf = async (query: string) => (await ask('GET', `stock?${query}`)).data as { _id: string; name: string }[]
const namesOf = async (query: string) => (await boardOf(query)).map(({ name }) => name)

describe('who', () => {
  const paths: [Method, string][] = [
    ['GET', 'stock'],
    ['GET', 'stock/figures'],
    ['POST', 'stock/find'],
    ['GET', 'stock/deliveries'],
    ['POST', 'stock/deliveries'],
    ['GET', 'stock/takes'],
    ['POST', 'stock/takes'],
    ['POST', `stock/takes/${randomIds.uuid()}/end`],
    ['PUT', `stock/${randomIds.uuid()}/low-at`],
    ['GET', `stock/${randomIds.uuid()}/movements`],
    ['GET', `stock/${randomIds.uuid()}/sold-through`],
  ]
  test.each(paths)('%s %s is for admins', async (method, path) => {
    const ada = await signIn(shop.db, await createUser(shop.db))
    expect((await ask(method, path, undefined, {})).status).toBe(401)
    expect((await ask(method, path, undefined, ada)).status).toBe(403)
  })
})

describe('deliveries', () => {
  test('pieces come, with note and cost, and begin the count of a size that had none', async () => {
    const { id, variants } = await shop.sellSizes('Delia', ['alpha-S', 'alpha-M'])
    const [s = '', m = ''] = variants
    await shop.count(s, 2)
    const lines = [
      { variantId: m, pieces: 24, cost: 12.5 },
      { variantId: s, pieces: 6 },
    ]
    const { status, data } = await deliver(lines, { note: ' From Turin ' })
    expect({ status, ...data }).toMatchObject({
      status: 200,
      note: 'From Turin',
      pieces: 30,
      cost: 300,
      by: 'olga@shop.test',
    })
    expect(data.lines.map(({ size, pieces }: { size: string; pieces: number }) => [size, pieces])).toEqual([
      ['S', 6],
      ['M', 24],
    ])
    expect([await shop.rowOf(s), await shop.rowOf(m)]).toEqual([
      { onHand: 8, held: 0 },
      { onHand: 24, held: 0 },
    ])
    const { data: movements, total } = await ask('GET', `stock/${id}/movements?limit=2&page=1`)
    expect(total).toBe(3)
    expect(movements[0]).toMatchObject({ kind: 'received', by: 'olga@shop.test', delivery: { note: 'From Turin' } })
  })

  test('sent twice, and twice at once, it is received once; another under its id is refused', async () => {
    const ring = await sell(shop.db)
    const [id, lines] = [randomIds.uuid(), [{ variantId: ring, pieces: 5 }]]
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', 'stock/deliveries', { id, lines })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await shop.rowOf(ring)).toEqual({ onHand: 5, held: 0 })
    const other = await ask('POST', 'stock/deliveries', { id, lines: [{ variantId: ring, pieces: 6 }] })
    expect(other.message).toMatch(/^This delivery was received before, with other pieces, costs or another note/)
  })

  test.each([
    [{ id: 'x' }, 'A delivery needs an id of its own, a UUID.'],
    [{ lines: [] }, 'A delivery needs at least one line.'],
    [{ lines: 'two' }, 'A delivery needs at least one line.'],
    [{ lines: [{ variantId: 'x', pieces: 1 }] }, 'Line 1 names no size.'],
    [{ note: 'x'.repeat(201) }, 'The note must be a text of at most 200 characters.'],
    [{ lines: [{ variantId: randomIds.uuid(), pieces: 1 }] }, 'Line 1: this size is not on sale any more.'],
    ...[0, -1, 1.5, '3', 100_001].map(pieces => [
      { lines: [{ variantId: randomIds.uuid(), pieces }] },
      'Line 1: the pieces must be a whole number from 1 to 100,000.',
    ]),
    ...[-1, '3', 100_001].map(cost => [
      { lines: [{ variantId: randomIds.uuid(), pieces: 1, cost }] },
      'Line 1: a piece must cost from $0.00 to $100,000.00.',
    ]),
  ] as [object, string][])('%j is refused: %s', async (wrong, sentence) => {
    const body = { id: randomIds.uuid(), lines: [{ variantId: randomIds.uuid(), pieces: 1 }], ...wrong }
    expect(await ask('POST', 'stock/deliveries', body)).toMatchObject({ status: 400, message: sentence })
  })

  test('a size never has more pieces than can be counted', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 999_999)
    expect(await deliver([{ variantId: ring, pieces: 2 }])).toMatchObject({ status: 409 })
    expect((await deliver([{ variantId: ring, pieces: 1 }])).status).toBe(200)
    await shop.count(ring, 5, 1_000_000)
  })

  test('what is owed is filled first, and undoing takes back only what nobody pays for', async () => {
    const ring = await sell(shop.db)
    await deliver([{ variantId: ring, pieces: 5 }], { note: 'Rings' })
    const entry = await newestAudit('deliver')
    expect(entry).toMatchObject({
      record: 'delivery',
      recordName: 'Rings',
      canUndo: true,
      after: { pieces: 5, sizes: 1 },
    })
    const { session } = await shop.buy([{ _id: ring, quantity: 2 }])
    const refused = await undo(entry._id)
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.message).toMatch(/5 came and only 3 can be taken back/)
    await shop.app.inject({ method: 'POST', url: '/api/orders/let-go', payload: { session_id: session } })
    const answers = await Promise.all([undo(entry._id), undo(entry._id)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await shop.rowOf(ring)).toBeUndefined() // it can be bought without end again, as before
  })
})

describe('undoing a count', () => {
  test('gives back the difference, whatever was sold since', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 10)
    await shop.count(ring, 4, 10)
    const entry = await newestAudit('count')
    const { session } = await shop.buy([{ _id: ring, quantity: 3 }])
    await shop.pay(session)
    await shop.confirm(session)
    expect(await undo(entry._id)).toMatchObject({ status: 200 })
    expect(await shop.rowOf(ring)).toEqual({ onHand: 7, held: 0 })
    expect(await newestAudit('undo count')).toMatchObject({ before: { 'One size': 4 }, after: { 'One size': 10 } })
    expect(await undo(entry._id)).toMatchObject({ status: 409, message: 'This was taken back before.' })
  })

  test('is refused when it would go below what is held, and when it was counted again', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 1)
    await shop.count(ring, 3, 1)
    const entry = await newestAudit('count')
    await shop.buy([{ _id: ring, quantity: 3 }])
    expect((await undo(entry._id)).message).toMatch(/^Only 0 of One size can be taken away/)
    await shop.count(ring, 9, 3)
    expect((await undo(entry._id)).message).toBe('One size was counted again since: count it once more instead.')
  })

  test('a first count taken back ends the counting, and the next one begins it again', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 0)
    const entry = await newestAudit('count')
    expect((await shop.buy([{ _id: ring, quantity: 1 }])).status).toBe(409)
    expect(await undo(entry._id)).toMatchObject({ status: 200 })
    expect(await shop.rowOf(ring)).toBeUndefined()
    expect((await shop.buy([{ _id: ring, quantity: 1 }])).status).toBe(200)
    await shop.count(ring, 7)
    expect(await shop.rowOf(ring)).toEqual({ onHand: 7, held: 1 })
  })
})

describe('the board', () => {
  test('shows every size, finds by name, SKU, barcode and category, and what is low, broken or not counted', async () => {
    const { id, variants } = await shop.sellSizes('Zelda Gown', ['alpha-S', 'alpha-M', 'alpha-L'])
    const [s = '', m = '', l = ''] = variants
    await shop.db.updateTable('variant').set({ sku: 'ZG-M', barcode: '4006381333931' }).where('id', '=', m).execute()
    expect(await namesOf('q=zelda&view=uncounted')).toEqual(['Zelda Gown'])
    for (const [variant, n] of [
      [s, 9],
      [m, 4],
      [l, 9],
    ] as const)
      await shop.count(variant, n)
    for (const q of ['zelda', 'zg-m', '4006381333931']) expect(await namesOf(`q=${q}`)).toEqual(['Zelda Gown'])
    expect(await namesOf('q=zelda&view=uncounted')).toEqual([])
    expect(await namesOf('q=zelda&view=low')).toEqual([])
    expect(await namesOf('q=zelda&category=jewellery')).toEqual([])
    await ask('PUT', `stock/${id}/low-at`, { lowAt: 4 })
    expect(await namesOf('q=zelda&view=low')).toEqual(['Zelda Gown'])
    await shop.count(m, 0, 4)
    expect(await namesOf('q=zelda&view=broken')).toEqual(['Zelda Gown'])
    const [board] = (await ask('GET', 'stock?q=zg-m')).data
    expect(board).toMatchObject({ isBroken: true, lowAt: 4 })
    expect(board.sizes.map(({ label, shelf, isLow }: Record<string, unknown>) => [label, shelf, isLow])).toEqual([
      ['S', 9, false],
      ['M', 0, true],
      ['L', 9, false],
    ])
    expect((await ask('GET', 'stock/figures')).data.broken).toBe(1)
    await shop.count(m, 5, 0)
    expect(await namesOf('q=zelda&view=broken')).toEqual([])
  })

  test('a delivery that begins the count takes over the threshold of its product', async () => {
    const ring = await sell(shop.db, { name: 'Umbria' })
    await ask('PUT', `stock/${ring}/low-at`, { lowAt: 50 })
    await deliver([{ variantId: ring, pieces: 50 }])
    expect(await namesOf('q=umbria&view=low')).toEqual(['Umbria'])
    const totalOf = async (page: number) => (await ask('GET', `stock?q=umbria&view=low&limit=1&page=${page}`)).total
    expect(await totalOf(1)).toBe(1)
    expect(await totalOf(9)).toBe(1) // past the last page
  })

  test.each([[-1], [1.5], ['3'], [1001], [undefined]])('a threshold of %j is refused', async lowAt => {
    expect((await ask('PUT', `stock/${randomIds.uuid()}/low-at`, { lowAt })).status).toBe(400)
  })

  test('codes are found whatever their case, unknown ones are left out', async () => {
    const { variants } = await shop.sellSizes('Coded', ['alpha-S'])
    await shop.db
      .updateTable('variant')
      .set({ sku: 'Code-1' })
      .where('id', '=', variants[0] ?? '')
      .execute()
    const { data } = await ask('POST', 'stock/find', { codes: ['CODE-1', 'nothing', '%'] })
    expect(data).toMatchObject([{ code: 'CODE-1', name: 'Coded', size: 'S', shelf: null }])
  })

  test('the value of all is at the prices of today, the cost by the mean of the deliveries', async () => {
    const { pieces, value, costKnownOf, cost } = (await ask('GET', 'stock/figures')).data
    const ring = await sell(shop.db, { price: 50 })
    await deliver([{ variantId: ring, pieces: 1, cost: 10 }])
    await deliver([{ variantId: ring, pieces: 3, cost: 20 }])
    expect((await ask('GET', 'stock/figures')).data).toMatchObject({
      ...{ pieces: pieces + 4, value: value + 200, costKnownOf: costKnownOf + 4, cost: cost + 70 },
    })
    expect((await ask('DELETE', `products/${ring}`)).status).toBe(200)
    expect((await ask('GET', 'stock/figures')).data).toMatchObject({ pieces, value, costKnownOf, cost })
  })
})

describe('history', () => {
  test('names the order, its number and what was left after it', async () => {
    const ring = await sell(shop.db)
    await shop.count(ring, 5)
    const { session } = await shop.buy([{ _id: ring, quantity: 2 }])
    await shop.pay(session)
    await shop.confirm(session)
    const { data } = await ask('GET', `stock/${ring}/movements`)
    const { order_id, number } = await shop.orderOf(session)
    expect(data.map(({ kind, left }: Record<string, unknown>) => [kind, left])).toEqual([
      ['sold', 3],
      ['held', 5],
      ['counted', 5],
    ])
    expect(data[0].order).toEqual({ orderId: order_id, number })
    const [sold] = (await ask('GET', `stock/${ring}/sold-through`)).data
    expect(sold.sizes).toMatchObject([{ counted: 5, sold: 2, left: 3, received: 0, daysWithout: 0 }])
  })

  test.each(['movements', 'sold-through'])('%s of an unknown product is 404', async what => {
    for (const id of [randomIds.uuid(), 'x']) expect((await ask('GET', `stock/${id}/${what}`)).status).toBe(404)
  })
})

describe('stock takes', () => {
  test('show what should be there, what moved meanwhile and what was missing, over days', async () => {
    const { id, variants } = await shop.sellSizes('Taken', ['alpha-S', 'alpha-M'])
    const [s = '', m = ''] = variants
    await shop.count(s, 5)
    await shop.count(m, 5)
    const { session } = await shop.buy([{ _id: id, variantId: m, quantity: 2 }])
    await shop.pay(session)
    await shop.confirm(session) // two of the five are to be packed
    const takeId = randomIds.uuid()
    const begin = () => ask('POST', 'stock/takes', { id: takeId, name: 'Autumn', category: 'dress' })
    const [first] = await Promise.all([begin(), begin()])
    expect(first.data).toMatchObject({ name: 'Autumn', counted: 0, endedAt: null })
    await deliver([{ variantId: s, pieces: 3 }])
    const put = (shelf: number, seen: number) =>
      ask('PUT', 'stock/counts', { counts: [{ variantId: s, shelf, seen }], take: takeId })
    expect((await put(7, 5)).data.counts[0].result).toBe('changed')
    expect((await put(7, 8)).data.counts[0].result).toBe('counted')
    const [board] = (await ask('GET', `stock?take=${takeId}&q=taken`)).data
    expect(board._id).toBe(id)
    expect(board.sizes.map(({ take }: { take: unknown }) => take)).toEqual([
      { expected: 5, foundBefore: 8, counted: 7 },
      { expected: 5, foundBefore: null, counted: null },
    ])
    expect((await ask('GET', `stock/takes/${takeId}`)).data).toMatchObject({ counted: 1, missing: 1, surplus: 0 })
    await ask('POST', `stock/takes/${takeId}/end`)
    expect((await ask('POST', `stock/takes/${takeId}/end`)).status).toBe(200)
    expect(await put(9, 7)).toMatchObject({ status: 409, message: 'This stock take has ended.' })
    expect(await shop.rowOf(s)).toEqual({ onHand: 7, held: 0 })
  })

  test.each([
    [{ name: '' }, 400],
    [{ name: 'x'.repeat(81) }, 400],
    [{ name: 'A', category: 'shoes' }, 400],
    [{ name: 'A', id: 'x' }, 400],
  ])('%j is refused', async (wrong, status) => {
    expect((await ask('POST', 'stock/takes', { id: randomIds.uuid(), ...wrong })).status).toBe(status)
  })

  test('an unknown one is 404', async () => {
    for (const id of [randomIds.uuid(), 'x']) {
      expect((await ask('GET', `stock/takes/${id}`)).status).toBe(404)
      expect((await ask('POST', `stock/takes/${id}/end`)).status).toBe(404)
      expect((await ask('PUT', 'stock/counts', { counts: [], take: id })).status).toBe(404)
    }
  })
})

test('deliveries, counts, sales and takings back at once leave the rules whole', async () => {
  const { id, variants } = await shop.sellSizes('Busy', ['alpha-S', 'alpha-M', 'alpha-L'])
  await Promise.all(
    Array.from({ length: 24 }, async (_, n) => {
      const variantId = variants[n % 3] ?? ''
      if (n % 4 === 0) return await deliver(variants.toReversed().map(each => ({ variantId: each, pieces: 2 })))
      if (n % 4 === 1) {
        const seen = (await shop.rowOf(variantId))?.onHand ?? null
        return await shop.put([{ variantId, shelf: 9, seen }])
      }
      const { session, status } = await shop.buy([
        { _id: id, variantId },
        { _id: id, variantId: variants[(n + 1) % 3] },
      ])
      if (status === 200 && n % 4 === 2) {
        await shop.pay(session)
        await shop.confirm(session)
      }
      const entry = await newestAudit('deliver')
      return entry && (await undo(entry._id))
    }),
  )
  const left = await Promise.all(variants.map(shop.rowOf))
  for (const row of left) expect(row?.held).toBeLessThanOrEqual(row?.onHand ?? -1)
})

test('an order takes its sizes in the order in which a delivery locks them, whatever the order of its lines', async () => {
  const { id, variants } = await shop.sellSizes('Ordered', ['alpha-S', 'alpha-M', 'alpha-L'])
  const [first = '', , last = ''] = variants.toSorted()
  const bought = await shop.db.transaction().execute(async tx => {
    await sql`select from variant where id = ${first} for update`.execute(tx)
    const buying = shop.buy([
      { _id: id, variantId: last },
      { _id: id, variantId: first },
    ])
    await untilBlocked(tx)
    await sql`select from variant where id = ${last} for update nowait`.execute(tx)
    return { buying }
  })
  expect((await bought.buying).status).toBe(200)
})
