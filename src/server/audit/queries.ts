import { sql } from 'kysely'
import { validate } from 'uuid'
import type { AuditEntry } from '#domain/audit.ts'
import type { Db } from '../db/connection.ts'
import { undoable, undoneUntil } from './undo.ts'

export interface AuditFilters {
  page: number
  limit: number
  /** One kind of record. */
  record?: string
  /** A record's id, or a part of what the admin is called. */
  q?: string
}

/** What admins did, newest first, and how much it is in all. */
export async function findAudit(db: Db, { page, limit, record, q }: AuditFilters, now: Date) {
  let entries = db.selectFrom('audit').leftJoin('user as actor', 'actor.id', 'audit.actor')
  if (record) entries = entries.where('record', '=', record as AuditEntry['record'])
  if (q)
    entries = validate(q)
      ? entries.where('record_id', '=', q)
      : entries.where(sql<boolean>`strpos(lower(actor.email), lower(${q})) > 0`)
  const { total } = await entries.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await entries
    .selectAll('audit')
    .select('actor.email')
    .select(nameOfRecord)
    .orderBy('at', 'desc')
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return {
    total,
    entries: rows.map(
      (row): AuditEntry => ({
        _id: row.id,
        at: row.at.toISOString(),
        actor: row.actor && row.email ? { _id: row.actor, email: row.email } : null,
        action: row.action,
        record: row.record,
        recordId: row.record_id,
        recordName: row.name ?? '',
        before: row.before,
        after: row.after,
        canUndo: undoable.includes(row.action) && !row.undone_at && undoneUntil(row.at) >= now,
      }),
    ),
  }
}

const nameOfRecord = sql<string | null>`
  case record
    when 'product' then (select name from product where product.id = record_id)
    when 'user' then (select email from "user" where "user".id = record_id)
    when 'import' then (select file from product_import where product_import.id = record_id)
    else (select order_id from "order" where "order".id = record_id)
  end`.as('name')
