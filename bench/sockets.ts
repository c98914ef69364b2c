// What sockets cost a shop that are open and do nothing, and readers that never read: its memory before, meanwhile and
// afterwards, and how a good visitor is answered meanwhile.
//   node bench/sockets.ts [idle sockets, 10000] [readers that never read, 200]
import { readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startShop } from '../tests/support/shop.ts'

const [idle = 10_000, deaf = 200] = process.argv.slice(2).map(Number)
const most = { grownMiB: 150 }
const dataDir = '/tmp/vitrine-sockets'
const shop = await startShop({ DATA_DIR: dataDir, SEED: 'demo', LOG_LEVEL: 'warn' })
const { port } = new URL(shop.url)
const host = `localhost:${port}`
const rows: { when: string; MiB: number; open: number; p50: string; p99: string; refused: number }[] = []

const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8'))?.[1]) / 1024

/** Each on a connection of its own: who comes anew must find room too. */
function visit(path: string): Promise<number> {
  return new Promise(resolve => {
    const request = http.get({ port, path, agent: false, headers: { host } }, response => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', () => resolve(0))
  })
}

async function look(when: string, sockets: Socket[]) {
  const times: number[] = []
  let refused = 0
  for (let n = 0; n < 200; n++) {
    const begin = performance.now()
    const status = await visit(n % 2 ? '/' : `/api/products?minPrice=${n}`)
    if (status !== 200) refused += 1
    times.push(performance.now() - begin)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${sorted[Math.floor(sorted.length * share)]?.toFixed(1)} ms`
  const open = sockets.filter(socket => !socket.destroyed).length
  rows.push({ when, MiB: Math.round(memory()), open, p50: at(0.5), p99: at(0.99), refused })
}

function openSocket(): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => undefined)
  return new Promise(resolve => socket.on('connect', () => resolve(socket)).on('close', () => resolve(socket)))
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`

await look('warming up', [])
await look('before', [])

const sleepers: Socket[] = []
for (let n = 0; n < idle; n += 500) {
  const some = await Promise.all(Array.from({ length: Math.min(500, idle - n) }, openSocket))
  for (const socket of some) socket.resume().write(get('/health/live'))
  sleepers.push(...some)
}
await look(`${idle} sockets that ask once and stay`, sleepers)
for (const socket of sleepers) socket.destroy()
await sleep(2_000)
await look('when they are gone', sleepers)

const deaths: Socket[] = await Promise.all(Array.from({ length: deaf }, openSocket))
for (const socket of deaths) socket.pause().write(get('/').repeat(100))
await sleep(2_000)
await look(`${deaf} that ask 100 times for a page each and read nothing`, deaths)
await sleep(60_000)
// A socket that is not read does not hear that it was closed: writing to it tells.
for (const socket of deaths) socket.write('\r\n')
await sleep(1_000)
await look('a minute later', deaths)
for (const socket of deaths) socket.destroy()

shop.kill('SIGTERM')
await shop.ended
rmSync(dataDir, { recursive: true })
console.table(rows)
const before = rows[1]?.MiB ?? 0
const grown = Math.max(...rows.map(({ MiB }) => MiB)) - before
console.log(`The shop grew by ${grown} MiB; ${most.grownMiB} MiB are allowed.`)
if (grown > most.grownMiB || rows.some(({ refused }) => refused > 0)) process.exitCode = 1
