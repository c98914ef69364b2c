import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../tests/support/database.ts'
import { openDatabase } from './connection.ts'
import { slowMs, slowStatements } from './slow-statements.ts'

const database = await testDatabase()
const logged: { statement: string; ms: number; times: number }[] = []
const log = { warn: (about: object) => logged.push(about as (typeof logged)[number]) }
const db = openDatabase(database.connection, { log })
afterAll(async () => {
  await db.destroy()
  await database.close()
})

test('a slow statement is logged without its values, also in a transaction; a quick one is not', async () => {
  await sql`select ${'a secret'}::text`.execute(db)
  await sql`select ${'a secret'}::text, pg_sleep(0.6)`.execute(db)
  await db.transaction().execute(tx => sql`select ${'another secret'}::text, 2, pg_sleep(0.6)`.execute(tx))
  expect(logged).toEqual([
    { statement: 'select $1::text, pg_sleep(0.6)', ms: expect.any(Number), times: 1 },
    { statement: 'select $1::text, 2, pg_sleep(0.6)', ms: expect.any(Number), times: 1 },
  ])
  expect(logged[0]?.ms).toBeGreaterThanOrEqual(slowMs)
})

test('the same statement is logged once in five seconds, a long one in part, and beyond 200 different ones the rest together', () => {
  vi.useFakeTimers()
  logged.length = 0
  const report = slowStatements(log)
  const slow = (text: string) =>
    report({ query: { sql: text }, queryDurationMillis: slowMs } as Parameters<typeof report>[0])
  for (let n = 0; n < 100; n++) slow('select  1\n  from slow')
  expect(logged).toEqual([{ statement: 'select 1 from slow', ms: slowMs, times: 1 }])
  vi.advanceTimersByTime(5_000)
  expect(logged[1]).toEqual({ statement: 'select 1 from slow', ms: slowMs, times: 99 })
  slow(`select ${'x'.repeat(10_000)}`)
  expect(logged[2]?.statement).toHaveLength(500)
  for (let n = 0; n < 10_000; n++) slow(`select ${n}`)
  expect(logged.length).toBeLessThan(210)
  expect(logged.at(-1)?.statement).toBe('others')
  vi.useRealTimers()
})
