import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { databaseUrl } from '../../../../tests/support/command.ts'
import { temporaryFolder, testDatabase } from '../../../../tests/support/database.ts'
import { runCommand } from '../../../../tests/support/run-command.ts'
import { openClockGuard } from '../../jobs/clock-guard.ts'
import { beat, noteBehind } from '../../jobs/clock-queries.ts'
import { systemClock } from '../../lib/clock.ts'

const dayMs = 24 * 60 * 60_000

test('the owner confirms the clock, and old data is deleted again', async () => {
  const { db, connection, close } = await testDatabase()
  const env = { DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseUrl(connection) }
  const log = { warn: () => undefined }
  const guard = openClockGuard({ db, clock: systemClock, askNtp: async () => undefined, log })
  await beat(db, new Date(Date.now() + 40 * dayMs), new Date(0))
  expect(await guard.mayDelete()).toBe(false)
  const first = await runCommand(['clock:confirm', '--json'], env)
  expect({ code: first.code, ...JSON.parse(first.out) }).toMatchObject({ code: 0, before: 'behind' })
  expect(await guard.mayDelete()).toBe(true)

  await noteBehind(db)
  await guard.beat()
  expect((await guard.check()).state).toBe('held')
  const second = await runCommand(['clock:confirm'], env)
  expect(second.out).toMatch(/^It is \d{4}-\d\d-\d\d \d\d:\d\d UTC: the shop goes on from this time\.\n$/)
  expect(await guard.mayDelete()).toBe(true)
  await close()
  await rm(env.DATA_DIR, { recursive: true })
})
