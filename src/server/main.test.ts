import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopCommand } from '../../tests/support/command.ts'
import type { Shop } from '../../tests/support/shop.ts'
import { findPostmaster, isAlive } from './db/embedded/postmaster.ts'
import { type DataFolder, dataFolder, expectRefusal, npmStart, statusOf } from './start/start.fixture.ts'

const isRoot = process.getuid?.() === 0

// These tests run in order, on one folder.

let place: DataFolder
let shop: Shop
beforeAll(async () => {
  place = await dataFolder()
})
afterAll(() => place.remove())

const runCommand = (...args: string[]) => shopCommand(args, { DATA_DIR: place.dataDir })
const promote = () => runCommand('user:promote', 'admin@vitrine.example')
const promoted = { code: 0, out: 'admin@vitrine.example is an admin already.\n', err: '' }

test('all invalid settings are listed, without a stack trace', async () => {
  const refused = await place.open({ PORT: 'http', SEED: 'lots' })
  expect(await refused.ended).toBe(1)
  expect(refused.output().trim().split('\n')).toEqual([
    'Vitrine cannot start with these settings:',
    expect.stringMatching(/^ {2}PORT is "http": /),
    expect.stringMatching(/^ {2}SEED is "lots": /),
  ])
})

test('of two first starts at the same moment, one opens', async () => {
  const both = await Promise.all([place.open(), place.open()])
  const [opened, refused] = both.toSorted(
    (a, b) => Number(b.output().includes('is open')) - Number(a.output().includes('is open')),
  )
  if (!opened || !refused) return expect.fail('Two shops were started')
  shop = opened
  expect(await statusOf(shop)).toBe(200)
  await expectRefusal(refused, `Another Vitrine (process ${shop.pid}) already runs`)
})

test('a database that dies is restarted while the shop runs', async () => {
  const dead = await place.runningDatabase()
  process.kill(dead.pid, 'SIGKILL')
  const folder = await place.databaseFolder()
  const isAnother = (pid?: number) => pid !== undefined && pid !== dead.pid
  await expect.poll(async () => (await findPostmaster(folder))?.pid, { timeout: 15_000 }).toSatisfy(isAnother)
  const notCached = `${shop.url}/api/products?limit=2`
  await expect.poll(async () => (await fetch(notCached)).status, { timeout: 15_000 }).toBe(200)
})

test('after a crash of the machine, the shop starts although another process has the old id of the database', async () => {
  const { pid, socketFolder } = await place.runningDatabase()
  shop.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  await shop.ended
  const folder = await place.databaseFolder()
  await expect.poll(() => findPostmaster(folder)).toBeUndefined()
  const { uid, gid } = await fs.stat(folder)
  const innocent = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
  const pidFile = path.join(folder, 'postmaster.pid')
  await fs.writeFile(pidFile, (await fs.readFile(pidFile, 'utf8')).replace(/^\d+/, String(innocent.pid)))

  shop = await place.open()
  expect(await statusOf(shop)).toBe(200)
  expect(existsSync(socketFolder)).toBe(false)
  expect(innocent.kill('SIGTERM')).toBe(true)
})

test('a killed shop leaves a database that the next start takes over', async () => {
  const orphan = await place.runningDatabase()
  await place.inDatabase(client => client.query('create table memory as select 42 as answer'))
  shop.kill('SIGKILL')
  await shop.ended
  expect(isAlive(orphan.pid)).toBe(true)

  shop = await place.open()
  expect(await place.runningDatabase()).toEqual(orphan)
  expect(await statusOf(shop)).toBe(200)
  await place.inDatabase(async client =>
    expect((await client.query('select * from memory')).rows).toEqual([{ answer: 42 }]),
  )
})

test('SIGHUP closes shop and database, also one that was taken over', async () => {
  const { socketFolder } = await place.runningDatabase()
  shop.kill('SIGHUP')
  expect(await shop.ended).toBe(0)
  await place.expectNothingLeft(socketFolder)
})

test('commands that run while a shop starts do not break its start', async () => {
  const commands = promote().then(promote)
  for (let n = 0; n < 2; n++) {
    const starting = await place.open()
    expect(starting.output()).toMatch(/Vitrine is open|^Another Vitrine \(process \d+\) already runs on /m)
    starting.kill('SIGTERM')
    await starting.ended
  }
  await commands
})

test('a command works with and without a running shop, and leaves the database running or stopped as before', async () => {
  expect(await promote()).toEqual(promoted)
  expect(await findPostmaster(await place.databaseFolder())).toBeUndefined()

  shop = await place.open({}, npmStart)
  expect(await promote()).toEqual(promoted)
  expect(await statusOf(shop)).toBe(200)
})

test('SIGINT to npm start closes shop and database', async () => {
  const { socketFolder } = await place.runningDatabase()
  shop.kill('SIGINT')
  await shop.ended
  await expect.poll(() => fetch(shop.url).catch((error: Error) => error.message)).toBe('fetch failed')
  await expect.poll(() => existsSync(socketFolder)).toBe(false)
  await place.expectNothingLeft(socketFolder)
})

test('a database without files of its tables is reported as damaged, at the start and by commands', async () => {
  const databases = path.join(place.dataDir, 'database/base')
  const ours = (await fs.readdir(databases)).sort((a, b) => Number(b) - Number(a))[0] ?? ''
  for (const name of await fs.readdir(path.join(databases, ours)))
    if (/^(?:1[6-9]|2)\d{3,}$/.test(name)) await fs.rm(path.join(databases, ours, name))
  const sentence =
    /^The database is damaged \(could not open file "base\/.*: put it aside and restore the newest backup, as docs\/operate.md says in section 5\.$/
  await expectRefusal(await place.open(), sentence)
  for (const command of ['check', 'backup'])
    expect(await runCommand(command)).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^The database is damaged \(could not open file "base\//),
    })
})
