import { type Static, Type } from 'typebox'
import { literals } from './schema.ts'

export const auditedRecords = [
  'user',
  'product',
  'order',
  'import',
  'message',
  'review',
  'size chart',
  'delivery',
  'setting',
  'bulk edit',
  'content',
  'invitation',
  'discount code',
  'return',
] as const
export type AuditedRecord = (typeof auditedRecords)[number]

/** Field names with their values, before or after a change. */
export type Fields = Record<string, string | number | boolean | null>

const FieldsOrNone = Type.Union([Type.Unsafe<Fields>(Type.Object({}, { additionalProperties: true })), Type.Null()])

/** How long a deletion, an import or a change to a review can be undone, in days. */
export const undoDays = 30

/** One action of an admin. */
export const AuditEntry = Type.Object({
  _id: Type.String(),
  at: Type.String(),
  actor: Type.Union([Type.Object({ _id: Type.String(), email: Type.String() }), Type.Null()]),
  action: Type.String({ description: "Such as 'delete', 'undo', 'change role', 'refund'" }),
  record: literals(auditedRecords),
  recordId: Type.String(),
  /**
   * The record's name: a product's name, also for its review; an order's number such as `#1042`, a user's e-mail, the time of a
   * message, an import's file, a chart's name, how many products were edited.
   * Empty if the record is gone.
   */
  recordName: Type.String(),
  before: FieldsOrNone,
  after: FieldsOrNone,
  canUndo: Type.Boolean(),
})
export type AuditEntry = Static<typeof AuditEntry>

/** The response of a deletion: the audit entry that can undo it. */
export const Deleted = Type.Object({ auditId: Type.String() })
export type Deleted = Static<typeof Deleted>
