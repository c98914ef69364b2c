import { sql } from 'kysely'
import { validate } from 'uuid'
import type { AuditEntry } from '#domain/audit.ts'
import type { Db } from '../db/connection.ts'
import { maxCounted } from '../db/count-found.ts'
import { countOf } from '../db/counters.ts'
import { foundByWords, isOf } from './find-by-words.ts'
import { isUndoable, undoneUntil } from './undo.ts'

export interface AuditFilters {
  page: number
  limit: number
  /** Filters by one kind of record. */
  record?: string
  /** The id of a record, or a part of the name of the record or of the admin. */
  q?: string
}

/** What admins did, newest first, and the total; a search counts 10,000 entries at most. */
export async function findAudit(db: Db, filters: AuditFilters, now: Date) {
  const { ids, total } = await findPage(db, filters)
  const rows = await db
    .selectFrom('audit')
    .leftJoin('user as actor', 'actor.id', 'audit.actor')
    .selectAll('audit')
    .select('actor.email')
    .select([nameOfRecord, isErased])
    .where('audit.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('at', 'desc')
    .orderBy('audit.id', 'desc')
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
        canUndo: isUndoable(row) && !row.undone_at && !row.is_erased && undoneUntil(row.at) >= now,
      }),
    ),
  }
}

/** Searches the entries once, for both the count and the page. */
async function findPage(db: Db, { page, limit, record, q }: AuditFilters): Promise<{ ids: string[]; total: number }> {
  const found = q && !validate(q) ? foundByWords(q, record) : allOf(record, q)
  const count = q
    ? sql`(select least(count(*), ${sql.lit(maxCounted)}) from found)`
    : countOf('audit', record || undefined)
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with found as (${found})
    select ${count}::int as total, array(
      select id from found order by at desc, id desc limit ${limit} offset ${(page - 1) * limit}
    ) as ids`.execute(db)
  return rows[0] ?? { ids: [], total: 0 }
}

const allOf = (record: string | undefined, recordId: string | undefined) =>
  sql`select id, at from audit where ${isOf(record)} and ${recordId ? sql`record_id = ${recordId}` : sql`true`}`

/** The user was erased, or the answer to a review with its author. */
const isErased = sql<boolean>`
  case record
    when 'user' then exists (select from "user" where "user".id = record_id and erased_at is not null)
    when 'review' then before is null
    when 'message' then not exists (select from contact_message where contact_message.id = record_id)
    else false
  end`.as('is_erased')

const nameOfRecord = sql<string | null>`
  case record
    when 'product' then (select name from product where product.id = record_id)
    when 'user' then (select email from "user" where "user".id = record_id)
    when 'import' then (select file from product_import where product_import.id = record_id)
    when 'order' then (select '#' || number from "order" where "order".id = record_id)
    when 'message' then (
      select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')
      from contact_message where contact_message.id = record_id
    )
    when 'delivery' then (select coalesce(nullif(note, ''), 'without a note') from delivery where delivery.id = record_id)
    when 'bulk edit' then (select name from bulk_edit where bulk_edit.id = record_id)
    when 'setting' then (select section from shop_setting where shop_setting.id = record_id)
    when 'content' then (select title from content where content.id = record_id)
    when 'invitation' then (select email from invitation where invitation.id = record_id)
    when 'size chart' then (select name from size_chart where size_chart.id = record_id)
    when 'return' then (
      select '#' || number from return join "order" on "order".id = return.order_id where return.id = record_id
    )
    when 'discount code' then (select code from discount_code where discount_code.id = record_id)
    when 'review' then (
      select name from review join product on product.id = review.product_id where review.id = record_id
    )
  end`.as('name')
