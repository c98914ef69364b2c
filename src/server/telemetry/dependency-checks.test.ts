import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import type { Db } from '../db/connection.ts'
import { randomIds, systemClock } from '../lib/clock.ts'
import { memoizeFor } from '../lib/memoize-for.ts'
import { lowBytes, needsAttention, openDependencyChecks } from './dependency-checks.ts'

const { db } = await testApp()
const hoursAgo = (n: number) => new Date(Date.now() - n * 60 * 60_000)
const images = { get: async () => undefined }
const parts = {
  db,
  images,
  dataDir: '/tmp',
  clock: systemClock,
  backupNames: async () => undefined,
  isClockWrong: () => false,
}
const look = (more: Partial<Parameters<typeof openDependencyChecks>[0]> = {}) =>
  openDependencyChecks({ ...parts, ...more }).words()
beforeEach(() => db.deleteFrom('chore').execute())

const well = { storage: 'ok', disk: 'ok', backup: 'none', clock: 'ok' }

test('a young shop with all it needs needs nobody', async () => {
  const words = await look()
  expect(words).toEqual(well)
  expect(needsAttention(words)).toBe(false)
})

test.each<[string, Partial<Parameters<typeof openDependencyChecks>[0]>, object]>([
  ['a storage that fails', { images: { get: () => Promise.reject(new Error('refused')) } }, { storage: 'unreachable' }],
  ['a storage that hangs', { images: { get: () => new Promise(() => undefined) } }, { storage: 'unreachable' }],
  ['a disk without room', { space: { isShort: () => true } }, { disk: 'full' }],
  ['little room for the database', { space: { isShort: () => false, freeBytes: () => lowBytes - 1 } }, { disk: 'low' }],
  ['a wrong clock', { isClockWrong: () => true }, { clock: 'wrong' }],
])('%s needs attention', async (_, more, word) => {
  const words = await look(more)
  expect(words).toEqual({ ...well, ...word })
  expect(needsAttention(words)).toBe(true)
})

test('what cannot be seen from here is said, and nothing more', async () => {
  const words = await look({ dataDir: '/nowhere', db: undefined as unknown as Db })
  expect(words).toMatchObject({ disk: 'unknown', backup: 'unknown' })
  expect(needsAttention(words)).toBe(false)
})

async function backup(started_at: Date, came: { failed?: string; facts?: string }) {
  const id = randomIds.uuid()
  await db
    .insertInto('chore')
    .values({ id, kind: 'backup', started_at, finished_at: started_at, ...came })
    .execute()
}
const made = { facts: '{}' }
const failed = { failed: 'The disk is full.' }

test('the last backup is ok, late or failed; one that was made since makes good for one that failed', async () => {
  const word = async () => (await look()).backup
  await backup(hoursAgo(37), made)
  expect(await word()).toBe('late')
  await backup(hoursAgo(3), failed)
  expect(await word()).toBe('failed')
  await backup(hoursAgo(2), made)
  expect(await word()).toBe('ok')
})

test('a backup counts where its file is, or where nobody can know', async () => {
  const word = async (names: string[] | undefined) => (await look({ backupNames: async () => names })).backup
  await backup(hoursAgo(2), { facts: '{"file":"vitrine-1.tar.zst"}' })
  expect([await word(['vitrine-1.tar.zst']), await word(undefined)]).toEqual(['ok', 'ok'])
  expect([await word([]), await word(['vitrine-2.tar.zst'])]).toEqual(['none', 'none'])
})

test('a shop of some age without any backup is late with it', async () => {
  const clock = { now: () => new Date(Date.now() + 48 * 60 * 60_000) }
  expect((await look({ clock })).backup).toBe('late')
})

test('whatever is asked is asked seldom, and not again while it hangs', async () => {
  let asked = 0
  const answers: ((value: string) => void)[] = []
  const ask = () => {
    asked += 1
    return new Promise<string>(resolve => answers.push(resolve))
  }
  const throttle = memoizeFor(ask, { silent: 'silent', everyMs: 500, deadlineMs: 20 })
  expect(await Promise.all([throttle(), throttle()])).toEqual(['silent', 'silent'])
  await sleep(510)
  expect([await throttle(), asked]).toEqual(['silent', 1])
  answers[0]?.('here')
  await sleep(510)
  const next = throttle()
  answers[1]?.('here again')
  expect([await next, await throttle(), asked]).toEqual(['here again', 'here again', 2])
})

test('a folder of pictures that is not there yet is none to worry about', async () => {
  const { shop } = await testApp()
  await mkdir(shop.config.dataDir, { recursive: true })
  expect((await openDependencyChecks({ ...parts, images: shop.images }).words()).storage).toBe('ok')
})
