import type { JobKind } from '#domain/job.ts'
import type { Db } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'

export interface JobContext {
  db: Db
  clock: Clock
  ids: Ids
}

const retentionMs = 90 * 24 * 60 * 60_000

/**
 * Runs a job and records its time and result for 90 days.
 * @returns what the work returned
 * @throws what the work throws, after its message is recorded
 */
export async function runJob<Facts extends object>(
  { db, clock, ids }: JobContext,
  kind: JobKind,
  work: () => Promise<Facts>,
): Promise<Facts> {
  const id = ids.uuid()
  const started_at = clock.now()
  await db.insertInto('chore').values({ id, kind, started_at }).execute()
  const finish = (result: { failed?: string; facts?: string }) =>
    db
      .updateTable('chore')
      .set({ finished_at: clock.now(), ...result })
      .where('id', '=', id)
      .execute()
  try {
    const facts = await work()
    await finish({ facts: JSON.stringify(facts) })
    return facts
  } catch (error) {
    await finish({ failed: (error as Error).message })
    throw error
  } finally {
    const before = new Date(+started_at - retentionMs)
    await db.deleteFrom('chore').where('kind', '=', kind).where('started_at', '<', before).execute()
  }
}
