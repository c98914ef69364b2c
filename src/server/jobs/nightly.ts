import { sql } from 'kysely'
import type { JobKind } from '#domain/job.ts'
import type { Db } from '../db/connection.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import type { JobContext } from './run-job.ts'

const lookEveryMs = 10 * 60_000
const hour = 3
const dayMs = 24 * 60 * 60_000

/** A job and its work; `run` records itself (`runJob`). */
export interface Nightly {
  kind: JobKind
  /** 1 when it is not given. */
  everyDays?: number
  run: () => Promise<unknown>
}

/** The last 3 a.m., UTC. */
export function lastNight(now: Date): Date {
  const night = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  return new Date(night <= +now ? night : night - dayMs)
}

/**
 * Runs each job once a night, or once in so many days, or later that day if the shop was closed at night; never in its first ten minutes. Of several
 * processes, one runs it.
 * @returns a handle whose `close` stops it after the running job
 */
export function startNightly(context: JobContext, jobs: Nightly[], log: Pick<Log, 'warn'>): { close(): Promise<void> } {
  async function runDue({ kind, everyDays, run }: Nightly) {
    try {
      await alone(context.db, kind, async () => {
        if (await isDue(context, kind, everyDays)) await run()
      })
    } catch (error) {
      log.warn({ err: error }, messageFor(kind))
    }
  }
  const run = async (signal: AbortSignal) => {
    for (const job of jobs) if (!signal.aborted) await runDue(job)
  }
  return runEvery({ everyMs: lookEveryMs, runsAtStart: false, run, messageFor: () => messageFor('jobs') }, log)
}

const messageFor = (what: string) => `the nightly ${what} has failed`

/**
 * Runs a job's work unless another process is running it.
 * @returns whether it ran here
 */
export async function alone(db: Db, kind: JobKind, work: () => Promise<unknown>): Promise<boolean> {
  return await db.transaction().execute(async tx => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx) // the transaction only holds the lock
    const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${keyOf(kind)}) as ours`.execute(tx)
    if (!rows[0]?.ours) return false
    await work()
    return true
  })
}

const keyOf = (kind: JobKind) => sql`hashtext(${`vitrine ${kind}`})`

/** Whether any process is running this job now. */
export async function isUnderWay(db: Db, kind: JobKind): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and objsubid = 1 and datname = current_database()
        and objid = (${keyOf(kind)}::bigint & 4294967295)::oid
    ) as held`.execute(db)
  return rows[0]?.held === true
}

/** Whether no run has started in the last days, which begin at night. */
export async function isDue(
  { db, clock }: Pick<JobContext, 'db' | 'clock'>,
  kind: JobKind,
  days = 1,
): Promise<boolean> {
  const since = new Date(+lastNight(clock.now()) - (days - 1) * dayMs)
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from chore where kind = ${kind} and started_at >= ${since}) as found`.execute(db)
  return rows[0]?.found === false
}
