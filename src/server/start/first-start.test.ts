import fs from 'node:fs/promises'
import { createServer } from 'node:net'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, type Shop } from '../../../tests/support/shop.ts'
import { waitingForLocks } from '../../../tests/support/waiting.ts'
import { findPostmaster, isAlive } from '../db/embedded/postmaster.ts'
import {
  countProducts,
  type DataFolder,
  dataFolder,
  expectRefusal,
  firstLogLine,
  logIn,
  statusOf,
} from './start.fixture.ts'

const isRoot = process.getuid?.() === 0

/** Waits until the shop refuses new connections. */
const untilClosing = ({ url }: Shop) => expect.poll(() => connectAnew(url)).toBe('refused')
const connectAnew = (url: string) =>
  fetch(`${url}/health/live`, { headers: { connection: 'close' } }).then(
    () => 'accepted',
    () => 'refused',
  )
const untilWaiting = (client: pg.Client) =>
  expect.poll(async () => (await client.query(waitingForLocks)).rows).not.toEqual([])

const filled = /filled with demo goods[\s\S]*delete .*, and start it again with SEED=none\./

// These tests run in order, on one folder that only its owner may enter.

let place: DataFolder
let first: Shop
let next: Shop
let password: string
let folder: string
beforeAll(async () => {
  place = await dataFolder()
  await fs.chmod(place.dataDir, 0o700)
})
afterAll(() => place.remove())

test('a port in use is refused, and the database is stopped again', async () => {
  const server = createServer()
  const port = await freePort()
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await expectRefusal(
    await place.open({ PORT: String(port) }),
    `Port ${port} is already in use: set PORT to a free one, or stop the program that uses it.`,
  )
  expect(await findPostmaster(await place.databaseFolder())).toBeUndefined()
  server.close()
})

test('a first start that cannot open its port creates no admin whose password nobody saw', async () => {
  first = await place.open({ SEED: 'demo' })
  password = /with the password (\S+)\n/.exec(first.output())?.[1] ?? expect.fail(first.output())
  expect(first.output()).toContain('The admin is admin@vitrine.example\n')
  expect(first.output()).toMatch(
    /\n {2}Log in at http:\/\/localhost:\d+\/login: the dashboard says what to do first\.\n/,
  )
  expect(await logIn(first, 'admin@vitrine.example', password)).toBe('admin')
})

test('a start reports the URL, the release, that payments are simulated, and where the data is', async () => {
  expect(await statusOf(first)).toBe(200)
  expect(first.output()).toContain(`http://localhost:${new URL(first.url).port}\n`)
  expect(first.output().split('\n')[0]).toEqual(firstLogLine)
  expect(first.output()).toMatch(/^ {2}This is Vitrine \d+\.\d+\.\d+( \([\da-f]{7}\))?\.$/m)
  expect(first.output()).toContain('Payments are simulated')
  expect(first.output()).toContain(place.dataDir)
  expect(first.output()).toContain(`E-mails are not sent: they are put into ${place.dataDir}/outbox.`)
})

test('a new shop is filled with demo products, and reports it', async () => {
  expect(await countProducts(first)).toBeGreaterThan(0)
  expect(first.output()).toMatch(filled)
})

test('the database runs as an unprivileged user, also when only its owner may enter the data folder', async () => {
  folder = await place.databaseFolder()
  expect(folder.startsWith(place.dataDir)).toBe(!isRoot) // only root has to put it elsewhere
  const { uid, mode } = await fs.stat(folder)
  expect(uid).not.toBe(0)
  expect(mode & 0o777).toBe(0o700)
})

test('the database listens on a private socket only', async () => {
  const { socketFolder } = await place.runningDatabase()
  expect((await fs.stat(socketFolder)).mode & 0o777).toBe(0o700)
  await place.inDatabase(async client => {
    const { rows } = await client.query(
      `select name, setting from pg_settings where name in ('listen_addresses', 'fsync') order by name`,
    )
    expect(rows).toEqual([
      { name: 'fsync', setting: 'on' },
      { name: 'listen_addresses', setting: '' },
    ])
  })
})

test('a second start on the same folder is refused, and the first shop goes on', async () => {
  await expectRefusal(
    await place.open(),
    `Another Vitrine (process ${first.pid}) already runs on ${place.dataDir}: stop it first (kill ${first.pid})`,
  )
  expect(await statusOf(first)).toBe(200)
})

test('a running request is finished before the shop and its database close', async () => {
  const { socketFolder } = await place.runningDatabase()
  await place.inDatabase(async client => {
    await client.query('create table memory as select 42 as answer')
    await client.query('begin; lock table product, product_count')
    const answer = fetch(`${first.url}/api/products?limit=2`) // not in the cache yet
    await untilWaiting(client)
    first.kill('SIGTERM')
    await untilClosing(first)
    expect(isAlive(first.pid)).toBe(true)
    await client.query('commit')
    expect((await answer).status).toBe(200)
  })
  expect(await first.ended).toBe(0)
  await place.expectNothingLeft(socketFolder)
})

test('the next start opens the same database, does not fill it again, and shows no password', async () => {
  next = await place.open({ SEED: 'demo' })
  expect(await place.databaseFolder()).toBe(folder)
  await place.inDatabase(async client =>
    expect((await client.query('select * from memory')).rows).toEqual([{ answer: 42 }]),
  )
  expect(await countProducts(next)).toBeGreaterThan(0)
  expect(next.output()).not.toMatch(filled)
  expect(next.output()).not.toContain('password')
  expect(await logIn(next, 'admin@vitrine.example', password)).toBe('admin')
})

test('a second Ctrl-C does not wait for running requests', async () => {
  await place.inDatabase(async client => {
    await client.query('begin; lock table product, product_count')
    const answer = fetch(`${next.url}/api/products?limit=2`).catch((error: Error) => error.message)
    await untilWaiting(client)
    next.kill('SIGINT')
    await untilClosing(next)
    const again = setInterval(() => next.kill('SIGINT'), 100) // signals of the first half second do not count
    expect(await answer).toBe('fetch failed')
    clearInterval(again)
  })
  await next.ended
})
