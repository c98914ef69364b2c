import { sql } from 'kysely'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../tests/support/database.ts'
import { minutes, movableClock } from '../../payments/payments.fixture.ts'
import { deleteOldDemand, startDeletingOldDemand } from './delete-old.ts'
import { type Demand, gatherDemand } from './gather.ts'
import { firstDay } from './list.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => sql`truncate lost_demand`.execute(database.db))
afterAll(() => database.close())

const clock = movableClock(new Date('2026-03-01T12:00Z'))
const dress = { productId: v7(), variantId: v7(), size: 'alpha-M', cents: 12_000 }
const ring = { productId: v7(), variantId: v7(), size: 'one', cents: 5_000 }
const warnings: string[] = []
const log = { warn: (_: object, message: string) => void warnings.push(message) }
const open = (maxNoted?: number) => gatherDemand({ db: database.db, clock, log, maxNoted })

async function stored() {
  const { rows } = await sql<{ row: string }>`
    select day || ' ' || kind || ' ' || size || ': ' || visitors || ' for ' || cents as row
    from lost_demand order by day, kind, size`.execute(database.db)
  return rows.map(({ row }) => row)
}

test('a visitor counts once a day for each size, over all kinds', async () => {
  const demand = open()
  for (const kind of ['tapped', 'tapped', 'refused', 'alert'] as const) demand.note('ada', { kind, ...dress })
  demand.note('ada', { kind: 'refused', ...ring, cents: 15_000 })
  demand.note('eve', { kind: 'tapped', ...dress, cents: 11_000 })
  expect(demand.isNoted('ada', dress)).toBe(true)
  expect(demand.isNoted('eve', ring)).toBe(false)
  await demand.flush()
  const first = ['2026-03-01 refused one: 1 for 15000', '2026-03-01 tapped alpha-M: 2 for 23000']
  expect(await stored()).toEqual(first)
  demand.note('ada', { kind: 'refused', ...dress })
  await demand.flush()
  expect(await stored()).toEqual(first)
  clock.move(minutes(12 * 60))
  expect(demand.isNoted('ada', dress)).toBe(false)
  demand.note('ada', { kind: 'tapped', ...dress })
  await demand.close()
  expect(await stored()).toEqual([...first, '2026-03-02 tapped alpha-M: 1 for 12000'])
})

test('a filter that found nothing is about no product', async () => {
  const demand = open()
  const filter: Demand = { kind: 'filtered', productId: null, variantId: null, size: 'clothes-M', cents: 0 }
  for (const visitor of ['ada', 'eve']) demand.note(visitor, filter)
  await demand.flush()
  demand.note('otto', filter)
  demand.note('otto', { ...filter, size: 'ring-54' })
  await demand.close()
  expect((await stored()).map(row => row.slice(11))).toEqual([
    'filtered clothes-M: 3 for 0',
    'filtered ring-54: 1 for 0',
  ])
})

test('several processes add up, also at once, and what is noted is stored within seconds', async () => {
  const processes = Array.from({ length: 4 }, () => open())
  for (const [n, demand] of processes.entries()) {
    demand.note(`visitor ${n}`, { kind: 'tapped', ...(n % 2 ? dress : ring) })
    demand.note(`visitor ${n}`, { kind: 'tapped', ...(n % 2 ? ring : dress) })
  }
  await expect.poll(stored).toHaveLength(2)
  await expect
    .poll(async () => (await stored()).map(row => row.slice(18)))
    .toEqual(['alpha-M: 4 for 48000', 'one: 4 for 20000'])
  await Promise.all(processes.map(demand => demand.close()))
})

test('beyond its bound nothing is noted until the next day, and nothing fails', async () => {
  const demand = open(3)
  for (let n = 0; n < 10; n++) demand.note(`visitor ${n}`, { kind: 'tapped', ...dress })
  await demand.flush()
  expect((await stored()).map(row => row.slice(11))).toEqual(['tapped alpha-M: 3 for 36000'])
  clock.move(minutes(24 * 60))
  demand.note('visitor 9', { kind: 'tapped', ...dress })
  await demand.close()
  expect(await stored()).toHaveLength(2)
})

test('what cannot be stored is stored the next time, and at the end only reported', async () => {
  const broken = await testDatabase()
  const demand = gatherDemand({ db: broken.db, clock, log })
  demand.note('ada', { kind: 'tapped', ...dress })
  await sql`alter table lost_demand rename to elsewhere`.execute(broken.db)
  await expect(demand.flush()).rejects.toThrow('lost_demand')
  demand.note('eve', { kind: 'tapped', ...dress })
  await sql`alter table elsewhere rename to lost_demand`.execute(broken.db)
  await demand.flush()
  const { rows } = await sql`select visitors, cents from lost_demand`.execute(broken.db)
  expect(rows).toEqual([{ visitors: 2, cents: 24_000 }])
  demand.note('otto', { kind: 'tapped', ...dress })
  await sql`drop table lost_demand`.execute(broken.db)
  await demand.close()
  expect(warnings.at(-1)).toBe('what visitors asked for in vain could not be stored')
  await broken.close()
})

test('rows of more than 400 days ago are deleted', async () => {
  const { db } = database
  for (const days of [1, 400, 401, 500])
    await db
      .insertInto('lost_demand')
      .values({ ...rowOf(ring), day: firstDay(clock.now(), days) })
      .execute()
  await deleteOldDemand({ db, clock })
  expect(await stored()).toHaveLength(2)
  clock.move(minutes(24 * 60))
  const job = startDeletingOldDemand({ db, clock, mayDelete: async () => true }, log)
  await expect.poll(stored).toHaveLength(1)
  await job.close()
})

const rowOf = ({ productId, variantId, size, cents }: typeof ring) => ({
  ...{ kind: 'tapped' as const, product_id: productId, variant_id: variantId, size, cents, visitors: 1 },
})
