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
  archive: async () => ({ state: 'off' as const }),
}
const statesOf = (more: Partial<Parameters<typeof openDependencyChecks>[0]> = {}) =>
  openDependencyChecks({ ...parts, ...more }).states()
beforeEach(() => db.deleteFrom('chore').execute())

const allOk = { storage: 'ok', disk: 'ok', backup: 'none', archive: 'none', clock: 'ok' }

test('a new shop with working dependencies needs no attention', async () => {
  const states = await statesOf()
  expect(states).toEqual(allOk)
  expect(needsAttention(states)).toBe(false)
})

test.each<[string, Partial<Parameters<typeof openDependencyChecks>[0]>, object]>([
  ['a storage that fails', { images: { get: () => Promise.reject(new Error('refused')) } }, { storage: 'unreachable' }],
  ['a storage that hangs', { images: { get: () => new Promise(() => undefined) } }, { storage: 'unreachable' }],
  ['a full disk', { space: { isShort: () => true } }, { disk: 'full' }],
  [
    'little free space for the database',
    { space: { isShort: () => false, freeBytes: () => lowBytes - 1 } },
    { disk: 'low' },
  ],
  ['an archive that fails', { archive: async () => ({ state: 'failing' }) }, { archive: 'failing' }],
  ['a wrong clock', { isClockWrong: () => true }, { clock: 'wrong' }],
])('%s needs attention', async (_, more, state) => {
  const states = await statesOf(more)
  expect(states).toEqual({ ...allOk, ...state })
  expect(needsAttention(states)).toBe(true)
})

test('a state that cannot be determined is unknown, and needs no attention', async () => {
  const states = await statesOf({ dataDir: '/nowhere', db: undefined as unknown as Db })
  expect(states).toMatchObject({ disk: 'unknown', backup: 'unknown' })
  expect(needsAttention(states)).toBe(false)
})

async function backup(started_at: Date, result: { failed?: string; facts?: string }) {
  const id = randomIds.uuid()
  await db
    .insertInto('chore')
    .values({ id, kind: 'backup', started_at, finished_at: started_at, ...result })
    .execute()
}
const made = { facts: '{}' }
const failed = { failed: 'The disk is full.' }

test('the last backup is ok, late or failed; a failed one no longer counts after a newer backup', async () => {
  const state = async () => (await statesOf()).backup
  await backup(hoursAgo(37), made)
  expect(await state()).toBe('late')
  await backup(hoursAgo(3), failed)
  expect(await state()).toBe('failed')
  await backup(hoursAgo(2), made)
  expect(await state()).toBe('ok')
})

test('a backup counts when its file exists, or when nobody can know', async () => {
  const state = async (names: string[] | undefined) => (await statesOf({ backupNames: async () => names })).backup
  await backup(hoursAgo(2), { facts: '{"file":"vitrine-1.tar.zst"}' })
  expect([await state(['vitrine-1.tar.zst']), await state(undefined)]).toEqual(['ok', 'ok'])
  expect([await state([]), await state(['vitrine-2.tar.zst'])]).toEqual(['none', 'none'])
})

test('in a shop of two days without any backup, the backup is late', async () => {
  const clock = { now: () => new Date(Date.now() + 48 * 60 * 60_000) }
  expect((await statesOf({ clock })).backup).toBe('late')
})

test('a check runs at most once in its interval, and not again while it hangs', async () => {
  let asked = 0
  const answers: ((value: string) => void)[] = []
  const ask = () => {
    asked += 1
    return new Promise<string>(resolve => answers.push(resolve))
  }
  const memoized = memoizeFor(ask, { silent: 'silent', everyMs: 500, deadlineMs: 20 })
  expect(await Promise.all([memoized(), memoized()])).toEqual(['silent', 'silent'])
  await sleep(510)
  expect([await memoized(), asked]).toEqual(['silent', 1])
  answers[0]?.('here')
  await sleep(510)
  const next = memoized()
  answers[1]?.('here again')
  expect([await next, await memoized(), asked]).toEqual(['here again', 'here again', 2])
})

test('a picture folder that does not exist yet is ok', async () => {
  const { shop } = await testApp()
  await mkdir(shop.config.dataDir, { recursive: true })
  expect((await openDependencyChecks({ ...parts, images: shop.images }).states()).storage).toBe('ok')
})
