import { sql } from 'kysely'
import { type ClockState, judgeClock } from '#domain/clock-state.ts'
import type { BackupCopy, Proof } from '#domain/integrity.ts'
import type { JobKind } from '#domain/job.ts'
import type { Db } from '../db/connection.ts'
import { findHeartbeat } from '../jobs/clock-queries.ts'
import { isUnderWay } from '../jobs/nightly.ts'

/**
 * The results of the shop's jobs: the last success of each kind, and the failures since.
 * @param backups the names of the existing backups; backups and drills of other files do not count
 */
export async function findProof(
  db: Db,
  backups: string[] | undefined,
): Promise<Omit<Proof, 'disk' | 'mail' | 'clock' | 'archive' | 'backupCopy'>> {
  const isChecking = await isUnderWay(db, 'check') // queried first: a check that ends in between has already stored its result
  const runs = await findLastRuns(db, backups)
  return {
    isChecking,
    check: lastRunOf(runs, 'check'),
    backup: lastRunOf(runs, 'backup'),
    drill: lastRunOf(runs, 'drill'),
    scrub: lastRunOf(runs, 'scrub'),
  }
}

const copyIsLateAfterMs = 25 * 60 * 60_000

interface Copied {
  hasBackup: boolean
  at: Date | null
  file: string | null
  places: string[] | null
  why: string | null
}

/** The last backup that is off this machine; `isMeant` says whether there is a bucket for it. */
export async function findBackupCopy(db: Db, isMeant: boolean, now: Date): Promise<BackupCopy> {
  if (!isMeant) return { state: 'off' }
  const { rows } = await sql<Copied>`
    select newest.facts is not null as "hasBackup", copied.started_at as at, copied.facts ->> 'file' as file, copied.facts -> 'copiedTo' as places,
      newest.facts ->> 'copyFailed' as why
    from (select 1) as one
    left join lateral (
      select started_at, facts from chore where kind = 'backup' and facts ? 'copiedTo' order by started_at desc limit 1
    ) copied on true
    left join lateral (
      select facts from chore where kind = 'backup' and facts is not null order by started_at desc limit 1
    ) newest on true`.execute(db)
  const { hasBackup, at, file, places, why } = rows[0] ?? {}
  const isLate = !at || +now - +at > copyIsLateAfterMs
  return {
    state: !hasBackup ? 'none' : isLate ? 'late' : 'ok',
    ...(at && { at: at.toISOString() }),
    ...(file && { file }),
    ...(places && { places }),
    ...(why && { why }),
  }
}

interface Run {
  kind: JobKind
  started_at: Date
  /** Null for a successful run. */
  failed: string | null
  facts: Record<string, unknown> | null
}

/** For each kind, the last run that succeeded and the last that failed. */
async function findLastRuns(db: Db, backups: string[] | undefined): Promise<Run[]> {
  const { rows } = await sql<Run>`
    select run.* from (values ('check'), ('backup'), ('drill'), ('scrub')) as asked (kind)
    cross join lateral (
      (select kind, started_at, failed, facts from chore
       where kind = asked.kind and finished_at is not null and failed is null
         and (kind in ('check', 'scrub') or ${backups ?? null}::text[] is null or facts ->> 'file' = any(${backups ?? null}))
       order by started_at desc limit 1)
      union all
      (select kind, started_at, failed, facts from chore
       where kind = asked.kind and failed is not null order by started_at desc limit 1)
    ) run`.execute(db)
  return rows
}

function lastRunOf(runs: Run[], kind: JobKind) {
  const ofKind = runs.filter(run => run.kind === kind)
  const succeeded = ofKind.find(({ failed }) => failed === null)
  const failed = ofKind.find(({ failed }) => failed !== null)
  const isNewer = failed && (!succeeded || failed.started_at > succeeded.started_at)
  return {
    ...(succeeded && { ...succeeded.facts, succeededAt: succeeded.started_at.toISOString() }),
    ...(isNewer && { failed: { at: failed.started_at.toISOString(), why: failed.failed ?? '' } }),
  }
}

/** Whether the shop trusts its clock, by what the jobs have noted last. */
export const findClockState = async (db: Db, now: Date): Promise<ClockState> => judgeClock(now, await findHeartbeat(db))
