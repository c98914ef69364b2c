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
export async function recordAuditEntry(tx: Tx, entry: AuditEntry, book: Omit<AuditBook, 'db'>): Promise<string> {
  const [id = ''] = await recordAuditEntries(tx, [entry], book)
  return id
}

/** Like `recordAuditEntry`, for several at once. */
export async function recordAuditEntries(
  tx: Tx,
  entries: AuditEntry[],
  { clock, ids }: Omit<AuditBook, 'db'>,
): Promise<string[]> {
  const at = clock.now()
  const rows = entries.map(({ actor, action, record, recordId, before, after }) => ({
    ...{ id: ids.uuid(), at, actor: actor ?? null, action, record, record_id: recordId },
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }))
  await tx.insertInto('audit').values(rows).execute()
  return rows.map(({ id }) => id)
}
