import { sql } from 'kysely'
import { undoDays } from '#domain/audit.ts'
import type { Db, Tx } from '../../db/connection.ts'
import type { Clock, MayDelete } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { runEvery } from '../../lib/run-every.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** Deletes an import and its rows; its changes of the catalogue stay. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`set local statement_timeout = '60s'`.execute(tx)
    await tx.deleteFrom('product_import').where('id', '=', id).execute()
  })
}

/**
 * Deletes imports that were not applied within a day, and those that can no longer be undone.
 * @returns how many were deleted
 */
export async function deleteOldImports({ db, clock }: { db: Db; clock: Clock }): Promise<number> {
  const now = +clock.now()
  const old = await db
    .selectFrom('product_import')
    .select('id')
    .where(({ and, or, eb }) =>
      or([
        and([eb('applied_at', 'is', null), eb('created_at', '<', new Date(now - dayMs))]),
        eb('applied_at', '<', new Date(now - (undoDays + 1) * dayMs)),
      ]),
    )
    .execute()
  let deleted = 0
  for (const { id } of old) if (await db.transaction().execute(tx => deleteUnlessLocked(tx, id))) deleted += 1
  return deleted
}

/** Deletes an import unless it is locked, because a transaction is applying or undoing it. */
async function deleteUnlessLocked(tx: Tx, id: string): Promise<boolean> {
  await sql`set local statement_timeout = '60s'`.execute(tx)
  const held = await tx
    .selectFrom('product_import')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (held) await tx.deleteFrom('product_import').where('id', '=', id).execute()
  return held !== undefined
}

/**
 * Deletes old imports every hour for as long as the shop runs, while its clock can be trusted.
 * @returns a handle whose `close` stops it after the current run
 */
export function startDeletingOldImports(
  { mayDelete, ...context }: { db: Db; clock: Clock; mayDelete: MayDelete },
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: hourMs,
      runsAtStart: true,
      mayRun: mayDelete,
      run: () => deleteOldImports(context),
      messageFor: () => 'old imports could not be deleted',
    },
    log,
  )
}
