import { type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import type { AuditEntry } from '#domain/audit.ts'
import type { Db } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import { countFound } from '../db/count-found.ts'
import { countOf } from '../db/tallies.ts'
import { undoable, undoneUntil } from './undo.ts'

export interface AuditFilters {
  page: number
  limit: number
  /** One kind of record. */
  record?: string
  /** A record's id, or a part of what the admin is called. */
  q?: string
}

/** What admins did, newest first, and how much it is in all; of what one admin did 10,000 entries are counted at most. */
export async function findAudit(db: Db, { page, limit, record, q }: AuditFilters, now: Date) {
  let entries = db.selectFrom('audit')
  if (record) entries = entries.where('record', '=', record as AuditEntry['record'])
  if (q) entries = validate(q) ? entries.where('record_id', '=', q) : entries.where(isByAdmin(q))
  const total = q ? await countFound(db, entries) : await countAll(db, record || undefined)
  const rows = await db
    .with('page', () =>
      entries
        .select(['id', 'at'])
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit),
    )
    .selectFrom('page')
    .innerJoin('audit', 'audit.id', 'page.id')
    .leftJoin('user as actor', 'actor.id', 'audit.actor')
    .selectAll('audit')
    .select('actor.email')
    .select([nameOfRecord, isErased])
    .orderBy('page.at', 'desc')
    .orderBy('page.id', 'desc')
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
        canUndo: undoable.includes(row.action) && !row.undone_at && !row.is_erased && undoneUntil(row.at) >= now,
      }),
    ),
  }
}

const isByAdmin = (email: string) =>
  sql<SqlBool>`audit.actor = any(array(select id from "user" where ${contains('email', email)}))`

async function countAll(db: Db, record: string | undefined): Promise<number> {
  const { total } = await db.selectNoFrom(countOf('audit', record).as('total')).executeTakeFirstOrThrow()
  return total
}

const isErased = sql<boolean>`
  record = 'user' and exists (select from "user" where "user".id = record_id and erased_at is not null)`.as('is_erased')

const nameOfRecord = sql<string | null>`
  case record
    when 'product' then (select name from product where product.id = record_id)
    when 'user' then (select email from "user" where "user".id = record_id)
    when 'import' then (select file from product_import where product_import.id = record_id)
    when 'order' then (select order_id from "order" where "order".id = record_id)
  end`.as('name')
