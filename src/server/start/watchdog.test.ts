import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrl } from '../../../tests/support/command.ts'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { type Shop, startShop } from '../../../tests/support/shop.ts'

let database: TestDatabase
let folder: string
const shops: Shop[] = []
beforeAll(async () => {
  database = await testDatabase()
  folder = await temporaryFolder()
})
afterAll(async () => {
  for (const shop of shops) shop.kill('SIGKILL')
  await Promise.all(shops.map(shop => shop.ended))
  await database.close()
  await rm(folder, { recursive: true })
})

const watchdog = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '1500000' }

/** @param notify a shell command that replaces systemd-notify, because machines that run tests have no systemd to notify */
async function open(name: string, notify: string, env: Record<string, string>) {
  const bin = await temporaryFolder()
  const file = join(folder, name)
  await writeFile(file, '')
  await writeFile(join(bin, 'systemd-notify'), `#!/bin/sh\n${notify.replace('FILE', file)}\n`)
  await chmod(join(bin, 'systemd-notify'), 0o755)
  const PATH = [join(import.meta.dirname, '../../../node_modules/.bin'), bin, process.env.PATH].join(':')
  const shop = await startShop({ DATABASE_URL: databaseUrl(database.connection), DATA_DIR: folder, PATH, ...env })
  shops.push(shop)
  return { shop, notifications: async () => (await readFile(file, 'utf8')).trim().split('\n') }
}

test.each(['1', '2'])('with WEB_CONCURRENCY=%s the shop notifies systemd, until it is frozen', async count => {
  const { shop, notifications } = await open(`feeds-${count}`, 'echo "$*" >>FILE', {
    ...watchdog,
    WEB_CONCURRENCY: count,
  })
  const before = (await notifications()).length
  await sleep(2_000)
  const after = await notifications()
  expect(after.length).toBeGreaterThanOrEqual(before + 3)
  expect(new Set(after)).toEqual(new Set(['WATCHDOG=1']))
  shop.kill('SIGSTOP')
  await sleep(300) // one notification may be on its way
  const last = (await notifications()).length
  await sleep(1_500)
  expect((await notifications()).length).toBe(last)
})

test('a shop that systemd does not watch sends no notification', async () => {
  const { notifications } = await open('silent', 'echo "$*" >>FILE', { NOTIFY_SOCKET: watchdog.NOTIFY_SOCKET })
  await sleep(700)
  expect(await notifications()).toEqual([''])
})

test('a failure of systemd-notify is logged once', async () => {
  const { shop } = await open('fails', 'exit 1', watchdog)
  await sleep(1_500)
  expect(shop.output().match(/systemd-notify failed/g)).toHaveLength(1)
})
