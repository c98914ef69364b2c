import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { createProduct, createUser } from '../../../../tests/support/builders.ts'
import { statementsDuring } from '../../../../tests/support/count-statements.ts'
import { noLimits } from '../../../../tests/support/limits.ts'
import { signIn } from '../../../../tests/support/sign-in.ts'
import { waitingForLocks } from '../../../../tests/support/waiting.ts'
import { buildApp } from '../../app.ts'
import { type Listener, listenForChanges } from '../../cache/changes.ts'
import { cookieOf } from '../../orders/orders.fixture.ts'

type App = Awaited<ReturnType<typeof buildApp>>

let shop: Awaited<ReturnType<typeof testApp>>
let second: App
let dress: string

/** The checkouts that wait for the provider: each ends when it is called. */
const held: (() => void)[] = []
let isHolding = false

/** Two processes with room for one checkout each. */
beforeAll(async () => {
  shop = await testApp({ limits: noLimits, maxCheckouts: 1, subscribes: true })
  second = await openProcess()
  dress = (await createProduct(shop.db)).id
  const { provider } = shop.shop.payments
  const { createSession } = provider
  provider.createSession = async order => {
    if (isHolding) await new Promise<void>(resolve => held.push(resolve))
    return await createSession(order)
  }
})
afterAll(() => second.close())

afterEach(async () => {
  release()
  await empty()
})

function openProcess(maxCheckouts = 1): Promise<App> {
  const subscribe = (listener: Listener) => listenForChanges(shop.connection, listener)
  return buildApp({ ...shop.shop, limits: noLimits, maxCheckouts, subscribe })
}

function release() {
  isHolding = false
  for (const end of held.splice(0)) end()
}

/** Ends the line, and waits until both processes know. */
async function empty() {
  for (const app of [shop.app, second])
    await until(async () => {
      await sql`delete from checkout_line`.execute(shop.db)
      return (await lengthIn(app)) === 0
    })
}

async function until(isSo: () => Promise<boolean> | boolean) {
  for (let tried = 0; tried < 200; tried++) {
    if (await isSo()) return
    await sleep(25)
  }
  throw new Error('In vain')
}

async function lengthIn(app: App): Promise<number> {
  const { body } = await app.inject('/metrics')
  return Number(/^vitrine_checkout_line (\d+)/m.exec(body)?.[1])
}

let visitors = 0

async function buy(
  headers: Record<string, string> = {},
  { app = shop.app as App, product = dress, from = `10.0.0.${++visitors % 250}` } = {},
) {
  const {
    statusCode,
    headers: answered,
    ...answer
  } = await app.inject({
    method: 'POST',
    url: '/api/orders/create-checkout-session',
    payload: { products: [{ _id: product, quantity: 1 }] },
    headers,
    remoteAddress: from,
  })
  const body = answer.json()
  return { status: statusCode, place: body.line?.place as number | undefined, body, headers: answered }
}

/** Begins a checkout in each process, or in one, that waits for the provider until `release`. */
async function fill(apps: App[] = [shop.app, second]) {
  isHolding = true
  const running = apps.map(app => buy({}, { app }))
  await until(() => held.length === apps.length)
  return running
}

/** Asks as told, until there is another answer than a place. */
async function askOn(headers: Record<string, string>, more: Parameters<typeof buy>[1] = {}) {
  for (let tried = 0; tried < 20; tried++) {
    const answer = await buy(headers, more)
    if (answer.place === undefined) return answer
    await sleep(150)
  }
  throw new Error('No turn')
}

const waiting = async () => await shop.db.selectFrom('checkout_line').select('who').orderBy('place').execute()

test('guests over the bound have one line in all processes, and keep their places whichever they ask', async () => {
  const running = await fill()
  const ada = await buy()
  expect(ada).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { code: 'busy' } })
  expect(ada.body.line).toEqual({ place: 1, seconds: 1 })
  const eve = await buy({}, { app: second })
  expect(eve.place).toBe(2)
  expect((await buy()).place).toBe(3)
  expect((await buy(cookieOf(ada), { app: second })).place).toBe(1)
  expect((await buy(cookieOf(eve))).place).toBe(2)
  expect(await waiting()).toHaveLength(3)
  release()
  for (const { status } of await Promise.all(running)) expect(status).toBe(200)
})

test('nobody overtakes: while somebody waits, others go behind them in both processes, also with room for them', async () => {
  const running = await fill()
  const ada = await buy()
  const eve = await buy({}, { app: second })
  release()
  await Promise.all(running)
  expect(await buy(cookieOf(eve))).toMatchObject({ status: 503, place: 2 })
  expect((await buy({}, { app: second })).place).toBe(3)
  expect((await buy()).place).toBe(4)
  expect((await buy(cookieOf(ada), { app: second })).status).toBe(200)
  expect((await askOn(cookieOf(eve))).status).toBe(200)
})

test('who was let in has left the line, which ends: then buyers need not ask, and it costs no statement', async () => {
  const running = await fill()
  const ada = await buy()
  expect(await lengthIn(shop.app)).toBe(1)
  release()
  await Promise.all(running)
  expect((await askOn(cookieOf(ada))).status).toBe(200)
  await until(async () => (await lengthIn(shop.app)) === 0 && (await lengthIn(second)) === 0)
  expect(await waiting()).toEqual([])
  expect((await shop.app.inject('/metrics')).body).toMatch(/^vitrine_checkout_line_admitted_total [1-9]/m)
  const statements = await statementsDuring(() => buy())
  expect(statements.join()).not.toMatch(/checkout_line|take_turn/)
  await shop.db.transaction().execute(async tx => {
    await sql`lock table checkout_line`.execute(tx)
    await sleep(600)
    expect((await sql.raw(waitingForLocks).execute(tx)).rows).toEqual([])
  })
})

test('two requests of a visitor at once have one place, and so has an account on two devices', async () => {
  await fill()
  const ada = await buy()
  const twice = await Promise.all([buy(cookieOf(ada)), buy(cookieOf(ada)), buy(cookieOf(ada), { app: second })])
  expect(twice.map(({ place }) => place)).toEqual([1, 1, 1])
  const customer = await createUser(shop.db)
  const [phone, laptop] = [await signIn(shop.db, customer), await signIn(shop.db, customer)]
  const answers = await Promise.all([buy(phone), buy(laptop), buy(laptop, { app: second })])
  expect(answers.map(({ place }) => place)).toEqual([2, 2, 2])
  expect(answers[0]?.headers['set-cookie']).toBeUndefined()
  expect((await waiting())[1]).toEqual({ who: customer.id })
})

test('two requests of a visitor at their turn are one order with an idempotency key', async () => {
  const running = await fill()
  const headers = { 'idempotency-key': 'a-cart' }
  const ada = await buy(headers)
  expect([ada.place, ada.headers['set-cookie']]).toEqual([1, undefined])
  release()
  await Promise.all(running)
  const [one, other] = await Promise.all([askOn(headers), askOn(headers, { app: second })])
  expect([one.status, other.status]).toEqual([200, 200])
  expect(one.body.id).toBe(other.body.id)
})

test('one place lets in one checkout, also where there is room for more', async () => {
  const third = await openProcess(4)
  const running = await fill()
  const ada = await buy()
  await until(async () => (await lengthIn(third)) === 1)
  const answers = ['a', 'b', 'c'].map(key => buy({ ...cookieOf(ada), 'idempotency-key': key }, { app: third }))
  await until(() => held.length === 3)
  const first = await Promise.race(answers)
  expect(first).toMatchObject({ status: 503, body: { line: { seconds: 1 } } })
  release()
  expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([200, 503, 503])
  await Promise.all(running)
  await third.close()
})

test('a network that floods the line gets so many answers in a turn, and others theirs', async () => {
  await fill()
  const flood = Array.from({ length: 60 }, () => buy({}, { from: '192.0.2.7' }))
  const ada = await buy()
  const places = (await Promise.all(flood)).flatMap(({ place }) => place ?? [])
  expect(places).toHaveLength(40)
  expect(ada.place).toBeGreaterThan(0)
})

test('a client that returns no cookie keeps its place by its Order-Key', async () => {
  await fill()
  const key = { 'order-key': 'k'.repeat(43) }
  expect([(await buy(key)).place, (await buy()).place, (await buy(key, { app: second })).place]).toEqual([1, 2, 1])
  expect((await waiting()).map(({ who }) => who).join()).not.toContain('kkk')
  expect((await buy(key)).headers['set-cookie']).toBeUndefined()
})

test('a made-up cookie or token has a place of its own, and reads nobody’s', async () => {
  await fill()
  const customer = await createUser(shop.db)
  expect((await buy(await signIn(shop.db, customer))).place).toBe(1)
  expect((await buy({ cookie: `visitor=${customer.id}` })).place).toBe(2)
  expect((await buy({ cookie: 'token=no-token' })).place).toBe(3)
  expect((await buy({ authorization: 'Bearer no-token' })).place).toBe(4)
  expect(await waiting()).toHaveLength(4)
})

test('who has stopped asking holds up nobody after a moment, and loses the place after 90 seconds', async () => {
  const running = await fill()
  const [ada, eve] = [await buy(), await buy()]
  const age = async (seconds: number) =>
    await sql`update checkout_line set seen_at = seen_at - ${seconds} * interval '1 second'
      where place = (select min(place) from checkout_line)`.execute(shop.db)
  await age(20)
  expect((await buy(cookieOf(eve))).place).toBe(2)
  release()
  await Promise.all(running)
  isHolding = true
  const served = buy(cookieOf(eve))
  await until(() => held.length === 1)
  expect((await buy(cookieOf(ada))).place).toBe(1)
  const ida = await buy()
  expect(ida.place).toBe(3)
  await age(91)
  expect((await buy(cookieOf(ida))).place).toBe(2)
  expect((await buy(cookieOf(ada))).place).toBe(3)
  release()
  expect((await served).status).toBe(200)
})

test('when nobody at the front comes, free checkouts go to those who are there, after two seconds', async () => {
  const running = await fill()
  await buy()
  release()
  await Promise.all(running)
  const eve = await buy()
  expect(eve.place).toBe(2)
  await sleep(2_100)
  expect((await askOn(cookieOf(eve))).status).toBe(200)
})

test('a process that ends takes no place with it, and one that starts knows of the line', async () => {
  const third = await openProcess()
  const running = await fill([shop.app, second, third])
  const [ada, eve] = [await buy({}, { app: third }), await buy({}, { app: third })]
  release()
  await Promise.all(running)
  await third.close()
  const fourth = await openProcess()
  await until(async () => (await lengthIn(fourth)) === 2)
  expect((await buy({}, { app: fourth })).place).toBe(3)
  expect((await buy(cookieOf(eve), { app: fourth })).place).toBe(2)
  expect((await buy(cookieOf(ada), { app: fourth })).status).toBe(200)
  await fourth.close()
})

test('of what no piece is free is told at once, without waiting, whether it is sold or held by others', async () => {
  const [sold, scarce] = [
    await createProduct(shop.db, { name: 'Aurelia' }),
    await createProduct(shop.db, { name: 'Bianca' }),
  ]
  await sql`insert into stock (variant_id, product_id, on_hand)
    values (${sold.id}, ${sold.id}, 0), (${scarce.id}, ${scarce.id}, 1)`.execute(shop.db)
  const holder = await buy({ 'idempotency-key': 'a-scarce-one' }, { product: scarce.id })
  const running = await fill()
  const ada = await buy()
  const told = await buy(cookieOf(ada), { product: sold.id })
  expect(told).toMatchObject({ status: 409, body: { code: 'sold_out', message: 'Line 1: Aurelia is sold out.' } })
  const late = await buy({}, { product: scarce.id })
  expect(late.status).toBe(409)
  expect(late.body.message).toMatch(
    /^Line 1: All pieces of Bianca are being paid for by others; one may come free by \d\d:\d\d UTC\.$/,
  )
  expect(cookieOf(late).cookie).toMatch(/^visitor=/)
  const again = { ...cookieOf(holder), 'idempotency-key': 'a-scarce-one' }
  expect((await buy(again, { product: scarce.id })).place).toBe(1)
  expect((await buy({ 'idempotency-key': 'a-scarce-one' }, { product: scarce.id })).place).toBe(2)
  expect(await waiting()).toHaveLength(2)
  release()
  await Promise.all(running)
  expect((await askOn(again, { product: scarce.id })).body.id).toBe(holder.body.id)
})

test('who wants something of which no piece is free any more holds up nobody', async () => {
  const scarce = await createProduct(shop.db)
  await sql`insert into stock (variant_id, product_id, on_hand) values (${scarce.id}, ${scarce.id}, 1)`.execute(shop.db)
  const running = await fill()
  expect((await buy({}, { product: scarce.id })).place).toBe(1)
  const eve = await buy()
  expect(eve.place).toBe(2)
  release()
  await Promise.all(running)
  expect((await buy(cookieOf(eve))).place).toBe(2)
  await sql`update stock set held = 1 where variant_id = ${scarce.id}`.execute(shop.db)
  expect((await buy(cookieOf(eve))).status).toBe(200)
})

test('one network gets no more places than it may have open checkouts', async () => {
  const checkoutsPerAddress = { ...noLimits.checkoutsPerAddress, maxOpen: 3 }
  const third = await buildApp({ ...shop.shop, limits: { ...noLimits, checkoutsPerAddress }, maxCheckouts: 1 })
  await fill([third])
  const one = { app: third, from: '192.0.2.1' }
  for (const place of [1, 2, 3]) expect((await buy({}, one)).place).toBe(place)
  expect((await buy({}, { app: third, from: '192.0.2.2' })).place).toBe(4)
  const fourth = await buy({}, one)
  expect(fourth).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, body: { code: 'busy' } })
  expect(fourth.place).toBeUndefined()
  release()
  await third.close()
})

test('a checkout that the provider does not answer leaves its buyer at the front', async () => {
  const running = await fill()
  const ada = await buy()
  release()
  await Promise.all(running)
  const { provider } = shop.shop.payments
  const { createSession } = provider
  const { ProviderUnavailable } = await import('../../payments/provider.ts')
  provider.createSession = async () => {
    throw new ProviderUnavailable('away')
  }
  expect(await buy(cookieOf(ada))).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  provider.createSession = createSession
  expect(await waiting()).toHaveLength(1)
  expect((await askOn(cookieOf(ada))).status).toBe(200)
})

test('a database that does not answer is said plainly, and the line goes on afterwards', async () => {
  const running = await fill()
  const ada = await buy()
  await sql`alter table checkout_line rename to away`.execute(shop.db)
  expect(await buy(cookieOf(ada))).toMatchObject({ status: 503, body: { code: 'busy' } })
  await sql`alter table away rename to checkout_line`.execute(shop.db)
  release()
  await Promise.all(running)
  expect((await askOn(cookieOf(ada))).status).toBe(200)
})
