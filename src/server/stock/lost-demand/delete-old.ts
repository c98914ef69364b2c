import { sql } from 'kysely'
import { maxDays } from '#domain/stock/lost-demand.ts'
import type { Db } from '../../db/connection.ts'
import type { Clock, MayDelete } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { runEvery } from '../../lib/run-every.ts'
import { firstDay } from './list.ts'

const hourMs = 60 * 60_000

interface DemandContext {
  db: Db
  clock: Clock
}

/** Deletes the lost demand that is more than 400 days old. */
export async function deleteOldDemand({ db, clock }: DemandContext): Promise<void> {
  await sql`delete from lost_demand where day < ${firstDay(clock.now(), maxDays)}::date`.execute(db)
}

/**
 * Deletes old lost demand every hour while the clock can be trusted; the first time after midnight UTC finds some.
 * @returns a handle whose `close` stops it after the current run
 */
export function startDeletingOldDemand(
  { mayDelete, ...context }: DemandContext & { mayDelete: MayDelete },
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: hourMs,
      runsAtStart: true,
      mayRun: mayDelete,
      run: () => deleteOldDemand(context),
      messageFor: () => 'old lost demand could not be deleted, the shop will try again',
    },
    log,
  )
}
