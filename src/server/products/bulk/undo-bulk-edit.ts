import { sql } from 'kysely'
import type { Tx } from '../../db/connection.ts'
import { conflict } from '../../lib/errors.ts'
import { holdChoices, renamedSince } from '../../settings/queries.ts'
import { refuseGoneChoices } from '../choice-queries.ts'
import { lockProducts } from '../manage/lock-products.ts'
import { refuseDoubledColors } from '../manage/style-queries.ts'
import { writeColumns } from './write-columns.ts'

/**
 * Undoes an edit of many products: each is as it was before. What came since of their schedules, such as a sale that has begun,
 * stays. A category or color that is called otherwise by now is meant as it was then.
 * @throws ShopError 409 when one was changed or deleted since, has a category or color that is not there any more, or would be in a
 * style that has its color by now
 */
export async function undoBulkEdit(
  tx: Tx,
  { record_id: id, at: editedAt }: { record_id: string; at: Date },
  at: Date,
): Promise<void> {
  const choices = await holdChoices(tx)
  const rows = await tx
    .selectFrom('bulk_edit_row')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['product_id as id', 'name', 'before as columns', 'version'])
    .where('bulk_edit_id', '=', id)
    .execute()
  if (rows.length === 0) throw conflict('What this changed is no longer kept.')
  const ids = rows.map(row => row.id)
  const products = new Map((await lockProducts(tx, ids)).map(product => [product.id, product]))
  const changed = rows.find(row => +(products.get(row.id)?.updated_at ?? 0) !== +row.version)
  if (changed) throw conflict(`${changed.name} was changed or deleted since: change these products by hand.`)
  const renamed = await renamedSince(tx, editedAt)
  for (const { columns } of rows)
    for (const field of ['category', 'color'] as const) {
      const name = renamed[field].get(columns[field] ?? '')
      if (name !== undefined) columns[field] = name
    }
  await writeColumns(tx, rows, at)
  await refuseDoubledColors(tx, sql`select unnest(${ids}::uuid[])`)
  await refuseGoneChoices(tx, choices, { ids })
}
