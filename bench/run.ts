// Measures the shop's requests per second, beside fixed responses of node:http on the same core in the same minute.
//   npm run bench              1,000, 100,000 and 1,000,000 products and orders
//   npm run bench -- --products 1000,100000   these numbers of products
//   npm run bench -- --quick   the first two, under 3 minutes
//   npm run bench -- --json F  also writes the figures to a file
//   npm run bench -- --only order    only the rows whose name has this word
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { measureCheckout } from './checkout.ts'
import { admin, type FilledShop, openFilledShop, startClearingCache } from './filled-shop.ts'
import { type Load, load, needTools } from './load.ts'
import { differentLists, differentSearches } from './request-paths.ts'

needTools()
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    products: { type: 'string' },
    json: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const isWanted = (what: string) => what.includes(options.only)
const sizes =
  options.products?.split(',').map(Number) ?? (options.quick ? [1_000, 100_000] : [1_000, 100_000, 1_000_000])
const seconds = 1
/** Machines are noisy: it reports the median of so many rounds, each beside the fixed response. */
const rounds = options.quick ? 1 : 5
/** A shop in operation has compiled its code. The warm-up requests other paths than the measurement. */
const [warmUpSeconds, toWarmUp] = [options.quick ? 1 : 8, 25_000]
const folder = mkdtempSync('/tmp/vitrine-load-')

interface Row {
  what: string
  products: number
  /** Requests, or orders, per second. */
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Requests per second of the fixed response, the mean of before and after. */
  raw: number
  /** CPU time of the shop's processes for each request, in milliseconds. */
  cpuMs?: number
  /** Resident memory of the shop's first process afterwards, in MiB. */
  memory: number
}

const adminLists = {
  'orders, first page': '/api/orders/?page=1&limit=20',
  'products by name': '/api/products/?page=50&limit=12&q=gown',
  'users, first page': '/api/auth/users?page=1&limit=20',
  figures: '/api/stats/admin-stats',
}

const rounded = (number: number) => Number(number.toPrecision(3))

const raw = spawn('taskset', ['-c', '0', 'node', 'bench/raw.ts'], { stdio: ['ignore', 'pipe', 'inherit'] })
const [port] = await once(raw.stdout, 'data')
const rawUrl = `http://127.0.0.1:${String(port).trim()}`
const rows: Row[] = []
const facts: Record<string, string>[] = []

try {
  for (const size of sizes) await measure(size)
} finally {
  raw.kill()
  rmSync(folder, { recursive: true })
}
console.log(
  `\n${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; the shop's process on one of them.`,
)
console.table(rows.map(shown))
console.table(facts)
if (options.json) writeFileSync(options.json, `${JSON.stringify({ rows, facts }, undefined, 2)}\n`)

async function measure(products: number) {
  const begin = performance.now()
  const shop = await openFilledShop(products, products)
  const filled = performance.now() - begin
  try {
    const starts: number[] = []
    for (let n = 0; n < (options.quick ? 1 : 3); n++) starts.push(await shop.restart())
    await sleep(5_000)
    const idle = shop.memory()
    await measureRoutes(shop, products)
    const max = Math.max(idle, ...rows.filter(row => row.products === products).map(({ memory }) => memory))
    facts.push({
      products: products.toLocaleString('en'),
      'filled in': `${Math.round(filled / 1000)} s`,
      'warm start, first page': `${Math.round(starts.toSorted((a, b) => a - b)[Math.floor(starts.length / 2)] ?? 0)} ms`,
      'memory, idle': `${Math.round(idle)} MB`,
      'memory, most': `${Math.round(max)} MB`,
    })
    if (products === sizes[0] && !options.quick) await twoProcesses(shop, products)
  } finally {
    await shop.remove()
  }
}

async function measureRoutes(shop: FilledShop, products: number): Promise<void> {
  const { url } = shop
  const headers = { Host: shop.host } // in lower case, wrk would send a second one
  const ids = await shop.query<{ id: string }>(
    'select id from product where deleted_at is null order by random() limit 50000',
  )
  const productPath = `/shop/${ids[0]?.id}`
  const time = async (
    what: string,
    paths: string[],
    more: { headers?: Record<string, string>; connections?: number } = {},
  ) => {
    if (!isWanted(what)) return
    const first = await fetch(url + paths[0], { headers: { ...headers, ...more.headers } })
    const bytes = paths.length > 1 ? 4096 : (await first.arrayBuffer()).byteLength
    const send = (some: string[], seconds: number) => {
      const target = some.length > 1 ? { url, paths: some } : { url: url + some[0] }
      return load({ ...more, ...target, headers: { ...headers, ...more.headers }, seconds }, folder)
    }
    await send(paths.slice(0, toWarmUp), warmUpSeconds)
    await row(what, products, bytes, shop, round => send(unusedPaths(round, paths), seconds))
  }

  await time('home page, kept', ['/'])
  await time('shop page, kept', ['/shop'])
  await time('product page, kept', [productPath])
  await time('list answer, kept', ['/api/products?limit=8'])
  await time('list answer, each another', differentLists('/api/products?limit=8&'))
  await time('shop page, each another', differentLists('/shop?'))
  await time('search, each another', differentSearches(), { connections: 4 })
  const clearing = startClearingCache(shop)
  const answers = ids.map(({ id }) => `/api/products/${id}`)
  await time('product answer, made anew', answers)
  const pages = ids.map(({ id }) => `/shop/${id}`)
  await time('product page, made anew', pages)
  await clearing.end()
  const cookie = await signIn(shop)
  for (const [what, path] of Object.entries(adminLists))
    await time(`admin: ${what}`, [path, path], { headers: { cookie }, connections: 4 })
  await orders('order: cart to confirmation', shop, products, warmUpSeconds)
}

async function orders(what: string, shop: FilledShop, products: number, toWarm: number): Promise<void> {
  if (!isWanted(what)) return
  await measureCheckout(shop, toWarm, 32)
  await row(what, products, 4096, shop, async () => {
    const { ordersPerSecond, p50, p95, p99 } = await measureCheckout(shop, seconds * 2, 32)
    return { requestsPerSecond: ordersPerSecond, p50, p95, p99 }
  })
}

/** Returns paths that were not requested before, if there are enough of them. */
function unusedPaths(round: number, paths: string[]): string[] {
  const each = Math.floor((paths.length - toWarmUp) / rounds)
  return each > 0 ? paths.slice(toWarmUp + round * each, toWarmUp + (round + 1) * each) : paths
}

async function row(
  what: string,
  products: number,
  bytes: number,
  shop: FilledShop,
  work: (round: number) => Promise<Load>,
) {
  const fixed = async () => (await load({ url: `${rawUrl}/${bytes}`, seconds: 1 }, folder)).requestsPerSecond
  const measured: Row[] = []
  let before = await fixed()
  for (let round = 0; round < rounds; round++) {
    const [cpu, begin] = [shop.cpu(), performance.now()]
    const { requestsPerSecond: perSecond, p50, p95, p99 } = await work(round)
    const [used, took] = [shop.cpu() - cpu, (performance.now() - begin) / 1000]
    const after = options.quick ? before : await fixed()
    const cpuMs = (used / (perSecond * took)) * 1000
    const raw = (before + after) / 2
    measured.push({ what, products, perSecond, p50, p95, p99, raw, cpuMs, memory: shop.memory() })
    before = after
  }
  const middle = measured.toSorted((a, b) => a.perSecond / a.raw - b.perSecond / b.raw)[Math.floor(rounds / 2)]
  if (!middle) return
  rows.push({ ...middle, memory: Math.max(...measured.map(({ memory }) => memory)) })
  console.log(shownLine(rows.at(-1)))
}

/** The load generator needs a core of its own, so two workers share the other one: the CPU time per request shows how far they scale. */
async function twoProcesses(shop: FilledShop, products: number) {
  const headers = { Host: shop.host }
  const saved = { url: `${shop.url}/api/products?limit=8`, headers }
  const paths = differentLists('/api/products?limit=9&')
  for (const processes of [1, 2]) {
    await shop.restart({ WEB_CONCURRENCY: String(processes) })
    const toWarm = warmUpSeconds * 2 * processes // each worker compiles its own code
    const by = `by ${processes === 1 ? 'one process' : 'two processes'}`
    const stored = `list answer, kept, ${by}`
    if (isWanted(stored)) {
      await load({ ...saved, seconds: toWarm }, folder)
      await row(stored, products, 4096, shop, () => load({ ...saved, seconds }, folder))
    }
    const another = `list answer, each another, ${by}`
    if (isWanted(another)) {
      await load({ url: shop.url, headers, paths: paths.slice(0, toWarmUp), seconds: toWarm }, folder)
      await row(another, products, 4096, shop, round =>
        load({ url: shop.url, headers, paths: unusedPaths(round, paths), seconds }, folder),
      )
    }
    await orders(`order: cart to confirmation, ${by}`, shop, products, toWarm)
  }
}

async function signIn({ url }: FilledShop): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`Nobody could sign in: ${await answer.text()}`)
  return cookie
}

function shown({ what, products, perSecond, p50, p95, p99, raw, cpuMs, memory }: Row) {
  return {
    what,
    products: products.toLocaleString('en'),
    'a second': Math.round(perSecond),
    'p50, ms': rounded(p50),
    'p95, ms': rounded(p95),
    'p99, ms': rounded(p99),
    'fixed answer': Math.round(raw),
    ratio: (perSecond / raw).toPrecision(2),
    'core, ms': cpuMs === undefined ? '' : rounded(cpuMs),
    'memory, MB': Math.round(memory),
  }
}

function shownLine(row: Row | undefined): string {
  return row ? Object.values(shown(row)).join('  ') : ''
}
