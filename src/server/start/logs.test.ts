import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createProduct } from '../../../tests/support/builders.ts'
import { databaseUrl } from '../../../tests/support/command.ts'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { type Shop, startShop } from '../../../tests/support/shop.ts'
import { newToken } from '../http/sessions.ts'
import { formOf } from '../payments/payments.fixture.ts'

let database: TestDatabase
let folder: string
let shop: Shop
let beginOfTest = 0
beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  beginOfTest = shop.output().lastIndexOf('\n') + 1
})

const secrets = {
  admin: 'the owner chose this 1',
  register: 'ada chose this 2',
  wrong: 'somebody guessed this 3',
  reset: 'ada chose this instead 4',
  card: '4242424242424242',
  metrics: 'metrics-token-5-metrics-token',
  bearer: 'no-token-of-anybody-6',
  stripe: 'sk_test_secret7secret7',
  webhook: 'whsec_secret8secret8',
}

async function open(settings: Record<string, string> = {}) {
  shop = await startShop({
    DATABASE_URL: databaseUrl(database.connection),
    DATA_DIR: folder,
    PUBLIC_ORIGIN: 'https://shop.example',
    PAYMENTS: 'sandbox',
    LOG_LEVEL: 'trace',
    ADMIN_EMAIL: 'owner@shop.example',
    ADMIN_PASSWORD: secrets.admin,
    METRICS_TOKEN: secrets.metrics,
    WEB_CONCURRENCY: '2',
    ...settings,
  })
  expect(shop.output()).toContain('Vitrine is open')
}
const close = async () => {
  shop.kill('SIGTERM')
  await shop.ended
}

/** Sends each request on a new connection; the workers take connections in turn. */
const call = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(shop.url + at, {
    method,
    redirect: 'manual',
    headers: { connection: 'close', ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** The whole log lines since the begin of the test, or of the shop. */
const lines = (begin = beginOfTest) =>
  shop
    .output()
    .slice(begin)
    .split('\n')
    .slice(0, -1)
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Record<string, unknown>)

const given: string[] = []
async function signIn(email: string, password: string) {
  const answer = await call('POST', '/api/auth/login', { email, password })
  const cookies = answer.headers.getSetCookie().map(cookie => cookie.split(';')[0] ?? '')
  const { token } = (await answer.json()) as { token?: string }
  given.push(...cookies.map(cookie => cookie.slice(cookie.indexOf('=') + 1)), ...(token ? [token] : []))
  return { cookie: cookies.join('; ') }
}

async function pay(id: string) {
  const key = newToken()
  const cart = { products: [{ _id: id, quantity: 1 }] }
  const checkout = await call('POST', '/api/orders/create-checkout-session', cart, { 'order-key': key })
  const { id: session_id } = (await checkout.json()) as { id: string }
  given.push(session_id, key)
  const form = formOf({ card_number: secrets.card })
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await call('POST', `/sandbox/pay/${session_id}`, form, type)).status).toBe(303)
  const confirmed = await call('POST', '/api/orders/confirm-payment', { session_id }, { 'order-key': key })
  expect(await confirmed.json()).toMatchObject({ data: { products: [{ quantity: 1 }] } })
}

async function chooseNewPassword(email: string) {
  expect((await call('POST', '/api/auth/forgot-password', { email })).status).toBe(200)
  const outbox = path.join(folder, 'outbox')
  const tokenSent = async () => {
    const names = await readdir(outbox).catch(() => [])
    const texts = await Promise.all(names.map(name => readFile(path.join(outbox, name), 'utf8')))
    return texts
      .map(text => /reset-password[?#/]\S*?([\w-]{43})/.exec(text.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1])
      .find(Boolean)
  }
  await expect.poll(tokenSent).toBeDefined()
  const token = (await tokenSent()) ?? ''
  given.push(token)
  expect((await call('POST', '/api/auth/reset-password', { token, password: secrets.reset })).status).toBe(200)
}

/** The log lines of a request, by the id in its response. */
const linesOf = (answer: Response) => lines().filter(({ reqId }) => reqId === answer.headers.get('x-request-id'))

const whileLocked = async <T>(table: string, ms: number, work: () => Promise<T>): Promise<T> =>
  await database.db
    .transaction()
    .execute(async tx => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
      const working = work()
      await sleep(ms)
      return [working] as const
    })
    .then(([working]) => working)

describe('a shop with two workers that logs everything', () => {
  beforeAll(() => open())
  afterAll(close)

  test('a slow list is logged', async () => {
    await call('GET', '/api/products?limit=1')
    expect((await whileLocked('product', 1_300, () => call('GET', '/api/products?limit=2'))).status).toBe(200)
    await expect
      .poll(() => lines().find(({ path, msg }) => path === '/api/products' && msg === 'request'))
      .toMatchObject({ method: 'GET', status: 200, ms: expect.any(Number) })
  })

  test('a query that looks up the caller is logged with the id of the request', async () => {
    const headers = { authorization: `Bearer ${secrets.bearer}` }
    const refused = await whileLocked('session', 800, () => call('GET', '/api/auth/users', undefined, headers))
    expect(refused.status).toBe(401)
    await expect
      .poll(() => linesOf(refused))
      .toMatchObject([{ msg: 'slow statement', statement: expect.stringContaining('from "session"') }])
  })

  test('a body that arrives late is logged with the id of its own request, not of the one before on the connection', async () => {
    const message = JSON.stringify({ name: 'Ada', email: 'ada@shop.test', subject: 'Silk', message: 'Later' })
    const { hostname, port } = new URL(shop.url)
    const socket = connect(Number(port), hostname)
    let received = ''
    socket.setEncoding('utf8').on('data', text => {
      received += text
    })
    await whileLocked('contact_message', 1_200, async () => {
      socket.write('GET /health/live HTTP/1.1\r\nHost: shop.example\r\n\r\n')
      await expect.poll(() => received).toContain('ok')
      const head = `POST /api/contact HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: ${message.length}`
      socket.write(`${head}\r\n\r\n`)
      await sleep(200)
      socket.write(message)
    })
    await expect.poll(() => received).toContain('201 Created')
    const id = /^x-request-id: (\S+)/im.exec(received)?.[1]
    const slowInserts = () =>
      lines().filter(({ msg, statement }) => msg === 'slow statement' && String(statement).startsWith('insert into'))
    await expect.poll(slowInserts).toMatchObject([{ reqId: id }]) // background jobs wait for the table too, and have no id
    socket.destroy()
  })

  test('every log line of a request has its id, also those of the database layer, which knows no requests', async () => {
    const message = { name: 'Ada', email: 'ada@shop.test', subject: 'Silk', message: 'Is it silk?' }
    const [one, other] = await whileLocked('contact_message', 800, () =>
      Promise.all([call('POST', '/api/contact', message), call('POST', '/api/contact', message)]),
    )
    expect([one.status, other.status]).toEqual([201, 201])
    await expect.poll(() => linesOf(one).length + linesOf(other).length).toBeGreaterThanOrEqual(3)
    const slow = lines().find(({ msg, reqId }) => msg === 'slow statement' && reqId) // background jobs wait for the table too
    expect(slow).toMatchObject({ statement: expect.stringMatching(/^insert into "contact_message" .*\$1/) })
    expect([one, other].map(answer => answer.headers.get('x-request-id'))).toContain(slow?.reqId)
    for (const answer of [one, other])
      expect(linesOf(answer).filter(({ msg }) => msg === 'request')).toMatchObject([
        { method: 'POST', path: '/api/contact', status: 201 },
      ])
    expect(shop.output()).not.toContain('Is it silk?')
    const failed = await call('GET', '/api/orders/order/1')
    expect(((await failed.json()) as { requestId: string }).requestId).toBe(failed.headers.get('x-request-id'))
    expect((await call('GET', '/api/auth/session')).headers.get('x-request-id')).toBeNull()
  })

  test('no secret is ever logged, whatever a client does', async () => {
    const ada = 'ada@shop.test'
    const { id } = await createProduct(database.db)
    await call('POST', '/api/auth/register', { username: 'Ada', email: ada, password: secrets.register })
    for (let n = 0; n < 2; n++) await signIn(ada, secrets.wrong)
    const customer = await signIn(ada, secrets.register)
    const owner = await signIn('owner@shop.example', secrets.admin)
    for (let n = 0; n < 3; n++) expect((await call('GET', '/api/auth/session', undefined, customer)).status).toBe(200)
    expect((await call('POST', '/api/auth/logout', {}, customer)).status).toBe(200)
    await pay(id)
    await chooseNewPassword(ada)
    await signIn(ada, secrets.reset)
    const picture = { create: { width: 8, height: 8, channels: 3 as const, background: '#a33' } }
    const image = `data:image/png;base64,${(await sharp(picture).png().toBuffer()).toString('base64')}`
    expect((await call('POST', '/api/uploadImage', { image }, owner)).status).toBe(200)
    for (const authorization of [`Bearer ${secrets.bearer}`, `Basic ${secrets.bearer}`]) {
      await call('GET', '/api/auth/users', undefined, { authorization })
      await call('PATCH', '/api/auth/edit-profile/x', { password: secrets.wrong }, { authorization })
      await call('GET', '/metrics', undefined, { authorization })
    }
    await call('POST', '/api/auth/login', `{"password": "${secrets.wrong}"`)
    await call('GET', `/nowhere?token=${secrets.bearer}`)
    expect((await call('GET', '/metrics', undefined, { authorization: `Bearer ${secrets.metrics}` })).status).toBe(200)
    await call('POST', '/api/payments/webhook', {}, { 'stripe-signature': `t=1,v1=${secrets.bearer}` })
    await close()

    expect(lines().length).toBeGreaterThan(10)
    expect(given.length).toBeGreaterThan(7)
    for (const secret of [...Object.values(secrets), ...given, image.slice(30, 80)])
      expect(shop.output().includes(secret), secret).toBe(false)
    expect(shop.output()).not.toMatch(/cvc|password["']? ?[:=]/i)
  })
})

describe('a shop with Stripe', () => {
  const stripe = { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: secrets.stripe, STRIPE_WEBHOOK_SECRET: secrets.webhook }
  beforeAll(() => open({ ...stripe, TRUST_PROXY: 'loopback' }))
  afterAll(close)

  test('each log line has its level as a word, and the command in the guide shows only warnings and errors', async () => {
    expect(new Set(lines(0).map(({ level }) => level))).toEqual(new Set(['info', 'warn']))
    const guide = await readFile('docs/operate.md', 'utf8')
    const [, grep = ''] = /`journalctl -u vitrine \| (grep .*?)`/.exec(guide) ?? []
    const output = shop.output()
    const shown = execFileSync('sh', ['-c', grep], { input: output, encoding: 'utf8' })
    const serious = output.split('\n').filter(line => /"level":"(warn|error|fatal)"/.test(line)) // a busy machine adds slow statements
    expect(shown.trim().split('\n')).toEqual(serious)
    expect(shown).toContain('STRIPE_SECRET_KEY is a test key')
  })

  test('the secrets of Stripe are not logged either', async () => {
    const answer = await call('POST', '/api/payments/webhook', {}, { 'stripe-signature': `t=1,v1=${secrets.bearer}` })
    expect(answer.status).toBe(400)
    await expect.poll(() => lines().map(({ path }) => path)).toContain('/api/payments/webhook')
    expect(shop.output()).toContain('STRIPE_SECRET_KEY is a test key')
    expect(shop.output()).not.toMatch(new RegExp([secrets.stripe, secrets.webhook, secrets.bearer].join('|')))
  })
})
