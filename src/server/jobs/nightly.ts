import { sql } from 'kysely'
import type { JobKind } from '#domain/job.ts'
import type { Db } from '../db/connection.ts'
import type { JobContext } from './run-job.ts'

const lookEveryMs = 10 * 60_000
const hour = 3
const dayMs = 24 * 60 * 60_000

/** A chore with what does it; `run` writes it down itself (`runChore`). */
export interface Nightly {
  kind: JobKind
  run: () => Promise<unknown>
}

interface Log {
  warn(about: object, message: string): void
}

/** The last three o'clock at night, UTC. */
export function lastNight(now: Date): Date {
  const night = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), hour)
  return new Date(night <= +now ? night : night - dayMs)
}

/**
 * Does each chore once a night, or later on the day when the shop was closed at night; never in its first ten minutes.
 * Of several processes one does it.
 * @returns what ends it, after the chore that is under way
 */
export function startNightly(book: JobContext, jobs: Nightly[], log: Log): { close(): Promise<void> } {
  let closed = false
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running.then(look)
  }, lookEveryMs).unref()

  async function look() {
    for (const { kind, run } of jobs) {
      if (closed) return
      try {
        await alone(book.db, kind, async () => {
          if (await isDue(book, kind)) await run()
        })
      } catch (error) {
        log.warn({ err: error }, `the nightly ${kind} has failed`)
      }
    }
  }

  return {
    async close() {
      closed = true
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Does a chore's work unless somebody else is at it.
 * @returns whether it was done here
 */
export async function alone(db: Db, kind: JobKind, work: () => Promise<unknown>): Promise<boolean> {
  return await db.transaction().execute(async tx => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx) // it does nothing but hold the lock
    const { rows } = await sql<{ ours: boolean }>`select pg_try_advisory_xact_lock(${keyOf(kind)}) as ours`.execute(tx)
    if (!rows[0]?.ours) return false
    await work()
    return true
  })
}

const keyOf = (kind: JobKind) => sql`hashtext(${`vitrine ${kind}`})`

/** Whether somebody is at a chore at this moment. */
export async function isUnderWay(db: Db, kind: JobKind): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and objsubid = 1 and datname = current_database()
        and objid = (${keyOf(kind)}::bigint & 4294967295)::oid
    ) as held`.execute(db)
  return rows[0]?.held === true
}

/** Whether none has started since the last night. */
export async function isDue({ db, clock }: Pick<JobContext, 'db' | 'clock'>, kind: JobKind): Promise<boolean> {
  const since = lastNight(clock.now())
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from chore where kind = ${kind} and started_at >= ${since}) as found`.execute(db)
  return rows[0]?.found === false
}
