// Simulates two machines by two shops on different ports, one of them with two workers, on one database behind a pooler in
// transaction mode, with a replica for public reads. Prints which properties held, and exits with 1 if any did not.
//   npm run bench:scale (as root on a Debian; installs postgresql and pgbouncer when they are missing)
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { shopCommand } from '../tests/support/command.ts'
import { freePort, type Shop, startShop } from '../tests/support/shop.ts'
import { query, startServers } from './two-servers.ts'

const servers = await startServers()
const { urls } = servers
const [portA, portB] = [await freePort(), await freePort()]
const origin = `http://localhost:${portA}`
const password = 'chosen by the owner'
const settings = {
  DATABASE_URL: urls.pooler,
  DATABASE_DIRECT_URL: urls.direct,
  DATABASE_REPLICA_URL: urls.replica,
  DATA_DIR: servers.dataDir,
  PUBLIC_ORIGIN: origin,
  ADMIN_EMAIL: 'ada@shop.test',
  ADMIN_PASSWORD: password,
  LOG_LEVEL: 'warn',
}
const shops: Shop[] = []
const results: { what: string; seen: string; held: boolean }[] = []

async function openBoth() {
  await query(urls.direct, 'create extension pg_stat_statements')
  shops.push(await startShop({ ...settings, PORT: String(portA), WEB_CONCURRENCY: '2' }))
  shops.push(await startShop({ ...settings, PORT: String(portB) }))
  for (const shop of shops) if (!shop.output().includes('Vitrine is open')) throw new Error(`No shop: ${shop.output()}`)
}

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
}

/** Sends a request on a new connection, as a load balancer would; the status is 0 when the connection breaks. */
function ask(
  port: number,
  path: string,
  { body, ...headers }: Record<string, string> = {},
  method = body ? 'POST' : 'GET',
) {
  return new Promise<Answer>(resolve => {
    const request = http.request({
      port,
      path,
      method,
      agent: false,
      headers: { host: new URL(origin).host, ...headers },
    })
    request.on('error', () => resolve({ status: 0, headers: {}, body: '' }))
    request.on('response', async response => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
    })
    request.end(body)
  })
}
const json = (body: object, headers: Record<string, string> = {}) => ({
  ...headers,
  'content-type': 'application/json',
  body: JSON.stringify(body),
})

function note(what: string, held: boolean, seen: string) {
  results.push({ what, held, seen })
}

const times = <T>(n: number, work: (n: number) => T) => Array.from({ length: n }, (_, i) => work(i))
const tally = (answers: Answer[]) => {
  const counts = Object.entries(Object.groupBy(answers, ({ status }) => status))
  return counts.map(([status, of]) => `${of?.length} x ${status}`).join(', ')
}
const all = (answers: Answer[], status: number) => answers.every(answer => answer.status === status)

async function proveAll() {
  const [product = ''] = await sell(40)
  const cookie = await proveSessions()
  await proveLimits()
  await proveReplica()
  await provePrices(product, cookie)
  await provePurchase(product)
  await proveDeadlines()
  await proveReplicaGone()
  await provePoolerGone(product, cookie)
  await proveCommands()
}

async function sell(n: number): Promise<string[]> {
  const ids = times(n, () => randomUUID())
  const rows = ids.map((id, i) => `('${id}', 'Dress ${i}', 'dress', 'black', 'A dress', ${1_000 + i}, now(), now())`)
  await query(
    urls.direct,
    `insert into product (id, name, category, color, description, price_cents, created_at, updated_at) values ${rows}`,
  )
  return ids
}

async function proveSessions(): Promise<string> {
  const login = await ask(portA, '/api/auth/login', json({ email: 'ada@shop.test', password }))
  const cookie = (login.headers['set-cookie'] ?? []).map(each => each.split(';', 1)[0]).join('; ')
  const who = async (port: number) =>
    JSON.parse((await ask(port, '/api/auth/session', { cookie })).body).data.user?.email
  const known = await Promise.all([portA, portA, portB].map(who))
  note(
    'a login at one counts at all',
    known.every(email => email === 'ada@shop.test'),
    known.join(', '),
  )

  const second = await ask(portB, '/api/auth/login', json({ email: 'ada@shop.test', password }))
  const other = (second.headers['set-cookie'] ?? []).map(each => each.split(';', 1)[0]).join('; ')
  await ask(portB, '/api/auth/logout', json({}, { cookie: other }))
  const left = await Promise.all([portA, portA, portB].map(port => ask(port, '/api/auth/session', { cookie: other })))
  note(
    'a logout at one counts at all',
    left.every(({ body }) => JSON.parse(body).data.user === null),
    tally(left),
  )
  return cookie
}

async function proveLimits() {
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'Silk', message: 'Do you have silk?' }
  const answers = await Promise.all(times(50, n => ask(n % 2 ? portA : portB, '/api/contact', json(message))))
  const taken = answers.filter(({ status }) => status === 201).length
  note('fifty e-mails at once to both, five an hour are allowed', taken === 5, tally(answers))
}

/** Returns how many product queries a server has run so far. */
async function reads(url: string) {
  const [row] = await query<{ n: string }>(
    url,
    `select coalesce(sum(calls), 0) as n from pg_stat_statements where query ~* '^(select|with).*product'`,
  )
  return Number(row?.n)
}

let filter = 1
/** Returns the path of a list that no process has cached. */
const freshList = () => `/api/products?category=dress&minPrice=${(filter++ / 100).toFixed(2)}`

async function readFresh(n: number) {
  const before = [await reads(urls.replica), await reads(urls.direct)] as const
  const answers = await Promise.all(times(n, i => ask(i % 2 ? portA : portB, freshList())))
  const [replica, primary] = [(await reads(urls.replica)) - before[0], (await reads(urls.direct)) - before[1]]
  const held = all(answers, 200) && replica >= n && primary === 0
  return { held, seen: `${tally(answers)}; ${replica} statements there, ${primary} at the primary` }
}

async function proveReplica() {
  await sleep(1_500) // the replica receives the new products
  const { held, seen } = await readFresh(200)
  note('200 uncached lists are read at the replica', held, seen)
}

let nextPrice = 50

async function provePrices(product: string, cookie: string) {
  await prove20Prices('a price changed at one is shown at all within 100 ms', product, cookie)
  await query(urls.replica, 'select pg_wal_replay_pause()')
  await prove20Prices('the same while the replica hangs behind', product, cookie)
  await query(urls.replica, 'select pg_wal_replay_resume()')
}

async function prove20Prices(what: string, product: string, cookie: string) {
  const delays: number[] = []
  for (let n = 0; n < 20; n++) {
    const price = nextPrice++
    const shown = async (port: number) =>
      JSON.parse((await ask(port, `/api/products/${product}`)).body).data.product.price
    await Promise.all([portA, portA, portA, portA, portB].map(shown)) // all processes cache the old price
    const changed = await ask(
      n % 2 ? portA : portB,
      `/api/products/update-product/${product}`,
      json({ price }, { cookie }),
      'PATCH',
    )
    if (changed.status !== 200) throw new Error(`The price was not changed: ${changed.body}`)
    const since = performance.now()
    let lastOld = 0
    while (performance.now() - since < 150) {
      const asked = performance.now()
      const prices = await Promise.all([portA, portA, portB].map(shown))
      if (prices.some(each => each !== price)) lastOld = asked - since
    }
    delays.push(lastOld)
  }
  const max = Math.max(...delays)
  note(what, max < 100, `old for at most ${max.toFixed(0)} ms, 20 changes`)
}

const card = new URLSearchParams({
  ...{ email: 'ada@example.com', name: 'Ada Lovelace', line1: '12 St James Square', city: 'London' },
  ...{ postal_code: 'SW1Y 4JH', country: 'GB', phone: '+44 20 7946 0000' },
  ...{ card_number: '4242 4242 4242 4242', card_expiry: '12 / 40', card_cvc: '123', card_name: 'Ada Lovelace' },
}).toString()

async function provePurchase(_id: string) {
  const products = [{ _id, quantity: 1 }]
  const { id } = JSON.parse((await ask(portA, '/api/orders/create-checkout-session', json({ products }))).body)
  const form = { 'content-type': 'application/x-www-form-urlencoded', body: card }
  const paid = await ask(portB, `/sandbox/pay/${id}`, form)
  const confirmed = await ask(portA, '/api/orders/confirm-payment', json({ session_id: id }))
  const state = JSON.parse(confirmed.body).data?.paymentState
  note(
    'a purchase across both: ordered at one, paid at the other',
    paid.status === 303 && state === 'paid',
    String(state),
  )
}

async function proveDeadlines() {
  const [row] = await query<{ statement_timeout: string }>(urls.pooler, 'show statement_timeout')
  note(
    'deadlines hold behind the pooler',
    row?.statement_timeout === '5s',
    `statements may take ${row?.statement_timeout}`,
  )
}

async function readFor(ms: number, during: () => Promise<void>): Promise<Answer[]> {
  const answers: Answer[] = []
  const end = Date.now() + ms
  const working = during()
  await Promise.all(
    times(8, async n => {
      while (Date.now() < end) answers.push(await ask(n % 2 ? portA : portB, freshList()))
    }),
  )
  await working
  return answers
}

async function proveReplicaGone() {
  const answers = await readFor(4_000, async () => {
    await sleep(1_000)
    await servers.replica.stop()
    await sleep(1_000)
    await servers.replica.start()
  })
  note('the replica stops and comes back while it is read', all(answers, 200), tally(answers))
  await sleep(3_000)
  const { held, seen } = await readFresh(100)
  note('and is read again', held, seen)
}

async function provePoolerGone(product: string, cookie: string) {
  const answers = await readFor(4_000, async () => {
    await sleep(1_000)
    await servers.pooler.stop()
    await sleep(1_000)
    await servers.pooler.start()
  })
  note('the pooler is restarted while lists are read', all(answers, 200), tally(answers))
  const write = (port: number) =>
    ask(port, `/api/products/update-product/${product}`, json({ price: 99 }, { cookie }), 'PATCH')
  const writes = await Promise.all([portA, portA, portB].map(write))
  note('and changes are made again', all(writes, 200), tally(writes))
}

async function proveCommands() {
  const env = { ...settings, PORT: String(portA) }
  const backup = await shopCommand(['backup'], env)
  note(
    'a backup past the pooler, beside the shops',
    backup.code === 0,
    (backup.out || backup.err).trim().split('\n')[0] ?? '',
  )
  const check = await shopCommand(['check'], env)
  note('the shop is as it must be', check.code === 0, (check.out || check.err).trim().split('\n')[0] ?? '')
}

try {
  await openBoth()
  await proveAll()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  for (const shop of shops) shop.kill('SIGTERM')
  await Promise.all(shops.map(shop => shop.ended))
  await servers.close()
}
const widest = Math.max(...results.map(({ what }) => what.length))
for (const { what, seen, held } of results) console.log(`${held ? 'held ' : 'FAILED'}  ${what.padEnd(widest)}  ${seen}`)
if (results.some(({ held }) => !held)) process.exitCode = 1
if (process.exitCode) for (const shop of shops) console.error(`\n${shop.output().slice(-3_000)}`)
