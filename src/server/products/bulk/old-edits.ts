import { undoDays } from '#domain/audit.ts'
import type { Db } from '../../db/connection.ts'
import type { Clock, MayDelete } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { runEvery } from '../../lib/run-every.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Deletes what products were before edits that can no longer be undone. */
export async function deleteOldEdits({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const old = new Date(+clock.now() - (undoDays + 1) * dayMs)
  await db
    .deleteFrom('bulk_edit_row')
    .where('bulk_edit_id', 'in', db.selectFrom('bulk_edit').select('id').where('applied_at', '<', old))
    .execute()
}

/**
 * Deletes it every hour for as long as the shop runs, while its clock can be trusted.
 * @returns a handle whose `close` stops it after the current run
 */
export function startDeletingOldEdits(
  { mayDelete, ...context }: { db: Db; clock: Clock; mayDelete: MayDelete },
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: hourMs,
      runsAtStart: true,
      mayRun: mayDelete,
      run: () => deleteOldEdits(context),
      messageFor: () => 'old edits of many products could not be deleted',
    },
    log,
  )
}
