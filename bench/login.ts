// Whether a login tells by its time that an account exists: wrong passwords for a known and for an unknown address in turn,
// over HTTP, with the limiter's clock moved on between tries. Status, body and headers must be the same, the medians at most 2 ms apart.
//   node bench/login.ts [tries of each, 500]
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { buildApp } from '../src/server/app.ts'
import { readConfig } from '../src/server/config.ts'
import { randomIds } from '../src/server/providers/clock.ts'
import { diskStorage } from '../src/server/providers/images/disk.ts'
import { movableClock } from '../src/server/providers/payments/payments.fixture.ts'
import { openSandbox } from '../src/server/providers/payments/payments.ts'
import { noFaults } from '../src/server/providers/payments/sandbox/faults.ts'
import { startTestDatabases, testDatabase } from '../tests/support/database.ts'

const tries = Number(process.argv[2] ?? 500)
const warmUp = 20
const furthestMs = 2
const hour = 60 * 60_000

const emails = { known: 'known@shop.test', unknown: 'nobody@shop.test' }
type Kind = keyof typeof emails
const times: Record<Kind, number[]> = { known: [], unknown: [] }
const answers: Record<Kind, Set<string>> = { known: new Set(), unknown: new Set() }

const stopDatabases = await startTestDatabases()
const { db, connection, close } = await testDatabase()
const folder = mkdtempSync('/tmp/vitrine-login-')
const clock = movableClock()
const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: folder })
const payments = await openSandbox({ connection, origin: config.publicOrigin, faults: noFaults, clock, log: console })
const images = diskStorage(path.join(folder, 'images'))
const app = await buildApp({ config, db, images, payments, clock, ids: randomIds })
const origin = await app.listen({ host: '127.0.0.1', port: 0 })

try {
  const member = { username: 'Known', email: emails.known, password: 'a silk dress' }
  const { status } = await post('register', member)
  if (status !== 201) throw new Error(`The account was not made: ${status}`)
  for (let n = -warmUp; n < tries; n++) {
    const order: Kind[] = n % 2 ? ['known', 'unknown'] : ['unknown', 'known']
    for (const kind of order) await guess(kind, n >= 0)
  }
  process.exitCode = report() ? 0 : 1
} finally {
  await app.close()
  await payments.close()
  await close()
  await stopDatabases()
  rmSync(folder, { recursive: true })
}

async function post(route: string, body: object) {
  const response = await fetch(`${origin}/api/auth/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function guess(kind: Kind, counts: boolean) {
  clock.move(hour)
  const begin = performance.now()
  const { status, headers, text } = await post('login', { email: emails[kind], password: 'not this one' })
  const ms = performance.now() - begin
  if (!counts) return
  times[kind].push(ms)
  const { requestId: _requestId, ...said } = JSON.parse(text)
  const sent = [...headers].filter(([name]) => name !== 'date' && name !== 'content-length') // the request's id grows
  answers[kind].add(JSON.stringify([status, said, sent]))
}

function report(): boolean {
  const quantile = (list: number[], share: number) =>
    list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? Number.NaN
  const ms = (value: number) => `${value.toFixed(2).padStart(7)} ms`
  for (const kind of ['known', 'unknown'] as const) {
    const [median, slow] = [quantile(times[kind], 0.5), quantile(times[kind], 0.95)]
    console.log(`${kind.padEnd(9)} ${times[kind].length} tries  median ${ms(median)}  95 % within ${ms(slow)}`)
  }
  const apart = Math.abs(quantile(times.known, 0.5) - quantile(times.unknown, 0.5))
  const different = new Set([...answers.known, ...answers.unknown])
  console.log(`medians apart by ${ms(apart).trim()} (at most ${furthestMs} ms)`)
  console.log(`different answers ${different.size} (1 is right): ${[...different].join('\n')}`)
  return apart <= furthestMs && different.size === 1
}
