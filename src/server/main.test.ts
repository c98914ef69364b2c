import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseUrl, shopCommand } from '../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../tests/support/database.ts'
import { freePort, type Shop, startShop } from '../../tests/support/shop.ts'
import { waitingForLocks } from '../../tests/support/waiting.ts'
import { findPostmaster, isAlive, stopPostmaster } from './db/embedded/postmaster.ts'

const isRoot = process.getuid?.() === 0
let dataDir: string
let shops: Shop[]

/** The folder of a shop that was opened once and closed; every test begins with a copy. */
let prepared: string
beforeAll(async () => {
  prepared = dataDir = await temporaryFolder()
  shops = []
  const shop = await open()
  shop.kill('SIGTERM')
  await shop.ended
})
afterAll(() => fs.rm(prepared, { recursive: true }))

beforeEach(async () => {
  dataDir = await temporaryFolder()
  execFileSync('cp', ['-a', `${prepared}/.`, dataDir])
  shops = []
})

afterEach(async () => {
  for (const shop of shops) shop.kill('SIGKILL')
  await Promise.all(shops.map(shop => shop.ended))
  const folder = await databaseFolder()
  const postmaster = await findPostmaster(folder)
  if (postmaster) await stopPostmaster(postmaster, folder)
  if (!folder.startsWith(dataDir)) await fs.rm(path.dirname(folder), { recursive: true })
  await fs.rm(dataDir, { recursive: true })
})

/** Deletes the database, for tests of a first start. */
const empty = () => fs.rm(path.join(dataDir, 'database'), { recursive: true })

async function open(env: Record<string, string> = {}, command?: string[]) {
  const shop = await startShop({ DATA_DIR: dataDir, ...env }, command)
  shops.push(shop)
  return shop
}

async function databaseFolder(): Promise<string> {
  const pointer = path.join(dataDir, 'database.location')
  return existsSync(pointer) ? (await fs.readFile(pointer, 'utf8')).trim() : path.join(dataDir, 'database')
}

async function runningDatabase() {
  const postmaster = await findPostmaster(await databaseFolder())
  return postmaster ?? expect.fail('No database runs on this folder')
}

async function inDatabase(work: (client: pg.Client) => Promise<unknown>) {
  const { socketFolder: host } = await runningDatabase()
  const client = new pg.Client({ host, port: 5432, user: 'vitrine', database: 'vitrine' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const untilWaiting = (client: pg.Client) =>
  expect.poll(async () => (await client.query(waitingForLocks)).rows).not.toEqual([])
/** Waits until the shop refuses new connections. */
const untilClosing = ({ url }: Shop) => expect.poll(() => connectAnew(url)).toBe('refused')
const connectAnew = (url: string) =>
  fetch(`${url}/health/live`, { headers: { connection: 'close' } }).then(
    () => 'accepted',
    () => 'refused',
  )

const status = async (shop: Shop) => (await fetch(`${shop.url}/api/products`)).status

const firstLogLine = expect.stringMatching(/^\{"level":"info",.*"msg":"Vitrine \d+\.\d+\.\d+ .*starts"\}$/)

async function expectRefusal(shop: Shop, sentence: string | RegExp) {
  expect(await shop.ended).toBe(1)
  const matching = typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence)
  expect(shop.output().trim().split('\n')).toEqual([firstLogLine, matching])
}

async function expectNothingLeft(socketFolder: string) {
  expect(await findPostmaster(await databaseFolder())).toBeUndefined()
  expect(existsSync(socketFolder)).toBe(false)
}

test('a start reports the URL, the release, that payments are simulated, and where the data is', async () => {
  await empty()
  const port = String(await freePort())
  const shop = await open({ PORT: port })
  expect(await status(shop)).toBe(200)
  expect(shop.output()).toContain(`http://localhost:${port}\n`)
  expect(shop.output().split('\n')[0]).toEqual(firstLogLine)
  expect(shop.output()).toMatch(/^ {2}This is Vitrine \d+\.\d+\.\d+( \([\da-f]{7}\))?\.$/m)
  expect(shop.output()).toContain('Payments are simulated')
  expect(shop.output()).toContain(dataDir)
  expect(shop.output()).toContain(`Letters are not sent: they are put into ${dataDir}/outbox.`)
})

test('only a new shop is filled with demo products, and reports it; one that has opened before is not changed', async () => {
  const filled = /filled with demo goods[\s\S]*delete .*, and start it again with SEED=none\./
  const countProducts = async (shop: Shop) => {
    const list = (await (await fetch(`${shop.url}/api/products?limit=1`)).json()) as {
      data?: { totalProducts: number }
    }
    return list.data?.totalProducts ?? expect.fail(`The list was answered with ${JSON.stringify(list)}`)
  }
  await empty()
  const real = await open({ PUBLIC_ORIGIN: 'http://shop.example', PAYMENTS: 'sandbox', SEED: 'none' })
  real.kill('SIGTERM')
  await real.ended
  const reopened = await open({ SEED: 'demo' })
  expect(await countProducts(reopened)).toBe(0)
  expect(reopened.output()).not.toMatch(filled)
  reopened.kill('SIGTERM')
  await reopened.ended

  await empty()
  const demo = await open({ SEED: 'demo' })
  expect(await countProducts(demo)).toBeGreaterThan(0)
  expect(demo.output()).toMatch(filled)
  demo.kill('SIGTERM')
  await demo.ended
  const again = await open({ SEED: 'demo' })
  expect(await countProducts(again)).toBeGreaterThan(0)
  expect(again.output()).not.toMatch(filled)
})

async function logIn(shop: Shop, email: string, password: string) {
  const response = await fetch(`${shop.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return ((await response.json()) as { user?: { role: string } }).user?.role
}

test('the first start creates an admin and shows the password once', async () => {
  await empty()
  const first = await open()
  const password = /with the password (\S+)\n/.exec(first.output())?.[1] ?? expect.fail(first.output())
  expect(first.output()).toContain('The admin is admin@vitrine.example\n')
  expect(await logIn(first, 'admin@vitrine.example', password)).toBe('admin')
  first.kill('SIGTERM')
  await first.ended

  const second = await open()
  expect(second.output()).not.toContain('password')
  expect(await logIn(second, 'admin@vitrine.example', password)).toBe('admin')
})

test('the owner may choose the admin’s e-mail and password, which is not shown', async () => {
  await empty()
  const shop = await open({ ADMIN_EMAIL: 'owner@shop.test', ADMIN_PASSWORD: 'chosen by the owner' })
  expect(await logIn(shop, 'owner@shop.test', 'chosen by the owner')).toBe('admin')
  expect(shop.output()).toContain('The admin is owner@shop.test, with the password of ADMIN_PASSWORD.')
  expect(shop.output()).not.toContain('chosen by the owner')
})

test('a first start that cannot open its port creates no admin whose password nobody saw', async () => {
  await empty()
  const server = createServer()
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  expect(await (await open({ PORT: String(port) })).ended).toBe(1)
  server.close()
  expect((await open()).output()).toContain('with the password ')
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s closes shop and database', async signal => {
  const shop = await open()
  const { socketFolder } = await runningDatabase()
  shop.kill(signal)
  expect(await shop.ended).toBe(0)
  await expectNothingLeft(socketFolder)
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s to npm start closes shop and database', async signal => {
  // The scripts before `npm start` have run for this test already.
  const npm = await open({}, ['npm', 'start', '--ignore-scripts'])
  expect(await status(npm)).toBe(200)
  const { socketFolder } = await runningDatabase()
  npm.kill(signal)
  await npm.ended
  await expect.poll(() => fetch(npm.url).catch((error: Error) => error.message)).toBe('fetch failed')
  await expect.poll(() => existsSync(socketFolder)).toBe(false)
  await expectNothingLeft(socketFolder)
})

test('a running request is finished before the shop closes', async () => {
  const shop = await open()
  await inDatabase(async client => {
    await client.query('begin; lock table product, product_count')
    const answer = fetch(`${shop.url}/api/products`)
    await untilWaiting(client)
    shop.kill('SIGTERM')
    await untilClosing(shop)
    expect(isAlive(shop.pid)).toBe(true)
    await client.query('commit')
    expect((await answer).status).toBe(200)
  })
  expect(await shop.ended).toBe(0)
})

test('a second Ctrl-C does not wait for running requests', async () => {
  const shop = await open()
  await inDatabase(async client => {
    await client.query('begin; lock table product, product_count')
    const answer = fetch(`${shop.url}/api/products`).catch((error: Error) => error.message)
    await untilWaiting(client)
    shop.kill('SIGINT')
    await untilClosing(shop)
    const again = setInterval(() => shop.kill('SIGINT'), 100) // signals of the first half second do not count
    expect(await answer).toBe('fetch failed')
    clearInterval(again)
  })
  await shop.ended
})

test('a killed shop leaves a database that the next start takes over', async () => {
  const killed = await open()
  const orphan = await runningDatabase()
  await inDatabase(client => client.query('create table memory as select 42 as answer'))
  killed.kill('SIGKILL')
  await killed.ended
  expect(isAlive(orphan.pid)).toBe(true)

  const shop = await open()
  expect(await runningDatabase()).toEqual(orphan)
  expect(await status(shop)).toBe(200)
  await inDatabase(async client => expect((await client.query('select * from memory')).rows).toEqual([{ answer: 42 }]))
  shop.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
  await expectNothingLeft(orphan.socketFolder)
})

test('a second start on the same folder is refused, and the first shop goes on', async () => {
  const first = await open()
  const second = await open()
  await expectRefusal(
    second,
    `Another Vitrine (process ${first.pid}) already runs on ${dataDir}: stop it first (kill ${first.pid})`,
  )
  expect(await status(first)).toBe(200)
})

test('a command works with and without a running shop, and leaves the database running or stopped as before', async () => {
  const settings = { DATA_DIR: dataDir }
  const alone = await shopCommand(['user:promote', 'admin@vitrine.example'], settings)
  expect(alone).toEqual({ code: 0, out: 'admin@vitrine.example is an admin already.\n', err: '' })
  expect(await findPostmaster(await databaseFolder())).toBeUndefined()

  const shop = await open()
  const beside = await shopCommand(['user:promote', 'admin@vitrine.example'], settings)
  expect(beside).toEqual(alone)
  expect(await status(shop)).toBe(200)
  shop.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
})

test('commands that run while a shop starts do not break its start', async () => {
  const command = () => shopCommand(['user:promote', 'admin@vitrine.example'], { DATA_DIR: dataDir })
  const commands = command().then(command).then(command)
  for (let n = 0; n < 3; n++) {
    const shop = await open()
    expect(shop.output()).toMatch(/Vitrine is open|^Another Vitrine \(process \d+\) already runs on /m)
    shop.kill('SIGTERM')
    await shop.ended
  }
  await commands
})

test('of two first starts at the same moment, one opens', async () => {
  await empty()
  const both = await Promise.all([open(), open()])
  const [opened, refused] = both.toSorted(
    (a, b) => Number(b.output().includes('is open')) - Number(a.output().includes('is open')),
  )
  if (!opened || !refused) return expect.fail('Two shops were started')
  expect(await status(opened)).toBe(200)
  await expectRefusal(refused, `Another Vitrine (process ${opened.pid}) already runs`)
})

test('a database that dies is restarted while the shop runs', async () => {
  const shop = await open()
  process.kill((await runningDatabase()).pid, 'SIGKILL')
  await expect.poll(() => status(shop), { timeout: 15_000 }).toBe(200)
})

test('after a crash of the machine, the shop starts although another process has the old id of the database', async () => {
  const killed = await open()
  const { pid, socketFolder } = await runningDatabase()
  killed.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await killed.ended
  await expect.poll(async () => findPostmaster(await databaseFolder())).toBeUndefined()
  const { uid, gid } = await fs.stat(await databaseFolder())
  const innocent = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
  const pidFile = path.join(await databaseFolder(), 'postmaster.pid')
  await fs.writeFile(pidFile, (await fs.readFile(pidFile, 'utf8')).replace(/^\d+/, String(innocent.pid)))

  const shop = await open()
  expect(await status(shop)).toBe(200)
  expect(existsSync(socketFolder)).toBe(false)
  expect(innocent.kill('SIGTERM')).toBe(true)
})

test('the database runs as an unprivileged user, also when only its owner may enter the data folder', async () => {
  await empty()
  await fs.chmod(dataDir, 0o700)
  const shop = await open()
  expect(await status(shop)).toBe(200)
  const folder = await databaseFolder()
  expect(folder.startsWith(dataDir)).toBe(!isRoot) // only root has to put it elsewhere
  const { uid, mode } = await fs.stat(folder)
  expect(uid).not.toBe(0)
  expect(mode & 0o777).toBe(0o700)

  await inDatabase(client => client.query('create table memory as select 42 as answer'))
  shop.kill('SIGTERM')
  await shop.ended
  await open()
  expect(await databaseFolder()).toBe(folder)
  await inDatabase(async client => expect((await client.query('select * from memory')).rows).toEqual([{ answer: 42 }]))
})

test('the database listens on a private socket only', async () => {
  await open()
  const { socketFolder } = await runningDatabase()
  expect((await fs.stat(socketFolder)).mode & 0o777).toBe(0o700)
  await inDatabase(async client => {
    const { rows } = await client.query(
      `select name, setting from pg_settings where name in ('listen_addresses', 'fsync') order by name`,
    )
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
    ])
  })
})

test.each([
  ['19', 'start a Vitrine at least as new as the one that made it'],
  ['17', 'start the older Vitrine that made it'],
])('a folder made by PostgreSQL %s is refused', async (version, cure) => {
  await fs.writeFile(path.join(dataDir, 'database/PG_VERSION'), `${version}\n`)
  await expectRefusal(
    await open(),
    `The data in ${dataDir} was made by PostgreSQL ${version}, and this Vitrine brings PostgreSQL 18: ${cure}, or set DATA_DIR to another folder.`,
  )
})

test('a database that a newer Vitrine has changed is refused, and stopped again', async () => {
  const shop = await open()
  const { socketFolder } = await runningDatabase()
  await inDatabase(client => client.query(`insert into kysely_migration values ('2999-01-01T0000-hover', now())`))
  shop.kill('SIGTERM')
  await shop.ended
  await expectRefusal(await open(), 'A newer Vitrine has already changed this database (2999-01-01T0000-hover): ')
  await expectNothingLeft(socketFolder)
})

test.each([
  ['files of its tables', /^(?:1[6-9]|2)\d{3,}$/, /^The database is damaged \(could not open file "base\//],
  ['any file', /./, /^The database is damaged \(subdirectory "base\/\d+" is missing\)/],
])('a database without %s is reported as damaged, at the start and by commands', async (_what, lost, sentence) => {
  const ours = (await fs.readdir(path.join(dataDir, 'database/base'))).sort((a, b) => Number(b) - Number(a))[0] ?? ''
  const folder = path.join(dataDir, 'database/base', ours)
  for (const name of await fs.readdir(folder)) if (lost.test(name)) await fs.rm(path.join(folder, name))
  if ((await fs.readdir(folder)).length === 0) await fs.rmdir(folder)
  const shop = await open()
  await expectRefusal(shop, sentence)
  expect(shop.output()).toMatch(
    /: put it aside and restore the newest backup, as docs\/operate.md says in section 5\.$/m,
  )
  for (const command of ['check', 'backup'])
    expect(await shopCommand([command], { DATA_DIR: dataDir })).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(sentence),
    })
})

test.each(['global/pg_control', 'PG_VERSION'])('a database without its %s is reported as damaged', async file => {
  await fs.rm(path.join(dataDir, 'database', file))
  await expectRefusal(await open(), new RegExp(`^The database in ${dataDir}/database is damaged \\(.*${file}`))
})

test('a port in use is refused, and the database is stopped again', async () => {
  const server = createServer()
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const shop = await open({ PORT: String(port) })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toContain(
    `Port ${port} is already in use: set PORT to a free one, or stop the program that uses it.\n`,
  )
  expect(shop.output()).not.toMatch(/^\s+at /m)
  expect(await findPostmaster(await databaseFolder())).toBeUndefined()
  server.close()
})

test('an address that this machine does not have is refused', async () => {
  const shop = await open({ HOST: '192.0.2.1' })
  expect(await shop.ended).toBe(1)
  expect(shop.output()).toContain('HOST is 192.0.2.1, which is no address of this machine')
})

test.each([
  ['/dev/null', /^\/dev\/null is not a folder: /],
  [
    '/proc/vitrine',
    /^(\/proc\/vitrine cannot be made where it is|This user \(number \d+\) may not write to \/proc\/vitrine): /,
  ],
  [
    '/sys/vitrine',
    /^(This user \(number \d+\) may not write to \/sys\/vitrine: |\/sys\/vitrine is on a read-only file system: )/,
  ],
])('DATA_DIR=%s is refused', async (DATA_DIR, sentence) => {
  await expectRefusal(await open({ DATA_DIR }), sentence)
})

test('a missing database outside the data folder is not silently replaced by an empty one', async () => {
  await fs.writeFile(path.join(dataDir, 'database.location'), '/tmp/no-such-place/database\n')
  await expectRefusal(
    await open(),
    `The database of ${dataDir} was kept in /tmp/no-such-place/database, which is gone: bring it back, or delete `,
  )
  await fs.rm(path.join(dataDir, 'database.location'))
})

test('a database folder with other files is refused, and not changed', async () => {
  await empty()
  await fs.mkdir(path.join(dataDir, 'database'))
  await fs.writeFile(path.join(dataDir, 'database/diary.txt'), 'Dear diary')
  await expectRefusal(await open(), `${dataDir}/database holds something else than a database: `)
  expect(await fs.readdir(path.join(dataDir, 'database'))).toEqual(['diary.txt'])
})

test('all invalid settings are listed, without a stack trace', async () => {
  const shop = await open({ PORT: 'http', SEED: 'lots' })
  expect(await shop.ended).toBe(1)
  expect(shop.output().trim().split('\n')).toEqual([
    'Vitrine cannot start with these settings:',
    expect.stringMatching(/^ {2}PORT is "http": /),
    expect.stringMatching(/^ {2}SEED is "lots": /),
  ])
})

test('DATABASE_URL uses another PostgreSQL and starts none', async () => {
  await empty()
  const { connection, close } = await testDatabase()
  const shop = await open({ DATABASE_URL: databaseUrl(connection) })
  expect(await status(shop)).toBe(200)
  expect(existsSync(await databaseFolder())).toBe(false)
  shop.kill('SIGTERM')
  expect(await shop.ended).toBe(0)
  await close()
})

test('a DATABASE_URL that cannot be reached is refused without showing its password', async () => {
  const shop = await open({ DATABASE_URL: `postgres://shop:s3cr3t@127.0.0.1:${await freePort()}/shop` })
  await expectRefusal(
    shop,
    /^The database 127\.0\.0\.1:\d+\/shop of DATABASE_URL cannot be reached \(connect ECONNREFUSED .*\): check/,
  )
  expect(shop.output()).not.toContain('s3cr3t')
})

test('a PostgreSQL older than 15 is refused', async () => {
  const port = await freePort()
  const server = createServer(answerLikePostgres('14.2')).listen(port, '127.0.0.1')
  const shop = await open({ DATABASE_URL: `postgres://shop@127.0.0.1:${port}/shop` })
  await expectRefusal(
    shop,
    `The database 127.0.0.1:${port}/shop of DATABASE_URL is PostgreSQL 14.2: Vitrine needs version 15 or later`,
  )
  server.close()
})

/** Speaks as much of the wire protocol as is needed to report a version. */
const answerLikePostgres = (version: string) => (socket: Socket) => {
  const message = (type: string, ...parts: (string | Buffer)[]) => {
    const body = Buffer.concat(parts.map(part => Buffer.from(part as string, 'latin1')))
    const head = Buffer.from(`${type}....`)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const int16 = (n: number) => Buffer.from([n >> 8, n & 255])
  const int32 = (n: number) => Buffer.concat([int16(n >> 16), int16(n & 65_535)])
  const ready = message('Z', 'I')
  const column = message('T', int16(1), 'version\0', int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0))
  const row = message('D', int16(1), int32(version.length), version)
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', int32(0)), ready]))
    socket.on('data', question => {
      if (question[0] === 'Q'.charCodeAt(0))
        socket.write(Buffer.concat([column, row, message('C', 'SELECT 1\0'), ready]))
      else socket.end()
    })
  })
}
