import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { formOf, minutes, movableClock, openTestSandbox } from '../server/payments/payments.fixture.ts'
import { noFaults } from './faults.ts'

let database: TestDatabase
let trial: Awaited<ReturnType<typeof openTestSandbox>>

beforeAll(async () => {
  database = await testDatabase()
  trial = await openTestSandbox(database.connection)
})
beforeEach(() => {
  Object.assign(trial.faults, noFaults)
  trial.calls.length = 0
  trial.refused.length = 0
  trial.receiver.status = 200
})
afterAll(async () => {
  await trial.close()
  await database.close()
})

let orders = 0
const open = async (name = 'Silk dress') => {
  const { id } = await trial.provider.createSession({
    orderId: `order-${++orders}`,
    orderNumber: 1001,
    attempt: 1,
    lines: [{ name, unitCents: 4_500, quantity: 2 }],
    totalCents: 9_000,
    currency: 'usd',
    successUrl: 'http://shop.test/success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://shop.test/shop?cart=open',
    expiresAt: new Date(+trial.clock.now() + minutes(31)),
  })
  return id
}
const page = (id: string) => trial.pages.inject(`/sandbox/pay/${id}`)
const eventsOf = (id: string) =>
  trial.calls.map(({ body }) => JSON.parse(body)).filter(event => event.data.object.id === id)

// The API, as strict as Stripe

const form = (changes: Record<string, string | undefined> = {}) => {
  const whole: Record<string, string | undefined> = {
    mode: 'payment',
    success_url: 'http://shop.test/success',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '1000',
    'line_items[0][price_data][product_data][name]': 'Ring',
    ...changes,
  }
  return new URLSearchParams(Object.entries(whole).filter((pair): pair is [string, string] => pair[1] !== undefined))
}
const call = async (path: string, body?: URLSearchParams, key = trial.payments.secretKey) => {
  const response = await fetch(`http://${trial.payments.host}:${trial.payments.port}/v1/checkout/sessions${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  return { status: response.status, body: (await response.json()) as { error?: Record<string, string>; id: string } }
}

test('a plain form creates a session', async () => {
  expect(await call('', form())).toMatchObject({
    status: 200,
    body: { object: 'checkout.session', amount_total: 1000 },
  })
})

test.each([
  [{ surprise: '1' }, 'parameter_unknown', 'surprise'],
  [{ 'line_items[0][price_data][colour]': 'red' }, 'parameter_unknown', 'line_items[0][price_data][colour]'],
  [{ 'metadata[__proto__][x]': '1' }, undefined, 'metadata[__proto__]'],
  [{ '__proto__[x]': '1' }, 'parameter_unknown', '__proto__'],
  [{ mode: undefined }, 'parameter_missing', 'mode'],
  [{ success_url: undefined }, 'parameter_missing', 'success_url'],
  [{ 'line_items[0][quantity]': undefined }, 'parameter_missing', 'line_items[0][quantity]'],
  [
    { 'line_items[0][price_data][product_data][name]': undefined },
    'parameter_missing',
    'line_items[0][price_data][product_data]',
  ],
  [{ 'line_items[0][price_data][product_data][name]': '' }, 'parameter_invalid_empty', undefined],
  [{ 'line_items[0][quantity]': '1.5' }, 'parameter_invalid_integer', 'line_items[0][quantity]'],
  [{ 'line_items[0][quantity]': '-1' }, undefined, 'line_items[0][quantity]'],
  [{ 'line_items[0][price_data][unit_amount]': '49' }, 'amount_too_small', undefined],
  [
    { 'line_items[0][price_data][unit_amount]': '99999999', 'line_items[0][quantity]': '2' },
    'amount_too_large',
    undefined,
  ],
  [{ 'line_items[0][price_data][currency]': 'xxx' }, undefined, 'line_items[0][price_data][currency]'],
  [{ 'line_items[0][price_data][currency]': 'EUR' }, undefined, 'line_items[0][price_data][currency]'],
  [{ 'line_items[0][price_data][currency]': 'czk' }, 'amount_too_small', undefined],
  [
    {
      'line_items[1][quantity]': '1',
      'line_items[1][price_data][currency]': 'eur',
      'line_items[1][price_data][unit_amount]': '900',
      'line_items[1][price_data][product_data][name]': 'Ring',
    },
    undefined,
    'line_items',
  ],
  [{ line_items: 'all' }, undefined, 'line_items'],
  [{ success_url: 'javascript:alert(1)' }, 'url_invalid', 'success_url'],
  [{ customer_email: 'nobody' }, 'email_invalid', 'customer_email'],
  [{ expires_at: String(Math.floor(Date.now() / 1000) + 60) }, undefined, 'expires_at'],
  [{ 'a[b': '1' }, undefined, 'a[b'],
  [{ client_reference_id: 'a\0b' }, undefined, 'client_reference_id'],
])('a form with %j is refused: %s', async (changes, code, param) => {
  const { status, body } = await call('', form(changes))
  expect(status).toBe(400)
  expect(body.error).toMatchObject({ type: 'invalid_request_error' })
  if (code) expect(body.error?.code).toBe(code)
  if (param) expect(body.error?.param).toBe(param)
})

test('a wrong key, an unknown address and an unknown session are refused as by Stripe', async () => {
  expect(await call('', form(), 'sk_test_other')).toMatchObject({ status: 401 })
  expect(await call('/nowhere/at/all')).toMatchObject({ status: 404 })
  expect(await call('/cs_test_unknownunknownunknown')).toMatchObject({
    status: 404,
    body: { error: { code: 'resource_missing' } },
  })
})

test.each([
  ['?surprise=1', 'surprise'],
  ['?limit=0', 'limit'],
  ['?limit=101', 'limit'],
  ['?limit[a]=1', 'limit'],
  ['?created[gte]=yesterday', 'created'],
  ['?created[between]=1', 'between'],
  ['?status=paid', 'status'],
  ['?expand[0]=data.customer', 'expand'],
])('a list with %s is refused', async (query, param) => {
  const { status, body } = await call(query)
  expect({ status, param: body.error?.param }).toEqual({ status: 400, param })
})

// The hosted page

test('the page shows amount and lines, says that it is a test, and needs no script', async () => {
  const { statusCode, body, headers } = await page(await open('Silk <dress> & "bow"'))
  expect(statusCode).toBe(200)
  expect(body).toContain('Test payment, no money moves')
  expect(body).toContain('Pay $90.00')
  expect(body).toContain('Silk &lt;dress&gt; &amp; &quot;bow&quot;')
  for (const name of ['email', 'cc-number', 'cc-exp', 'cc-csc', 'cc-name'])
    expect(body).toContain(`autocomplete="${name}"`)
  expect(body).not.toContain('<script')
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['content-security-policy']).toContain("form-action 'self' http: https:;")
  expect(headers['cache-control']).toBe('no-store')
})

test('a page whose store does not answer says when to try again', async () => {
  const id = await open()
  await database.db.transaction().execute(async tx => {
    await sql`lock table sandbox.session`.execute(tx)
    const { statusCode, headers } = await page(id)
    expect({ statusCode, wait: headers['retry-after'] }).toEqual({ statusCode: 503, wait: '2' })
  })
})

test('paying returns to the shop with the session and sends one event', async () => {
  const id = await open()
  trial.sendEventsToReceiver()
  const { statusCode, headers } = await trial.pay(id)
  expect(statusCode).toBe(303)
  expect(headers.location).toBe(`http://shop.test/success?session_id=${id}`)
  await expect.poll(() => eventsOf(id)).toMatchObject([{ type: 'checkout.session.completed' }])
})

test('a shopper returns to the shop after it has received the event, whether it accepted it or not', async () => {
  trial.sendEventsToReceiver()
  for (const status of [503, 200]) {
    trial.receiver.status = status
    const id = await open()
    expect((await trial.pay(id)).statusCode).toBe(303)
    expect(eventsOf(id)).toHaveLength(1)
  }
  trial.clock.move(2_000)
  await trial.payments.catchUp() // sends the events again that were not accepted
})

test('paying twice, even in parallel, charges once and says so', async () => {
  const id = await open()
  const answers = await Promise.all([trial.pay(id), trial.pay(id), trial.pay(id)])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 303])
  const late = await trial.pay(id)
  expect(late.statusCode).toBe(200)
  expect(late.body).toContain('This payment is done')
  expect((await page(id)).body).toContain(`http://shop.test/success?session_id=${id}`)
  await expect.poll(() => eventsOf(id).length).toBe(1)
})

test.each([
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
])('card %s is not charged, and another card pays', async (number, sentence) => {
  const id = await open()
  const declined = await trial.pay(id, { card_number: number, line2: 'Flat "B" <left>' })
  expect(declined.statusCode).toBe(200)
  expect(declined.body).toContain(`${sentence} Nothing was charged.`)
  expect(declined.body).toContain('value="Ada Lovelace"')
  expect(declined.body).toContain('value="Flat &quot;B&quot; &lt;left&gt;"')
  expect(declined.body).toContain('<option value="GB" selected>')
  expect(declined.body).not.toContain(`value="${number}"`)
  expect(declined.body).not.toContain('value="123"')
  expect((await trial.pay(id)).statusCode).toBe(303)
})

test('a form full of invalid values is shown again with a message at each field', async () => {
  const id = await open()
  const typed = {
    email: 'nobody',
    name: '\0',
    line1: ' ',
    city: '',
    postal_code: '',
    country: 'XX',
    phone: 'call me',
    card_number: '4242424242424241',
    card_expiry: '13/40',
    card_cvc: 'x',
    card_name: 'n'.repeat(300),
  }
  const { statusCode, body } = await trial.pay(id, typed)
  expect(statusCode).toBe(200)
  for (const name of Object.keys(typed)) expect(body).toContain(`id="${name}-fault"`)
  expect(body).toContain('Please check the 11 fields marked below.')
  expect((await trial.provider.findSession(id))?.status).toBe('open')
})

test('an empty form, a huge one and a JSON one are answered with a page', async () => {
  const url = `/sandbox/pay/${await open()}`
  const type = 'application/x-www-form-urlencoded'
  const post = (body: string | undefined, contentType = type) =>
    trial.pages.inject({ method: 'POST', url, headers: { 'content-type': contentType }, body })
  expect((await trial.pages.inject({ method: 'POST', url })).statusCode).toBe(200)
  expect((await post('email=%00%ff%')).statusCode).toBe(200)
  expect((await post(formOf({ name: 'x'.repeat(30_000) }))).statusCode).toBe(413)
  expect((await post('{"email": 1}', 'application/json')).statusCode).toBe(415)
  expect((await post('<a/>', 'text/xml')).statusCode).toBe(415)
})

test('cancelling returns to the shop and leaves the session open', async () => {
  const id = await open()
  const { statusCode, headers } = await trial.pages.inject({ method: 'POST', url: `/sandbox/pay/${id}/cancel` })
  expect(statusCode).toBe(303)
  expect(headers.location).toBe('http://shop.test/shop?cart=open')
  expect((await trial.pay(id)).statusCode).toBe(303)
})

test('an unknown session gets a page of its own', async () => {
  for (const id of ['cs_test_unknownunknownunknown', 'x', '%00', '..%2Fetc']) {
    const { statusCode, body } = await page(id)
    expect(statusCode).toBe(404)
    expect(body).toContain('There is no such payment')
  }
})

test('a session expires on time: the page says so, the shop receives the event, and paying is too late', async () => {
  const clock = movableClock()
  const here = await testDatabase()
  const other = await openTestSandbox(here.connection, clock)
  const create = () =>
    other.provider.createSession({
      orderId: `late-${Math.random()}`,
      orderNumber: 1001,
      attempt: 1,
      lines: [{ name: 'Ring', unitCents: 900, quantity: 1 }],
      totalCents: 900,
      currency: 'usd',
      successUrl: 'http://shop.test/success',
      cancelUrl: 'http://shop.test/shop',
      expiresAt: new Date(+clock.now() + minutes(31)),
    })
  const [first, second] = [await create(), await create()]
  other.sendEventsToReceiver()

  clock.move(minutes(32))
  expect((await other.pay(first.id)).body).toContain('This payment page has expired')
  await other.payments.catchUp()
  await expect.poll(() => other.calls.length).toBe(2)
  const sent = other.calls.map(({ body }) => JSON.parse(body))
  expect(sent.map(event => event.type)).toEqual(['checkout.session.expired', 'checkout.session.expired'])
  expect(new Set(sent.map(event => event.data.object.id))).toEqual(new Set([first.id, second.id]))
  await other.close()
  await here.close()
})

// Events

test('an event that the shop rejects is sent again, with the same id and a new signature', async () => {
  trial.receiver.status = 503
  trial.sendEventsToReceiver()
  const id = await open()
  await trial.pay(id)
  await expect.poll(() => trial.refused).toMatchObject([{ fault: 'answered 503', attempts: 1 }])
  trial.receiver.status = 200
  trial.clock.move(2_000)
  await trial.payments.catchUp()
  await expect.poll(() => eventsOf(id).length).toBe(2)
  const [first, second] = eventsOf(id)
  expect(second.id).toBe(first.id)
  expect(new Set(trial.calls.map(({ signature }) => signature)).size).toBe(2)
  trial.clock.move(minutes(10))
  await trial.payments.catchUp()
  expect(eventsOf(id).length).toBe(2)
})

test('dropped, duplicate and delayed events', async () => {
  trial.sendEventsToReceiver()
  trial.faults.dropEvents = 1
  const dropped = await open()
  await trial.pay(dropped)
  trial.faults.dropEvents = 0

  trial.faults.duplicate = 1
  const doubled = await open()
  await trial.pay(doubled)
  await expect.poll(() => eventsOf(doubled).length).toBe(2)
  trial.faults.duplicate = 0

  trial.faults.delay = 60_000
  const delayed = await open()
  await trial.pay(delayed)
  await trial.payments.catchUp()
  expect(eventsOf(delayed)).toEqual([])
  trial.clock.move(61_000)
  await trial.payments.catchUp()
  expect(eventsOf(delayed).length).toBe(1)
  expect(eventsOf(dropped)).toEqual([])
})

test('events that were not sent before the stop are sent after the next start, with the same keys', async () => {
  const here = await testDatabase()
  const before = await openTestSandbox(here.connection)
  const { id } = await before.provider.createSession({
    orderId: 'durable',
    orderNumber: 1001,
    attempt: 1,
    lines: [{ name: 'Ring', unitCents: 900, quantity: 1 }],
    totalCents: 900,
    currency: 'usd',
    successUrl: 'http://shop.test/success',
    cancelUrl: 'http://shop.test/shop',
    expiresAt: new Date(+before.clock.now() + minutes(31)),
  })
  await before.pay(id)
  const { secretKey, webhookSecret } = before.payments
  await before.close()

  const after = await openTestSandbox(here.connection)
  expect(after.payments).toMatchObject({ secretKey, webhookSecret })
  after.sendEventsToReceiver()
  await expect.poll(() => after.calls.length).toBe(1)
  expect(await after.provider.findSession(id)).toMatchObject({ paid: true, orderId: 'durable' })
  await after.close()
  await here.close()
})
