import { sql } from 'kysely'
import type { ProductChoices } from '#domain/settings/catalogue.ts'
import type { Db, Tx } from '../db/connection.ts'
import { conflict } from '../lib/errors.ts'
import { isOnSaleOrDraft } from './manage/lock-products.ts'
import { refuseDoubledColors } from './manage/style-queries.ts'

export type MovedField = 'category' | 'color'

/** Products of one category or color get another. */
export interface Move {
  field: MovedField
  from: string
  to: string
}

/** A hundred thousand products take a few seconds. */
const moveTimeout = sql`set local statement_timeout = '60s'`

/**
 * Moves all products, deleted ones as well, as one step, so that two categories can exchange their addresses.
 * @param auditId the audit entry that can be undone
 * @throws ShopError 409 when a style would have a color twice
 */
export async function moveProducts(tx: Tx, auditId: string, moves: Move[]): Promise<void> {
  await moveTimeout.execute(tx)
  for (const field of ['category', 'color'] as const) {
    const wanted = moves.filter(move => move.field === field)
    if (wanted.length === 0) continue
    const column = sql.ref(field)
    await sql`
      with move as (select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as each ("from" text, "to" text)),
      moved as (
        update product set ${column} = move."to" from move where product.${column} = move."from"
        returning product.id, move."from", move."to"
      )
      insert into moved_product (audit_id, field, product_id, before, after)
      select ${auditId}::uuid, ${field}, id, "from", "to" from moved`.execute(tx)
  }
  if (moves.some(({ field }) => field === 'color')) await refuseDoubledColors(tx, recolored(auditId))
}

/**
 * Moves products back that still are where the change put them.
 * @throws ShopError 409 when a style would have a color twice
 */
export async function moveProductsBack(tx: Tx, auditId: string): Promise<void> {
  await moveTimeout.execute(tx)
  for (const field of ['category', 'color'] as const) {
    const column = sql.ref(field)
    await sql`
      update product set ${column} = moved.before from moved_product moved
      where moved.audit_id = ${auditId} and moved.field = ${field} and moved.product_id = product.id
        and product.${column} = moved.after`.execute(tx)
  }
  await refuseDoubledColors(tx, recolored(auditId))
}

/** SQL: the products whose color a change moved. */
const recolored = (auditId: string) =>
  sql`select product_id from moved_product where audit_id = ${auditId} and field = 'color'`

/** How many products on sale or drafts have one of these values. */
export async function countUses(db: Db, field: MovedField, values: string[]): Promise<Map<string, number>> {
  if (values.length === 0) return new Map()
  const { rows } = await sql<{ value: string; n: number }>`
    select ${sql.ref(field)} as value, count(*)::int as n from product
    where ${isOnSaleOrDraft} and ${sql.ref(field)} = any(${values}::text[]) group by 1`.execute(db)
  return new Map(rows.map(({ value, n }) => [value, n]))
}

/**
 * @param named the products to look at
 * @throws ShopError 409 when one of them has a category or color that is not there any more
 */
export async function refuseGoneChoices(
  tx: Tx,
  { categories, colors }: ProductChoices,
  named: { importId: string } | { ids: string[] },
): Promise<void> {
  const which =
    'ids' in named
      ? sql`product.id = any(${named.ids}::uuid[])`
      : sql`${isOnSaleOrDraft} and product.id in (
          select product_id from product_import_row where import_id = ${named.importId} and kind in ('new', 'changed')
        )`
  const { rows } = await sql<{ name: string; category: string; color: string }>`
    select name, category, color from product where ${which} and not (
      category = any(${categories.map(({ address }) => address)}::text[]) and color = any(${colors.map(({ name }) => name)}::text[])
    ) limit 1`.execute(tx)
  const [gone] = rows
  if (!gone) return
  const isCategory = !categories.some(({ address }) => address === gone.category)
  const what = isCategory ? `The category ${gone.category}` : `The color ${gone.color}`
  throw conflict(`${what} of ${gone.name} is not there any more: add it again first.`)
}
