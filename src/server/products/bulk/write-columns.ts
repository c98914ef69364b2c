import { sql } from 'kysely'
import type { Tx } from '../../db/connection.ts'
import type { BulkColumns } from '../../db/tables/products.ts'
import { applySchedule } from '../schedule/schedule-queries.ts'

/**
 * Writes columns of many products, those that are given, and makes what visitors see of them what their status and schedule say. The caller has locked
 * them.
 * @returns the version of each product by its id, as text
 */
export async function writeColumns(
  tx: Tx,
  rows: { id: string; columns: Partial<BulkColumns> }[],
  at: Date,
): Promise<Map<string, string>> {
  const written = JSON.stringify(rows.map(({ id, columns }) => ({ id, ...columns })))
  const { rows: versions } = await sql<{ id: string; version: Date }>`
    update product set
      category = row.category, color = row.color, status = row.status,
      price_cents = row.price_cents, old_price_cents = row.old_price_cents,
      regular_price_cents = row.regular_price_cents, regular_old_price_cents = row.regular_old_price_cents,
      sale_price_cents = row.sale_price_cents, sale_from = row.sale_from, sale_until = row.sale_until,
      updated_at = greatest(${at}, product.updated_at + interval '1 millisecond')
    from jsonb_array_elements(${written}::jsonb) given
      join product known on known.id = (given ->> 'id')::uuid
      cross join lateral jsonb_populate_record(known, given) row
    where product.id = row.id
    returning product.id, product.updated_at as version`.execute(tx)
  await applySchedule(tx, sql`id = any(${rows.map(({ id }) => id)}::uuid[])`, at)
  return new Map(versions.map(({ id, version }) => [id, version.toISOString()]))
}
