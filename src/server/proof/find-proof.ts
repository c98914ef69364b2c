import { type SqlBool, sql } from 'kysely'
import type { ChoreKind } from '#domain/chore.ts'
import type { Proof } from '#domain/proof.ts'
import { isUnderWay } from '../chores/nightly.ts'
import type { Db } from '../db/connection.ts'

/** What the shop's chores have shown: the last that succeeded of each kind, and what has failed since. */
export async function findProof(db: Db): Promise<Proof> {
  const [check, backup, drill] = await Promise.all([lastRun(db, 'check'), lastRun(db, 'backup'), lastRun(db, 'drill')])
  return { isChecking: await isUnderWay(db, 'check'), check, backup, drill }
}

async function lastRun(db: Db, kind: ChoreKind) {
  const newestWhere = (condition: string) =>
    db
      .selectFrom('chore')
      .select(['started_at', 'failed', 'facts'])
      .where('kind', '=', kind)
      .where(sql<SqlBool>`${sql.raw(condition)}`)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  const succeeded = await newestWhere('finished_at is not null and failed is null')
  const failed = await newestWhere('failed is not null')
  const isNewer = failed && (!succeeded || failed.started_at > succeeded.started_at)
  return {
    ...(succeeded && { ...succeeded.facts, succeededAt: succeeded.started_at.toISOString() }),
    ...(isNewer && { failed: { at: failed.started_at.toISOString(), why: failed.failed ?? '' } }),
  }
}
