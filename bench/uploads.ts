// Measures what hostile pictures cost a shop in a process of its own: all of tests/support/hostile-files.ts one after the other,
// twice, then eight at a time. Its memory may grow by at most 150 MiB, and no file may take longer than 5 s.
//   node bench/uploads.ts
import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { noFaults } from '../src/sandbox/faults.ts'
import { buildApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config/settings.ts'
import { diskStorage } from '../src/server/images/disk.ts'
import { systemClock as clock, randomIds } from '../src/server/lib/clock.ts'
import { openSandbox } from '../src/server/payments/payments.ts'
import { createUser } from '../tests/support/builders.ts'
import { startTestDatabases, testDatabase } from '../tests/support/database.ts'
import { type HostileFile, hostileFiles } from '../tests/support/hostile-files.ts'
import { noLimits } from '../tests/support/limits.ts'
import { signIn } from '../tests/support/sign-in.ts'

const max = { grownMiB: 150, ms: 5_000 }
const restMs = 5_000
const atOnce = 8
/** `npm start` sets this too; otherwise each thread of the picture library holds freed memory of its own. */
const environment = { MALLOC_ARENA_MAX: '2' }

interface Opened {
  origin: string
  cookie: string
}

if (process.send) await startShopUnderLoad(process.send.bind(process))
else await measure()

async function startShopUnderLoad(report: (opened: Opened) => void) {
  const { db, connection } = await testDatabase()
  const folder = mkdtempSync('/tmp/vitrine-uploads-')
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder })
  const faults = noFaults
  const payments = await openSandbox({ connection, origin: config.publicOrigin, faults, clock, log: console })
  const images = diskStorage(folder)
  const app = await buildApp({ config, db, images, payments, clock, ids: randomIds, limits: noLimits })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const { cookie } = await signIn(db, await createUser(db, { role: 'admin' }))
  process.on('disconnect', () => {
    rmSync(folder, { recursive: true })
    process.exit()
  })
  report({ origin, cookie })
}

async function measure() {
  const stopDatabases = await startTestDatabases()
  const shop = fork(import.meta.filename, { env: { ...process.env, ...environment } })
  const { origin, cookie } = await new Promise<Opened>(resolve =>
    shop.once('message', opened => resolve(opened as Opened)),
  )
  const files = await hostileFiles()
  const statuses = new Map<number, number>()
  const times: { name: string; ms: number }[] = []

  async function send({ name, body }: HostileFile) {
    const begin = performance.now()
    const headers = { 'content-type': 'application/json', cookie }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    // a body over the limit is cut off: the client may see the refusal or only the end of the connection
    const answer = await fetch(`${origin}/api/uploadImage`, request).catch(() => undefined)
    await answer?.arrayBuffer()
    const status = answer?.status ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    times.push({ name, ms: performance.now() - begin })
  }

  let peak = 0
  const memory = () => {
    const [, kibibytes = 'unknown'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop.pid}/status`, 'utf8')) ?? []
    return Number(kibibytes) / 1024
  }
  const watch = setInterval(() => {
    peak = Math.max(peak, memory())
  }, 20)
  for (const file of files.slice(0, 20)) await send(file) // the first picture loads the library
  await send({ name: 'warm', body: files.find(({ name }) => name === 'moving GIF')?.body ?? {} })
  await sleep(restMs)
  const before = memory()
  const table: Record<string, object> = {}

  async function round(name: string, work: () => Promise<unknown>) {
    peak = 0
    times.length = 0
    statuses.clear()
    await work()
    const slowest = times.toSorted((a, b) => b.ms - a.ms)[0]
    const grown = peak - before
    await sleep(restMs)
    table[name] = {
      files: times.length,
      answers: [...statuses]
        .sort()
        .map(([status, n]) => `${n}x${status || 'cut'}`)
        .join(' '),
      'slowest, ms': Math.round(slowest?.ms ?? 0),
      'which was': slowest?.name.slice(0, 40),
      'before, MiB': Math.round(before),
      'grown, MiB': Math.round(grown),
      'left after 5 s, MiB': Math.round(memory() - before),
    }
    if (grown > max.grownMiB || (slowest?.ms ?? 0) > max.ms) process.exitCode = 1
  }

  await round('one after the other', async () => {
    for (const file of files) await send(file)
  })
  await round('again', async () => {
    for (const file of files) await send(file)
  })
  await round(`${atOnce} at a time`, async () => {
    for (let n = 0; n < files.length; n += atOnce) await Promise.all(files.slice(n, n + atOnce).map(send))
  })
  console.table(table)
  clearInterval(watch)
  shop.disconnect()
  await stopDatabases()
}
