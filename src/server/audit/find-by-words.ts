import { type RawBuilder, sql } from 'kysely'
import type { AuditedRecord } from '#domain/audit.ts'
import { arrivedStates } from '#domain/orders/order.ts'
import { contains } from '../db/contains.ts'
import { maxCounted } from '../db/count-found.ts'

interface Way {
  record: AuditedRecord
  /** Where the name is stored, when the entry itself does not have it. */
  table?: string
  /** The record's column that refers to this table, when it is not the record itself. */
  through?: string
  holds: (q: string) => RawBuilder<unknown>
}

/** Where the names of each kind of record are stored, each with an index of its own but the few charts and invitations; messages are not found by theirs. */
const names: Way[] = [
  { record: 'product', table: 'product', holds: q => contains('named.name', q) },
  { record: 'product', holds: q => contains(sql`before ->> 'name'`, q) },
  { record: 'product', holds: q => contains(sql`after ->> 'name'`, q) },
  { record: 'review', table: 'product', through: 'product_id', holds: q => contains('named.name', q) },
  { record: 'size chart', table: 'size_chart', holds: q => contains('named.name', q) },
  { record: 'discount code', table: 'discount_code', holds: q => contains('named.code', q) },
  { record: 'content', table: 'content', holds: q => contains('named.title', q) },
  { record: 'setting', table: 'shop_setting', holds: q => contains('named.section', q) },
  { record: 'bulk edit', table: 'bulk_edit', holds: q => contains('named.name', q) },
  { record: 'delivery', table: 'delivery', holds: q => contains('named.note', q) },
  { record: 'user', table: 'user', holds: q => contains('named.email', q) },
  { record: 'invitation', table: 'invitation', holds: q => contains('named.email', q) },
  { record: 'import', table: 'product_import', holds: q => contains('named.file', q) },
  { record: 'order', table: 'order', holds: q => sql`${hasArrived} and ${contains('named.order_id', q)}` },
  { record: 'order', table: 'order', holds: q => sql`named.order_id = ${q.toLowerCase()}` }, // a deleted order, too
  { record: 'order', table: 'order', holds: q => sql`named.number = ${numberIn(q)}` },
]
/** `#1042` or `1042`; null for any other text. */
const numberIn = (q: string) => (/^#?\d{1,9}$/.test(q) ? Number(q.replace('#', '')) : null)
const states = sql.join(arrivedStates.map(state => sql.lit(state)))
const hasArrived = sql`named.payment_state in (${states}) and named.deleted_at is null`

/**
 * Finds the entries that contain a text in the admin's e-mail, or in the current or former name of their record. Each way of
 * finding them stops at the newest 10,000, so that a frequent text is found as fast as a rare one.
 */
export function foundByWords(q: string, record: string | undefined): RawBuilder<unknown> {
  const isIndexed = q.length > 2 // for fewer characters the query would read all names that ever were
  const asked = names.filter(name => (!record || name.record === record) && (isIndexed || name.table))
  const ways = [byAdmin(q, record), ...asked.map(way => byName(way, q))]
  return sql.join(
    ways.map(way => sql`(select audit.id, audit.at from ${way} order by audit.at desc, audit.id desc limit ${max})`),
    sql` union `,
  )
}

const byName = ({ record, table, through, holds }: Way, q: string) => {
  const owner = through ? sql`join ${sql.table(record)} owner on owner.id = record_id` : sql``
  const id = through ? sql.ref(`owner.${through}`) : sql.ref('record_id')
  const named = table ? sql`${owner} join ${sql.table(table)} named on named.id = ${id}` : sql``
  return sql`audit ${named} where record = ${record} and ${holds(q)}`
}

/** Searches the current admins before those who may have been admins. */
const byAdmin = (q: string, record: string | undefined) => sql`
  (
    select id from "user" where role = 'admin' and ${contains('email', q)}
    union (select id from "user" where ${contains('email', q)} limit ${max})
  ) admin
  cross join lateral (
    select id, at from audit where actor = admin.id and ${isOf(record)} order by at desc, id desc limit ${max}
  ) audit`

const max = sql.lit(maxCounted)

export const isOf = (record: string | undefined) => (record ? sql`audit.record = ${record}` : sql`true`)
