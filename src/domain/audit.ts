import { type Static, Type } from 'typebox'
import { literals } from './schema.ts'

export const auditedRecords = ['user', 'product', 'order', 'import', 'message'] as const
export type AuditedRecord = (typeof auditedRecords)[number]

/** Field names with their values, as they were or as they are. */
export type Fields = Record<string, string | number | boolean | null>

const FieldsOrNone = Type.Union([Type.Unsafe<Fields>(Type.Object({}, { additionalProperties: true })), Type.Null()])

/** For how long a deletion or an import can be taken back, in days. */
export const undoDays = 30

/** One thing that an admin did. */
export const AuditEntry = Type.Object({
  _id: Type.String(),
  at: Type.String(),
  actor: Type.Union([Type.Object({ _id: Type.String(), email: Type.String() }), Type.Null()]),
  action: Type.String({ description: "Such as 'delete', 'undo', 'change role', 'refund'" }),
  record: literals(auditedRecords),
  recordId: Type.String(),
  /** What the record is called: a product's name, an order's id, a user's e-mail, an import's file. Empty when it is gone. */
  recordName: Type.String(),
  before: FieldsOrNone,
  after: FieldsOrNone,
  canUndo: Type.Boolean(),
})
export type AuditEntry = Static<typeof AuditEntry>

/** What a deletion answers: the entry with which it can be taken back. */
export const Deleted = Type.Object({ auditId: Type.String() })
export type Deleted = Static<typeof Deleted>
