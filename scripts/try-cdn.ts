// Tries deploy/varnish: a shop of two processes with Varnish in front of it. Changes what visitors see, breaks what is between them, and
// compares what Varnish shows with the shop itself. Prints each check, and exits with 1 if one failed.
//   npm run try:cdn (as root on a Debian; installs varnish, wrk and procps when they are missing)
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { load } from '../bench/load.ts'
import { freePort, type Shop, startShop } from '../tests/support/shop.ts'
import { encodings, findStale, look, visitMeanwhile } from './cdn/freshness.ts'
import { type Owner, signInOwner } from './cdn/owner.ts'
import { askAsStranger, askForOwn, askForPublic, type Line, openSessions } from './cdn/sessions.ts'
import { openSlowShop } from './cdn/slow-shop.ts'
import { plainVarnishFor, varnishFor } from './cdn/varnish.ts'
import { wireTo } from './cdn/wire.ts'
import { needPackages } from './debian.ts'

needPackages({
  varnish: '/usr/sbin/varnishd',
  wrk: '/usr/bin/wrk',
  procps: '/usr/bin/pgrep',
  'util-linux': '/usr/bin/taskset',
})
const folder = mkdtempSync('/tmp/vitrine-cdn-')
chmodSync(folder, 0o755) // Varnish compiles its rules as a user of its own
const [shopPort, port, plainPort] = [await freePort(), await freePort(), await freePort()]
const varnish = varnishFor({ folder, port, shopPort })
const wire = await wireTo(port)
const password = 'chosen by the owner'
let failed = 0

function check(what: string, held: boolean, seen: unknown = '') {
  if (!held) failed += 1
  console.log(`${held ? '✓' : '✗'} ${what}${held ? '' : `: ${seen}`}`)
}

const openShop = () =>
  startShop({
    PORT: String(shopPort),
    WEB_CONCURRENCY: '2',
    DATA_DIR: path.join(folder, 'data'),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    SEED: 'demo',
    ADMIN_PASSWORD: password,
    CDN_PURGE_URLS: wire.url,
  })

const workersOf = ({ pid }: Shop) =>
  execFileSync('pgrep', ['-P', String(pid), '-f', 'main.ts'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)

/** Asks again until both processes serve, and have heard of everything. */
async function untilSettled(shop: Shop) {
  for (let tries = 0; tries < 300 && (workersOf(shop).length < 2 || !(await isReady(shop))); tries += 1)
    await sleep(100)
  await sleep(1_000)
}

const isReady = async ({ url }: Shop) => (await fetch(`${url}/health/ready`).catch(() => undefined))?.status === 200
const cdnState = async ({ url }: Shop) => (await (await fetch(`${url}/health/ready`)).json()).checks.cdn

/** Varnish asks the shop once a second whether it lives. */
async function untilHealthy() {
  for (let tries = 0; tries < 100 && (await fetch(varnish.url)).status !== 200; tries += 1) await sleep(100)
}

interface Goods {
  ids: string[]
  lines: Line[]
  paths: string[]
}

async function findGoods(shop: Shop): Promise<Goods> {
  const { data } = await (await fetch(`${shop.url}/api/products?limit=60`)).json()
  const products: { _id: string; sizes?: { _id: string }[] }[] = data.products
  const ids = products.map(({ _id }) => _id)
  const lines = products
    .slice(8)
    .flatMap(({ _id, sizes = [] }) => sizes.map(size => ({ _id, variantId: size._id, quantity: 1 })))
  const ofProducts = ids
    .slice(0, 8)
    .flatMap(id => [`/shop/${id}`, `/api/products/${id}`, `/api/products/${id}/related`])
  const lists = ['', '?sort=price-asc', '?sort=rating', '?inStock=1', '?sale=1', '?category=dress', '/counts']
  const pages = [
    '/',
    '/shop',
    '/shop?page=2',
    '/shop?sort=price-desc',
    '/sale',
    '/categories/dress',
    '/search?q=dress',
    '/blogs',
    '/pages',
  ]
  const others = [
    '/api/search?q=dress',
    '/api/settings',
    '/api/settings/home',
    '/api/posts',
    '/sitemap.xml',
    '/sitemaps/products-1.xml',
  ]
  return { ids, lines, paths: [...pages, ...lists.map(query => `/api/products${query}`), ...others, ...ofProducts] }
}

/** Makes a change while visitors ask, and compares all addresses one second after it, or after `moment`. */
async function tryChange(shop: Shop, paths: string[], what: string, change: () => Promise<unknown>, moment?: Date) {
  const places = { shop: shop.url, cache: varnish.url, paths }
  for (const each of paths) for (const encoding of encodings) await look(varnish.url + each, encoding)
  const before = await Promise.all(paths.map(each => look(varnish.url + each, 'br')))
  const asking = visitMeanwhile(places)
  await change()
  if (moment) await sleep(Math.max(0, +moment - Date.now()))
  await sleep(1_000)
  const { stale, compared } = await findStale(places)
  await asking.stop()
  const after = await Promise.all(paths.map(each => look(varnish.url + each, 'br')))
  const changed = after.filter((body, n) => body !== before[n]).length
  check(
    `${what}: ${stale.length} of ${compared} answers are stale a second later; ${changed} addresses have changed, ${asking.asked()} answers meanwhile`,
    stale.length === 0 && changed > 0,
    stale.slice(0, 5),
  )
}

async function checkChanges(shop: Shop, owner: Owner, { ids, paths }: Goods) {
  const [first = '', second = '', third = '', fourth = ''] = ids
  const run = (what: string, change: () => Promise<unknown>, moment?: Date) =>
    tryChange(shop, paths, what, change, moment)
  for (const price of [101, 102, 103]) await run(`a price of ${price}`, () => owner.setPrice(first, price))
  await run('the last piece of a product is sold', () => owner.sellOut(second))
  await run('a new name of the shop', () => owner.rename('Maison Iris'))
  await run('a new name of a category', () => owner.nameCategory('Gowns'))
  await run('a post', () => owner.post('Wool', new Date()))
  const soon = () => new Date(Date.now() + 8_000 + paths.length * 40)
  const published = soon()
  await run('a post that is published at its time', () => owner.post('Silk', published), published)
  const begins = soon()
  await run('a sale that begins at its time', () => owner.beginSale(third, 1, begins), begins)
  await run('a deleted product', () => owner.remove(fourth))
  const gone = await fetch(`${varnish.url}/shop/${fourth}`)
  check('and its page is gone, and not stored', gone.status === 410 && gone.headers.get('age') === '0', gone.status)
}

async function checkFaults(shop: Shop, owner: Owner, { ids: [first = ''], paths }: Goods) {
  const [victim = 0] = workersOf(shop)
  await tryChange(shop, paths, 'a price while a process is killed', async () => {
    const changing = owner.setPrice(first, 111)
    process.kill(victim, 'SIGKILL')
    await changing
  })
  await untilSettled(shop)
  const [slow = 0] = workersOf(shop)
  await tryChange(shop, paths, 'a price while a process hangs for two seconds', async () => {
    process.kill(slow, 'SIGSTOP')
    const changing = owner.setPrice(first, 112)
    await sleep(2_000)
    process.kill(slow, 'SIGCONT')
    await changing
  })
  await tryChange(shop, paths, 'a price while Varnish is restarted', async () => {
    await varnish.stop()
    await owner.setPrice(first, 113)
    await sleep(500)
    await varnish.start()
    await untilHealthy()
  })
  await tryChange(shop, paths, 'a price while no purge arrives for eight seconds', async () => {
    wire.cut()
    await owner.setPrice(first, 114)
    await sleep(8_000)
    const states = new Set(await Promise.all(Array.from({ length: 8 }, () => cdnState(shop))))
    check('  meanwhile /health/ready says so', states.has('failing') && states.size === 1, [...states])
    check('  and the log', shop.output().includes('accepts no purges'))
    wire.mend()
    for (let tries = 0; tries < 200 && (await cdnState(shop)) !== 'ok'; tries += 1) await sleep(50)
    await sleep(5_000) // the other process may be in its pause
  })
}

/** The shop is killed as a whole just after a change: the next one purges at its start. */
async function checkRestart(shop: Shop, owner: Owner, { ids: [first = ''], paths }: Goods): Promise<Shop> {
  for (const each of paths) await look(varnish.url + each, 'br')
  wire.cut() // the purge of this change never arrives
  await owner.setPrice(first, 120)
  for (const pid of [shop.pid, ...workersOf(shop)]) process.kill(pid, 'SIGKILL')
  await shop.ended
  wire.mend()
  const next = await openShop()
  await untilHealthy()
  await sleep(1_000)
  const { stale, compared } = await findStale({ shop: next.url, cache: varnish.url, paths })
  check(
    `a shop killed before its purge, once it is open again: ${stale.length} of ${compared} stale`,
    stale.length === 0,
    stale,
  )
  return next
}

async function checkSessions(owner: Owner, { lines, paths }: Goods) {
  const sessions = await openSessions(varnish.url, owner.cookie, lines)
  await askForOwn(varnish.url, sessions.slice(0, 50)) // nothing of it may be stored either
  const hits = varnish.count('MAIN.cache_hit')
  const { answers, wrong } = await askForOwn(varnish.url, sessions)
  check(
    `${sessions.length} sessions: ${wrong.length} of ${answers} private answers are another's or stored`,
    wrong.length === 0,
    wrong.slice(0, 5),
  )
  const stored = varnish.count('MAIN.cache_hit') - hits
  check(`  Varnish answered ${stored} of them itself`, stored === 0)
  const told = await askAsStranger(varnish.url, sessions)
  check('  a stranger is told nothing at these addresses', told.length === 0, told)
  const differing = await askForPublic(varnish.url, sessions, paths)
  check('  public pages are the same with their cookies, and set none', differing.length === 0, differing.slice(0, 5))
}

/** Sends one request from an address of this machine. */
async function ask(method: string, url: string, from: string, headers: Record<string, string> = {}, body?: string) {
  const sent = request(url, { method, headers, localAddress: from })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return Number(answer.statusCode)
}

async function checkVisitors(shop: Shop) {
  const login = (from: string, forged: string) => {
    const body = JSON.stringify({ email: `nobody-${forged}@shop.test`, password: 'wrong password' })
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'x-forwarded-for': forged,
    }
    return ask('POST', `${varnish.url}/api/auth/login`, from, headers, body)
  }
  const statuses: number[] = []
  for (let n = 0; n < 40; n += 1) statuses.push(await login('127.0.0.9', `10.1.0.${n}`))
  check('a visitor with forged addresses is one, and limited', statuses.at(-1) === 429, statuses.at(-1))
  check('another visitor is not', (await login('127.0.0.10', '10.1.0.1')) === 401)
  const key = { 'surrogate-key': 'everything' }
  check('visitors cannot purge', (await ask('PURGE', varnish.url, '127.0.0.9', key)) === 403)
  const behindProxy = { ...key, 'x-forwarded-for': '10.1.0.1' }
  check('nor through a proxy on this machine', (await ask('PURGE', varnish.url, '127.0.0.1', behindProxy)) === 403)
  check(
    'a purge that is no list of tags is refused',
    (await ask('PURGE', varnish.url, '127.0.0.1', { 'surrogate-key': 'a || true' })) === 400,
  )
  check('the shop purges', (await ask('PURGE', varnish.url, '127.0.0.1', key)) === 204)
  const first = await fetch(`${varnish.url}/shop`, { headers: { 'accept-encoding': 'br' } })
  await first.arrayBuffer()
  const again = await fetch(`${varnish.url}/shop`, {
    headers: { 'accept-encoding': 'br', 'if-none-match': String(first.headers.get('etag')) },
  })
  check('the browser asks again, and gets 304 from Varnish', again.status === 304, again.status)
  check('it sees no tags', !first.headers.has('surrogate-key') && !first.headers.has('surrogate-control'))
  check('it varies by the encoding alone', first.headers.get('vary') === 'Accept-Encoding', first.headers.get('vary'))
  const asset = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(`${shop.url}/`)).text())?.[0]
  for (const encoding of encodings) {
    const answer = await fetch(varnish.url + asset, { headers: { 'accept-encoding': encoding } })
    await answer.arrayBuffer()
    check(
      `a script in ${encoding} is immutable`,
      answer.headers.get('cache-control') === 'public, max-age=31536000, immutable' &&
        (answer.headers.get('content-encoding') ?? 'identity') === encoding,
      `${answer.headers.get('cache-control')} ${answer.headers.get('content-encoding')}`,
    )
  }
}

/** An old answer that Varnish stores after a purge, because it was on its way, is gone after the second one; slower ones are not stored. */
async function checkRace() {
  const slow = await openSlowShop()
  const port = await freePort()
  const between = varnishFor({ folder, port, shopPort: slow.port })
  const purge = async () => await ask('PURGE', between.url, '127.0.0.1', { 'surrogate-key': 'products' })
  const get = async (path: string) => await (await fetch(between.url + path)).text()
  try {
    await between.start()
    while ((await fetch(between.url)).status !== 200) await sleep(100)
    const old = get('/400')
    await sleep(100)
    slow.change()
    await purge()
    await old
    const stored = await get('/400')
    check('an old answer that was on its way is stored after the purge', stored === 'version 1', stored)
    await sleep(150)
    await purge() // 0.6 s after the change was heard, as the shop does
    check('  and gone after the second one', (await get('/400')) === 'version 2')
    for (let n = 0; n < 2; n += 1) await get('/700')
    check('an answer that takes 0.7 s is not stored', slow.asked() === 4, slow.asked())
  } finally {
    between.kill()
    slow.close()
  }
}

/** Pages a second through Varnish, beside Varnish with a fixed object of the same size, and the shop alone. */
async function measure(shop: Shop) {
  const headers = { 'Accept-Encoding': 'br' }
  const sizes = new Map<string, number>()
  const raw = spawn('node', [path.join(import.meta.dirname, '../bench/raw.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(raw.stdout, 'data')
  const plain = plainVarnishFor({ folder, port: plainPort, from: Number(String(line).trim()) })
  try {
    await plain.start()
    for (const page of ['/', '/shop']) {
      const answer = await fetch(varnish.url + page, { headers })
      const { length } = Buffer.from(await answer.arrayBuffer())
      sizes.set(page, Number(answer.headers.get('content-length') ?? length))
    }
    for (const [page, size] of sizes) {
      const rounds: Record<'varnish' | 'fixed' | 'shop', number>[] = []
      for (let round = 0; round < 7; round += 1) {
        const perSecond = async (url: string) => (await load({ url, headers, seconds: 3 }, folder)).requestsPerSecond
        rounds.push({
          varnish: await perSecond(varnish.url + page),
          fixed: await perSecond(`${plain.url}/${size}`),
          shop: await perSecond(shop.url + page),
        })
      }
      const middle = (values: number[]) => values.toSorted((one, other) => one - other)[3] ?? 0
      const median = (of: keyof (typeof rounds)[number]) => middle(rounds.map(round => round[of]))
      const ratio = middle(rounds.map(round => round.varnish / round.fixed))
      check(
        `${page} (${size} bytes): ${Math.round(median('varnish'))} a second through Varnish, ${Math.round(median('fixed'))} of a fixed object, ratio ${ratio.toFixed(2)}; the shop alone ${Math.round(median('shop'))}`,
        ratio >= 0.8,
        'below 0.8',
      )
    }
  } finally {
    plain.kill()
    raw.kill()
  }
}

let shop: Shop | undefined
try {
  await varnish.start()
  shop = await openShop()
  const owner = await signInOwner(shop.url, 'admin@vitrine.example', password)
  const goods = await findGoods(shop)
  await untilHealthy()
  await checkVisitors(shop)
  await checkChanges(shop, owner, goods)
  await checkFaults(shop, owner, goods)
  await checkSessions(owner, goods)
  shop = await checkRestart(shop, owner, goods)
  await checkRace()
  await measure(shop)
} finally {
  shop?.kill('SIGTERM')
  await shop?.ended
  varnish.kill()
  wire.close()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)
