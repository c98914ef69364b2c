import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { databaseUrl } from '../../../tests/support/command.ts'
import { type TestDatabase, temporaryFolder, testDatabase } from '../../../tests/support/database.ts'
import { type Shop, startShop } from '../../../tests/support/shop.ts'
import { feedWatchdog } from './watchdog.ts'

let database: TestDatabase
const folders: string[] = []
const shops: Shop[] = []
const warnings: string[] = []
const log = { warn: (_about: unknown, sentence?: string) => void warnings.push(sentence ?? '') }
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  for (const shop of shops) shop.kill('SIGKILL')
  await Promise.all(shops.map(shop => shop.ended))
  await database.close()
  for (const folder of folders) await rm(folder, { recursive: true })
})

const watchdog = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '900000' }

/**
 * Puts another systemd-notify before all others in PATH, because machines that run tests have no systemd to notify. It writes
 * its arguments into a file.
 */
async function standIn(exitCode: number) {
  const folder = await temporaryFolder()
  folders.push(folder)
  const [file, program] = [join(folder, 'notifications'), join(folder, 'systemd-notify')]
  await writeFile(file, '')
  await writeFile(program, `#!/bin/sh\necho "$*" >>${file}\nexit ${exitCode}\n`)
  await chmod(program, 0o755)
  const PATH = [join(import.meta.dirname, '../../../node_modules/.bin'), folder, process.env.PATH].join(':')
  return {
    folder,
    PATH,
    notifications: async () => (await readFile(file, 'utf8')).split('\n').slice(0, -1),
    /** Resolves when a notification of the test has arrived, after all earlier ones. */
    notify: () => once(spawn(program, ['last']), 'exit'),
  }
}

test('systemd is notified at once and then three times in each WatchdogSec; failures are logged once', async () => {
  const { PATH, notifications, notify } = await standIn(1)
  vi.stubEnv('PATH', PATH)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  feedWatchdog(watchdog, log)
  await expect.poll(notifications).toEqual(['WATCHDOG=1'])
  vi.advanceTimersByTime(900)
  await expect.poll(notifications).toEqual(Array(4).fill('WATCHDOG=1'))
  await notify()
  expect(await notifications()).toHaveLength(5)
  expect(warnings).toEqual(['systemd-notify failed: systemd will take this process for a frozen one'])
})

test.each([{ NOTIFY_SOCKET: watchdog.NOTIFY_SOCKET }, { WATCHDOG_USEC: watchdog.WATCHDOG_USEC }])(
  'a shop that systemd does not watch sends no notification: %o',
  async env => {
    const { PATH, notifications, notify } = await standIn(0)
    vi.stubEnv('PATH', PATH)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    feedWatchdog(env, log)
    vi.advanceTimersByTime(900)
    await notify()
    expect(await notifications()).toEqual(['last'])
  },
)

test('a shop with one process or several notifies systemd, until it is frozen', async () => {
  const untilFrozen = async (processes: string) => {
    const { PATH, folder, notifications } = await standIn(0)
    const settings = { DATABASE_URL: databaseUrl(database.connection), DATA_DIR: folder, PATH }
    const shop = await startShop({ ...settings, ...watchdog, WEB_CONCURRENCY: processes })
    shops.push(shop)
    const before = (await notifications()).length
    await expect
      .poll(async () => (await notifications()).length, { timeout: 20_000 })
      .toBeGreaterThanOrEqual(before + 3)
    expect(new Set(await notifications())).toEqual(new Set(['WATCHDOG=1']))
    shop.kill('SIGSTOP')
    const countNew = async () => {
      const last = (await notifications()).length // one notification may be on its way
      await sleep(1_000)
      return (await notifications()).length - last
    }
    await expect.poll(countNew, { timeout: 20_000 }).toBe(0)
  }
  await Promise.all(['1', '2'].map(untilFrozen))
})
