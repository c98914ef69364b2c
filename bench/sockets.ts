// Measures what idle sockets and clients that never read cost a shop: its memory before, meanwhile and afterwards, and its
// response times for normal visitors meanwhile.
//   node bench/sockets.ts [idle sockets, 10000] [clients that never read, 200]
import { readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startShop } from '../tests/support/shop.ts'

const [idle = 10_000, deaf = 200] = process.argv.slice(2).map(Number)
const max = { grownMiB: 150 }
const dataDir = '/tmp/vitrine-sockets'
const settings = { DATA_DIR: dataDir, SEED: 'demo', LOG_LEVEL: 'warn' }
const command = ['scripts/serve.sh']
const first = await startShop(settings, command) // a process that inserts the demo products is larger
first.kill('SIGTERM')
await first.ended
const shop = await startShop(settings, command)
const { port } = new URL(shop.url)
const host = `localhost:${port}`
const page = '/api/products?limit=100'
const rows: { when: string; MiB: number; open: number; p50: string; p99: string; refused: number }[] = []

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1024

/** Sends a request on a new connection, because new visitors must be served too. */
function visit(path: string): Promise<number> {
  return new Promise(resolve => {
    const request = http.get({ port, path, agent: false, headers: { host } }, response => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', () => resolve(0))
  })
}

/** Counts the open connections of the shop. */
function countOpen(): number {
  const local = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`
  const lines = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map(line => line.trim().split(/\s+/))
  return lines.filter(([, address, , state]) => address?.endsWith(local) && state === '01').length
}

async function measure(when: string) {
  const times: number[] = []
  let refused = 0
  for (let n = 0; n < 200; n++) {
    const begin = performance.now()
    const status = await visit(n % 2 ? page : `/api/products?minPrice=${n}`)
    if (status !== 200) refused += 1
    times.push(performance.now() - begin)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${sorted[Math.floor(sorted.length * share)]?.toFixed(1)} ms`
  rows.push({ when, MiB: Math.round(memory()), open: countOpen(), p50: at(0.5), p99: at(0.99), refused })
}

function openSocket(): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  return new Promise(resolve => socket.on('connect', () => resolve(socket)).on('close', () => resolve(socket)))
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`

await measure('warming up')
await measure('before')

const idleSockets: Socket[] = []
for (let n = 0; n < idle; n += 500) {
  const some = await Promise.all(Array.from({ length: Math.min(500, idle - n) }, openSocket))
  for (const [at, socket] of some.entries()) if (at % 2 === 0) socket.resume().write(get('/health/live'))
  idleSockets.push(...some)
}
await measure(`${idle} sockets that say nothing, or ask once and stay`)
for (const socket of idleSockets) socket.destroy()
await sleep(2_000)
await measure('when they are gone')

const deafClients: Socket[] = await Promise.all(Array.from({ length: deaf }, openSocket))
for (const socket of deafClients) socket.pause().write(get(page).repeat(100))
await sleep(2_000)
await measure(`${deaf} that ask 100 times for a page each and read nothing`)
await sleep(60_000)
await measure('a minute later')
for (const socket of deafClients) socket.destroy()

shop.kill('SIGTERM')
await shop.ended
rmSync(dataDir, { recursive: true })
console.table(rows)
const before = rows[1]?.MiB ?? 0
const grown = Math.max(...rows.map(({ MiB }) => MiB)) - before
console.log(`The shop grew by ${grown} MiB; ${max.grownMiB} MiB are allowed.`)
if (grown > max.grownMiB || rows.some(({ refused }) => refused > 0)) process.exitCode = 1
