import type { AuditedRecord, Fields } from '#domain/audit.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'

/** The dependencies of writing and reading the audit. */
export interface AuditBook {
  db: Db
  clock: Clock
  ids: Ids
}

interface AuditEntry {
  /** The admin who did it; undefined for the command line. */
  actor: string | undefined
  action: string
  record: AuditedRecord
  recordId: string
  /** The changed fields, before and after. Never a secret. */
  before?: Fields
  after?: Fields
}

/**
 * Records the action of an admin, in the transaction of the action.
 * @returns the entry's id, with which a deletion can be undone
 */
export async function recordAuditEntry(
  tx: Tx,
  auditEntry: AuditEntry,
  { clock, ids }: Omit<AuditBook, 'db'>,
): Promise<string> {
  const id = ids.uuid()
  await tx
    .insertInto('audit')
    .values({
      id,
      at: clock.now(),
      actor: auditEntry.actor ?? null,
      action: auditEntry.action,
      record: auditEntry.record,
      record_id: auditEntry.recordId,
      before: auditEntry.before ? JSON.stringify(auditEntry.before) : null,
      after: auditEntry.after ? JSON.stringify(auditEntry.after) : null,
    })
    .execute()
  return id
}
