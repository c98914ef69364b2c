import { validate } from 'uuid'
import type { Fields as AuditFields } from '#domain/audit.ts'
import {
  type BulkChange,
  type BulkSale,
  type bulkNames,
  type PlannedEdit,
  readBulkChange,
} from '#domain/products/bulk-edit.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import type { Tx } from '../../db/connection.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import { holdChoices } from '../../settings/queries.ts'
import type { Admin, CatalogueContext } from '../context.ts'
import { namedColumns, planEdits } from './plan-edit.ts'
import { writeColumns } from './write-columns.ts'

/** What an edit changes, as it was sent. */
export type SentChange = Partial<Record<(typeof bulkNames)[number], unknown>>

interface Edit {
  /** The caller's own, a UUID: what is sent twice with it is done once. */
  id: string
  /** With the version that the preview was about. */
  products: { _id: string; updatedAt: string }[]
  sent: SentChange
}

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
 * @returns the audit entry that can be undone
 * @throws ShopError 400 as the preview, 409 when a product has changed since, is not there any more, or cannot be changed so,
 * and when the id was used for another edit
 */
export async function applyBulkEdit(context: CatalogueContext, admin: Admin, edit: Edit): Promise<string> {
  if (!validate(edit.id)) throw badRequest('The id of an edit must be a UUID.')
  return await context.db.transaction().execute(async tx => {
    const at = context.clock.now()
    const versions = new Map(edit.products.map(({ _id, updatedAt }) => [_id.toLowerCase(), updatedAt]))
    const done = await startEdit(tx, edit, versions.size, at)
    if (done) return done
    const change = await readChange(tx, edit.sent)
    const plans = await planEdits(tx, [...versions.keys()], change, at)
    for (const { planned } of plans) {
      if (planned.updatedAt !== versions.get(planned._id))
        throw conflict(`${planned.name} was changed since this preview: look at it again.`)
      if (planned.error) throw conflict(`${planned.name}: ${planned.error}`)
    }
    if (plans.length < versions.size)
      throw conflict('Some of these products are gone, or are so already: look at the preview again.')
    const rows = plans.map(({ planned, after }) => ({ id: planned._id, columns: namedColumns(after, change) }))
    const written = await writeColumns(tx, rows, at)
    await tx
      .insertInto('bulk_edit_row')
      .values(
        plans.map(({ planned, before }) => ({
          ...{ bulk_edit_id: edit.id, product_id: planned._id, before: JSON.stringify(namedColumns(before, change)) },
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
 * A second call with the same id waits for the first.
 * @returns the audit entry, if the edit was done before
 * @throws ShopError 409 when its id was used for another edit
 */
async function startEdit(tx: Tx, edit: Edit, products: number, at: Date): Promise<string | undefined> {
  const name = products === 1 ? '1 product' : `${products} products`
  const asked = JSON.stringify([edit.sent, edit.products])
  const inserted = await tx
    .insertInto('bulk_edit')
    .values({ id: edit.id, name, asked, audit_id: null, applied_at: at })
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return undefined
  const stored = tx.selectFrom('bulk_edit').select(['asked', 'audit_id']).where('id', '=', edit.id)
  const first = await stored.executeTakeFirstOrThrow()
  if (first.asked !== asked) throw conflict('The id of this edit was used for another one: send it with a new id.')
  return first.audit_id ?? undefined
}

async function recordEdit(
  tx: Tx,
  context: CatalogueContext,
  admin: Admin,
  id: string,
  change: BulkChange,
  names: string[],
): Promise<string> {
  const { sale, ...plain } = change
  const after = { ...plain, ...(sale !== undefined && inWords(sale)), products: names.join(', ') }
  const auditId = await recordAuditEntry(
    tx,
    { actor: admin.id, action: 'bulk edit', record: 'bulk edit', recordId: id, after },
    context,
  )
  await tx.updateTable('bulk_edit').set({ audit_id: auditId }).where('id', '=', id).execute()
  return auditId
}

const inWords = (sale: BulkSale | null): AuditFields =>
  sale
    ? {
        salePercent: sale.percentOff,
        sale_from: sale.from?.toISOString() ?? null,
        sale_until: sale.until?.toISOString() ?? null,
      }
    : { endsSale: true }
