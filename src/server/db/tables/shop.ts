import type { Generated, JSONColumnType } from 'kysely'
import type { AuditedRecord, Fields } from '#domain/audit.ts'
import type { ContentKind } from '#domain/content/content.ts'
import type { Document } from '#domain/content/document.ts'
import type { JobKind } from '#domain/job.ts'

/** The number of rows in a table, by their kind; a trigger maintains it. A figure is the sum of its rows. */
export interface RowTallyTable {
  id: Generated<number>
  rows_of: 'user' | 'audit' | 'review' | 'contact_message'
  /** A user's role (deleted users do not count), or the record of an audit entry; empty for the others. */
  kind: string
  n: number
}

/** The last hour at which the shop trusted the clock of its machine; at most one row. */
export interface ClockHeartbeatTable {
  only_row: Generated<boolean>
  seen_at: Date
  /** The clock was more than a day behind, and has not been trusted since. */
  was_behind: Generated<boolean>
  held_until: Date | null
}

/** A section of the owner's settings. */
export interface ShopSettingTable {
  id: Generated<string>
  section: string
  value: JSONColumnType<object>
  version: Generated<number>
  /** Null as long as it is as the shop came. */
  changed_at: Date | null
}

/** What a change of the settings replaced. */
export interface ShopSettingChangeTable {
  audit_id: string
  section: string
  before: JSONColumnType<object>
  /** The version that the change made. */
  version: number
}

/** A page or a post of the journal. */
export interface ContentTable {
  id: string
  kind: ContentKind
  title: string
  /** The end of its path; of those that are not deleted, each kind has it once. */
  address: string
  summary: string
  shows_summary: boolean
  author: string
  /** The id of an uploaded picture, or the name of one of the house. */
  picture: string | null
  alt: string
  seo_title: string
  seo_description: string
  document: JSONColumnType<Document>
  /** The ids of the uploaded pictures of the text, and of the one above it. */
  pictures: string[]
  /** The reading time. */
  minutes: number
  /** From when visitors see it; null: a draft. */
  published_from: Date | null
  /** Anybody who knows it sees what is saved. */
  preview_key: string
  version: number
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** A former address, which leads to the present one. */
export interface ContentAddressTable {
  kind: ContentKind
  address: string
  content_id: string
}

/** What a change of a page or a post replaced. */
export interface ContentChangeTable {
  audit_id: string
  content_id: string
  /** The columns as they were; null when the change made it. */
  before: JSONColumnType<object> | null
  /** The version that the change made. */
  version: number
}

/** The actions of admins on records, each written in the transaction of its action. */
export interface AuditTable {
  id: string
  at: Date
  /** Null for the command line. */
  actor: string | null
  action: string
  record: AuditedRecord
  record_id: string
  /** The fields that changed. */
  before: JSONColumnType<Fields | null, string | null>
  after: JSONColumnType<Fields | null, string | null>
  /** When a deletion or an import was undone. */
  undone_at: Generated<Date | null>
}

/** The runs of the nightly jobs and of the same jobs started by command, with their results. */
export interface JobTable {
  id: string
  kind: JobKind
  started_at: Date
  /** Null while it runs, and for one that was killed. */
  finished_at: Generated<Date | null>
  /** Why it failed, in one sentence. */
  failed: Generated<string | null>
  /** The result. */
  facts: JSONColumnType<Record<string, unknown> | null, string | null | undefined>
}
