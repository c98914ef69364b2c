import { validate } from 'uuid'
import { undoDays } from '#domain/audit.ts'
import { type BulkChange, type PlannedEdit, readBulkChange } from '#domain/products/bulk-edit.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import type { Tx } from '../../db/connection.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import { holdChoices } from '../../settings/queries.ts'
import type { Admin, CatalogueContext } from '../context.ts'
import { planEdits } from './plan-edit.ts'
import { writeColumns } from './write-columns.ts'

/** What an edit changes, as it was sent. */
export type SentChange = Record<'category' | 'color' | 'percent' | 'status', unknown>

/**
 * Says what an edit would do, and changes nothing.
 * @param ids the products
 * @returns a plan for each product that it would change
 * @throws ShopError 400 with a sentence about the first value that cannot be used
 */
export async function previewBulkEdit(
  { db, clock }: CatalogueContext,
  ids: string[],
  sent: SentChange,
): Promise<PlannedEdit[]> {
  return await db.transaction().execute(async tx => {
    const plans = await planEdits(tx, distinct(ids), await readChange(tx, sent), clock.now())
    return plans.map(({ planned }) => planned)
  })
}

/**
 * Changes many products as one change that one undo takes back: all that were sent, or none.
 * @param edit `id` is the caller's own: what is sent twice with it is done once. Of each product the version that the preview was about
 * @returns the audit entry that can be undone
 * @throws ShopError 400 as the preview, 409 when a product has changed since, is not there any more, or cannot be changed so
 */
export async function applyBulkEdit(
  context: CatalogueContext,
  admin: Admin,
  edit: { id: string; products: { _id: string; updatedAt: string }[]; sent: SentChange },
): Promise<string> {
  if (!validate(edit.id)) throw badRequest('The id of an edit must be a UUID.')
  return await context.db.transaction().execute(async tx => {
    const at = context.clock.now()
    const versions = new Map(edit.products.map(({ _id, updatedAt }) => [_id.toLowerCase(), updatedAt]))
    const isFirst = await startEdit(tx, edit.id, versions.size, at)
    if (!isFirst) return await auditOf(tx, edit.id)
    const change = await readChange(tx, edit.sent)
    const plans = await planEdits(tx, [...versions.keys()], change, at)
    for (const { planned } of plans) {
      if (planned.updatedAt !== versions.get(planned._id))
        throw conflict(`${planned.name} was changed since this preview: look at it again.`)
      if (planned.error) throw conflict(`${planned.name}: ${planned.error}`)
    }
    if (plans.length < versions.size)
      throw conflict('Some of these products are gone, or are so already: look at the preview again.')
    const rows = plans.map(({ planned, after }) => ({ id: planned._id, columns: after }))
    const written = await writeColumns(tx, rows, at)
    await tx
      .insertInto('bulk_edit_row')
      .values(
        plans.map(({ planned, before }) => ({
          ...{ bulk_edit_id: edit.id, product_id: planned._id, before: JSON.stringify(before) },
          version: new Date(written.get(planned._id) ?? Number.NaN),
        })),
      )
      .execute()
    return await recordEdit(
      tx,
      context,
      admin,
      edit.id,
      change,
      plans.map(({ planned }) => planned.name),
    )
  })
}

async function readChange(tx: Tx, sent: SentChange): Promise<BulkChange> {
  const read = readBulkChange(sent, await holdChoices(tx))
  if (read.error !== undefined) throw badRequest(read.error)
  return read.change
}

const distinct = (ids: string[]) => [...new Set(ids.map(id => id.toLowerCase()))]

/**
 * A second call with the same id waits for the first. Deletes what can no longer be undone.
 * @returns whether this call is the first
 */
async function startEdit(tx: Tx, id: string, products: number, at: Date): Promise<boolean> {
  const old = new Date(+at - (undoDays + 1) * dayMs)
  await tx
    .deleteFrom('bulk_edit_row')
    .where('bulk_edit_id', 'in', tx.selectFrom('bulk_edit').select('id').where('applied_at', '<', old))
    .execute()
  const name = products === 1 ? '1 product' : `${products} products`
  const inserted = await tx
    .insertInto('bulk_edit')
    .values({ id, name, audit_id: null, applied_at: at })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

async function auditOf(tx: Tx, id: string): Promise<string> {
  const { audit_id } = await tx
    .selectFrom('bulk_edit')
    .select('audit_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return audit_id ?? ''
}

async function recordEdit(
  tx: Tx,
  context: CatalogueContext,
  admin: Admin,
  id: string,
  change: BulkChange,
  names: string[],
): Promise<string> {
  const { percent, ...columns } = change
  const after = { ...columns, ...(percent !== undefined && { percent }), products: names.join(', ') }
  const auditId = await recordAuditEntry(
    tx,
    { actor: admin.id, action: 'bulk edit', record: 'bulk edit', recordId: id, after },
    context,
  )
  await tx.updateTable('bulk_edit').set({ audit_id: auditId }).where('id', '=', id).execute()
  return auditId
}

const dayMs = 24 * 60 * 60_000
