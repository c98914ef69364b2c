import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createOrder, createProduct, createUser } from '../../../tests/support/builders.ts'
import { statementsDuring } from '../../../tests/support/count-statements.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { signIn } from '../../../tests/support/sign-in.ts'
import { shopLimits } from '../http/limits/rate-limit.ts'
import { createKnownPerson, createManyOrders, createManyReviews, queueOtherEmails } from '../privacy/erase.fixture.ts'
import { openAccounts } from '../users/users.fixture.ts'

const shop = await openAccounts()
const { app, db, browser, signedIn, clock } = shop
const fetchData = async (headers: Record<string, string>, at = app) => {
  const answer = await at.inject({ url: '/api/auth/my-data', headers })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, file: JSON.parse(answer.body) }
}
const cookieOf = ({ cookies }: { cookies: Record<string, string> }) => ({ cookie: `token=${cookies.token}` })

describe('the export of a user’s own data', () => {
  test('contains all that the shop stores about the user', async () => {
    const ada = await createKnownPerson(shop)
    await db
      .insertInto('payment_event')
      .values({
        id: 'evt_1',
        type: 'checkout.session.completed',
        order_id: ada.orders.completed.id,
        received_at: clock.now(),
      })
      .execute()
    await queueOtherEmails(ada, shop)
    const { status, headers, text, file } = await fetchData(cookieOf(ada))
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="my-data-${clock.now().toISOString().slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    })
    const { user } = ada
    expect(file.profile).toEqual({
      id: user.id,
      username: user.username,
      email: user.email,
      role: 'user',
      profileImage: user.profile_image,
      bio: user.bio,
      profession: user.profession,
      sizes: [expect.stringMatching(/spoons$/)],
      registeredAt: user.created_at.toISOString(),
      emailConfirmedAt: null,
    })
    expect(file.orders.map(({ orderId }: { orderId: string }) => orderId).sort()).toEqual(
      Object.values(ada.orders)
        .map(({ order_id }) => order_id)
        .sort(),
    )
    const completed = file.orders.find(({ orderId }: { orderId: string }) => orderId === ada.orders.completed.order_id)
    expect(completed).toMatchObject({
      email: user.email,
      status: 'completed',
      amountDollars: 240,
      amountCents: 24_000,
      refundedDollars: 1,
      refundedCents: 100,
      currency: 'usd',
      payment: { state: 'paid', events: [{ id: 'evt_1', type: 'checkout.session.completed' }] },
      lines: Array(2).fill({
        productId: ada.dress.id,
        name: 'Silk dress',
        size: null,
        color: null,
        quantity: 1,
        unitPriceDollars: 120,
        unitPriceCents: 12_000,
      }),
      address: { name: user.username, city: 'Norwich', country: 'GB' },
      withdrawals: [
        { name: user.username, pieces: expect.stringMatching(/: the hat$/), isLate: false, objectedAt: null },
      ],
      letters: [
        { kind: 'order-confirmation', sentAt: null },
        { kind: 'part-refunded', sentAt: null },
        { kind: 'withdrawal-received', sentAt: null },
        { kind: 'order-shipped', sentAt: null, nextTryAt: expect.stringMatching(/^\d{4}-/) },
      ],
    })
    expect(file.reviews).toMatchObject([
      {
        product: 'Silk dress',
        rating: 5,
        comment: 'Falls well.',
        fit: -1,
        heightCm: 172,
        usualSize: 'alpha-M',
        hiddenAt: null,
        shopAnswer: expect.stringMatching(/^Dear /),
        answeredAt: clock.now().toISOString(),
      },
    ])
    expect(file.sessions).toMatchObject([{ browser: 'Unknown browser' }])
    expect(file.knownBrowsers).toHaveLength(1)
    expect(file.lettersToThisAddress).toMatchObject([
      { kind: 'password-reset', sentAt: null },
      { kind: 'house-news', sentAt: null, nextTryAt: clock.now().toISOString() },
    ])
    expect(file.changesToThisAccount.map(({ action }: { action: string }) => action)).toContain('change role')
    expect(file.twoStepSignIn).toMatchObject({ turnedOnAt: null })
    for (const secret of ada.secrets) expect(text.includes(secret), secret).toBe(true)
    expect(file.about.leftOut.join()).toContain('contact form')
  })

  test('contains no password, token, hash or key', async () => {
    const ada = await createKnownPerson(shop)
    const { text } = await fetchData(cookieOf(ada))
    const of = (table: 'session' | 'device') =>
      db.selectFrom(table).selectAll().where('user_id', '=', ada.user.id).execute()
    const rows = [...(await of('session')), ...(await of('device'))]
    const hashes = rows.flatMap(row => Object.values(row).flatMap(value => (value instanceof Buffer ? [value] : [])))
    expect(hashes.length).toBeGreaterThan(2)
    for (const hash of hashes) {
      for (const form of ['hex', 'base64', 'base64url'] as const) expect(text).not.toContain(hash.toString(form))
      expect(text).not.toContain(hash.toJSON().data.join())
    }
    for (const secret of [ada.user.password_hash, ada.cookies.token, ada.cookies.device, 'argon2', '"ABC"'])
      expect(text).not.toContain(secret)
  })

  test('contains nothing about anybody else, not even which admin handled an order', async () => {
    const [ada, bea] = [await createKnownPerson(shop), await createKnownPerson(shop)]
    const olga = await createUser(db, { role: 'admin', email: 'olga.the.admin@shop.test' })
    const event = { kind: 'status', value: 'completed', actor: olga.email, at: clock.now() } as const
    await db
      .insertInto('order_event')
      .values({ order_id: ada.orders.completed.id, ...event })
      .execute()
    await createOrder(db, [ada.dress], { email: ada.user.email, contact_email: 'a.guest@shop.test' })
    const { text, file } = await fetchData(cookieOf(ada))
    for (const secret of [...bea.secrets, olga.email, 'a.guest@shop.test']) expect(text).not.toContain(secret)
    const events = file.orders.flatMap(({ events }: { events: { by: string }[] }) => events)
    expect(events).toMatchObject([{ value: 'completed', by: 'the house' }])
  })

  test('is complete for a user with no orders or reviews', async () => {
    const { file } = await fetchData(await signIn(db, await createUser(db)))
    expect(file).toMatchObject({ orders: [], reviews: [], twoStepSignIn: null })
  })

  test('is complete for a user with more orders and reviews than one page of rows', async () => {
    const ada = await createUser(db)
    const headers = await signIn(db, ada)
    const dress = await createProduct(db)
    await createManyOrders(db, ada.id, dress.id, 401)
    await createManyReviews(db, ada.id, 401)
    const taken = await statementsDuring(async () => {
      const { file } = await fetchData(headers)
      const numbers = file.orders.map(({ createdAt }: { createdAt: string }) => +new Date(createdAt))
      expect(numbers).toEqual(Array.from({ length: 401 }, (_, n) => n))
      expect(new Set(file.reviews.map(({ id }: { id: string }) => id)).size).toBe(401)
    })
    expect(taken.length).toBeLessThan(30)
  })
})

test('is refused without a session', async () => {
  expect((await browser().send('GET', '/my-data')).status).toBe(401)
})

test('is limited to five an hour for each account', async () => {
  const limited = await openAccounts({ limits: { ...noLimits, ownData: shopLimits.ownData } })
  const [ada, bea] = [await limited.signedIn(), await limited.signedIn()]
  const ask = async (who: typeof ada) => (await fetchData(cookieOf(who), limited.app)).status
  const answers = []
  for (let n = 0; n < 6; n++) answers.push(await ask(ada))
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
  expect(await ask(bea)).toBe(200)
  limited.clock.move(61 * 60_000)
  expect(await ask(ada)).toBe(200)
})

test('stops its queries when the client disconnects midway', async () => {
  const ada = await signedIn()
  await createManyReviews(db, ada.user.id, 1200, 'x'.repeat(2000))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const statements = await statementsDuring(async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /api/auth/my-data HTTP/1.1\r\nHost: shop.test\r\nCookie: token=${ada.cookies.token}\r\n\r\n`)
    await once(socket, 'data')
    socket.destroy()
    await expect.poll(async () => (await fetchData(cookieOf(ada))).status).toBe(200)
  })
  const pages = statements.filter(text => text.includes('from "review"')).length
  expect(pages).toBeLessThan(14) // half of the pages of the whole file
})

test('own data does not show what somebody else typed into a withdrawal with the number of the order', async () => {
  const bea = await createUser(db, { email: 'bea@shop.test' })
  const order = await createOrder(db, [await createProduct(db)], { user_id: bea.id, email: bea.email })
  const withdraw = (name: string, email: string) =>
    app.inject({
      ...{ method: 'POST', url: '/api/withdrawals' },
      payload: { id: randomUUID(), name, contract: String(order.number), email, pieces: `${name} says` },
    })
  expect((await withdraw('Carl Private', 'carl@elsewhere.test')).statusCode).toBeLessThan(300)
  expect((await withdraw('Bea', 'BEA@shop.test')).statusCode).toBeLessThan(300)
  const { body } = await app.inject({ url: '/api/auth/my-data', headers: await signIn(db, bea) })
  expect(body).not.toMatch(/Carl|carl/)
  expect(JSON.parse(body).orders[0].withdrawals).toMatchObject([
    { name: null, email: null, receivedAt: expect.any(String) },
    { name: 'Bea', pieces: 'Bea says' },
  ])
})
