import type { AuditedRecord, Fields } from '#domain/audit.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { Clock, Ids } from '../lib/clock.ts'

/** What writing down and reading needs. */
export interface AuditBook {
  db: Db
  clock: Clock
  ids: Ids
}

interface AuditEntry {
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
