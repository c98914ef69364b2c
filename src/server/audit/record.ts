import type { AuditedRecord, Fields } from '#domain/audit.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'

/** What writing down and reading needs. */
export interface AuditBook {
  db: Db
  clock: Clock
  ids: Ids
}

interface Deed {
  /** Whoever did it, undefined for the command line. */
  actor: string | undefined
  action: string
  record: AuditedRecord
  recordId: string
  /** The fields that changed, before and after. Never a secret. */
  before?: Fields
  after?: Fields
}

/**
 * Writes down what an admin does, in the same transaction.
 * @returns the entry's id, with which a deletion can be taken back
 */
export async function recordDeed(tx: Tx, deed: Deed, { clock, ids }: Omit<AuditBook, 'db'>): Promise<string> {
  const id = ids.uuid()
  await tx
    .insertInto('audit')
    .values({
      id,
      at: clock.now(),
      actor: deed.actor ?? null,
      action: deed.action,
      record: deed.record,
      record_id: deed.recordId,
      before: deed.before ? JSON.stringify(deed.before) : null,
      after: deed.after ? JSON.stringify(deed.after) : null,
    })
    .execute()
  return id
}
