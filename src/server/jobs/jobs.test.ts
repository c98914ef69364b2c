import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { randomIds } from '../lib/clock.ts'
import { movableClock } from '../payments/payments.fixture.ts'
import { isDue, lastNight, startNightly } from './nightly.ts'
import { type JobContext, runJob } from './run-job.ts'

const hour = 60 * 60_000
const realSetTimeout = setTimeout
const sleep = (ms: number) => new Promise(resolve => realSetTimeout(resolve, ms))
const day = 24 * hour
let database: TestDatabase
let book: JobContext
let clock: ReturnType<typeof movableClock>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('chore').execute()
  clock = movableClock(new Date('2026-05-10T12:00:00Z'))
  book = { db: database.db, clock, ids: randomIds }
})
const runs = () =>
  database.db.selectFrom('chore').select(['kind', 'finished_at', 'failed', 'facts']).orderBy('started_at').execute()

describe('a job', () => {
  test('is recorded with its result', async () => {
    const before = clock.now()
    expect(await runJob(book, 'check', async () => ({ rules: 3 }))).toEqual({ rules: 3 })
    expect(await runs()).toEqual([{ kind: 'check', finished_at: before, failed: null, facts: { rules: 3 } }])
  })

  test('that fails is recorded with its sentence, and rethrows the error', async () => {
    const work = () => Promise.reject(new Error('The disk is full.'))
    await expect(runJob(book, 'backup', work)).rejects.toThrow('The disk is full.')
    expect(await runs()).toEqual([
      { kind: 'backup', finished_at: clock.now(), failed: 'The disk is full.', facts: null },
    ])
  })

  test('is deleted from the records after 90 days', async () => {
    await runJob(book, 'check', async () => ({ n: 1 }))
    clock.move(91 * day)
    await runJob(book, 'check', async () => ({ n: 2 }))
    expect((await runs()).map(({ facts }) => facts)).toEqual([{ n: 2 }])
  })
})

test.each([
  ['2026-05-10T12:00:00Z', '2026-05-10T03:00:00Z'],
  ['2026-05-10T03:00:00Z', '2026-05-10T03:00:00Z'],
  ['2026-05-10T02:59:59Z', '2026-05-09T03:00:00Z'],
  ['2026-03-01T00:00:00Z', '2026-02-28T03:00:00Z'],
])('at %s the last night was at %s', (now, night) => {
  expect(lastNight(new Date(now))).toEqual(new Date(night))
})

test('a job is due once a night, also after a run that failed or was killed', async () => {
  expect(await isDue(book, 'check')).toBe(true)
  await database.db
    .insertInto('chore')
    .values({ id: randomIds.uuid(), kind: 'check', started_at: clock.now() })
    .execute()
  expect(await isDue(book, 'check')).toBe(false)
  expect(await isDue(book, 'backup')).toBe(true)
  clock.move(14 * hour) // two o'clock
  expect(await isDue(book, 'check')).toBe(false)
  clock.move(hour)
  expect(await isDue(book, 'check')).toBe(true)
})

describe('nightly', () => {
  /** Runs the shops' ten-minute checks until the job is done. */
  async function look(loops: ReturnType<typeof startNightly>[], isDone: () => boolean) {
    vi.runOnlyPendingTimers()
    await expect.poll(isDone).toBe(true)
    await Promise.all(loops.map(loop => loop.close()))
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return () => vi.useRealTimers()
  })
  const noLog = { warn: () => undefined }

  test('not in the first ten minutes; then once, however many shops share the database', async () => {
    let times = 0
    const run = () =>
      runJob(book, 'check', async () => {
        times += 1
        await sleep(50)
        return {}
      })
    const shops = [1, 2, 3].map(() => startNightly(book, [{ kind: 'check', run }], noLog))
    vi.advanceTimersByTime(9 * 60_000)
    await sleep(100)
    expect(times).toBe(0)
    await look(shops, () => times > 0)
    expect(times).toBe(1)
    expect(await runs()).toHaveLength(1)
  })

  test('a failing job is logged, and does not prevent the others', async () => {
    const warnings: string[] = []
    const done: string[] = []
    const jobs = [
      { kind: 'backup' as const, run: () => Promise.reject(new Error('no space')) },
      { kind: 'check' as const, run: async () => done.push('check') },
    ]
    const loop = startNightly(book, jobs, { warn: (_, message) => warnings.push(message) })
    await look([loop], () => done.length > 0)
    expect({ warnings, done }).toEqual({ warnings: ['the nightly backup has failed'], done: ['check'] })
  })
})
