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

const everySecond = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '1500000' }

/** @param notify what stands in the place of systemd-notify, whose other end is on no machine that runs tests */
async function open(name: string, notify: string, env: Record<string, string>) {
  const bin = await temporaryFolder()
  const said = join(folder, name)
  await writeFile(said, '')
  await writeFile(join(bin, 'systemd-notify'), `#!/bin/sh\n${notify.replace('SAID', said)}\n`)
  await chmod(join(bin, 'systemd-notify'), 0o755)
  const PATH = [join(import.meta.dirname, '../../../node_modules/.bin'), bin, process.env.PATH].join(':')
  const shop = await startShop({ DATABASE_URL: databaseUrl(database.connection), DATA_DIR: folder, PATH, ...env })
  shops.push(shop)
  return { shop, said: async () => (await readFile(said, 'utf8')).trim().split('\n') }
}

test.each(['1', '2'])(
  'with WEB_CONCURRENCY=%s systemd hears that the shop answers, until it is frozen',
  async count => {
    const { shop, said } = await open(`feeds-${count}`, 'echo "$*" >>SAID', { ...everySecond, WEB_CONCURRENCY: count })
    const before = (await said()).length
    await sleep(2_000)
    const after = await said()
    expect(after.length).toBeGreaterThanOrEqual(before + 3)
    expect(new Set(after)).toEqual(new Set(['WATCHDOG=1']))
    shop.kill('SIGSTOP')
    await sleep(300) // one may be on its way
    const last = (await said()).length
    await sleep(1_500)
    expect((await said()).length).toBe(last)
  },
)

test('a shop that no systemd watches says nothing to it', async () => {
  const { said } = await open('silent', 'echo "$*" >>SAID', { NOTIFY_SOCKET: everySecond.NOTIFY_SOCKET })
  await sleep(700)
  expect(await said()).toEqual([''])
})

test('that systemd cannot be told is said once', async () => {
  const { shop } = await open('fails', 'exit 1', everySecond)
  await sleep(1_500)
  expect(shop.output().match(/systemd-notify failed/g)).toHaveLength(1)
})
