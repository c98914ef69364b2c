import { type Selectable, sql } from 'kysely'
import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import { type BulkChange, type BulkSale, type PlannedEdit, priceByPercent } from '#domain/products/bulk-edit.ts'
import type { Tx } from '../../db/connection.ts'
import type { BulkColumns } from '../../db/tables/products.ts'
import type { Tables } from '../../db/tables.ts'
import { ShopError } from '../../lib/errors.ts'
import { isOnSaleOrDraft, lockProducts } from '../manage/lock-products.ts'
import { scheduledColumns } from '../schedule/columns.ts'

type Row = Selectable<Tables['product']>

interface Plan {
  before: BulkColumns
  after: BulkColumns
  planned: PlannedEdit
}

/**
 * Says what a change does to each product that is on sale or off sale, in the order of `ids`; what it leaves as it is, and what is
 * not there any more, is missing. Locks the products and their styles until the transaction ends.
 */
export async function planEdits(tx: Tx, ids: string[], change: BulkChange, at: Date): Promise<Plan[]> {
  const known = ids.filter(id => validate(id))
  const products = await lockProducts(tx, known)
  const plans = products.map(product => planEdit(product, change, at))
  const isSameAs = ({ before, after }: Plan) => JSON.stringify(before) === JSON.stringify(after)
  if (change.color !== undefined) await refuseDoubled(tx, products, plans, change.color)
  const byId = new Map(
    plans.filter(plan => !isSameAs(plan) || plan.planned.error).map(plan => [plan.planned._id, plan]),
  )
  return ids.flatMap(id => byId.get(id) ?? [])
}

function planEdit(product: Row, change: BulkChange, at: Date): Plan {
  const { category, color, percent, status, sale } = change
  const before = columnsOf(product, change)
  const price = product.regular_price_cents === null ? 'price_cents' : 'regular_price_cents'
  const chosen = {
    ...before,
    ...(category !== undefined && { category }),
    ...(color !== undefined && { color }),
    ...(percent !== undefined && { [price]: priceByPercent(before[price] ?? 0, percent) }),
  }
  const plan = (after: BulkColumns, error?: string): Plan => ({
    ...{ before, after },
    planned: {
      ...{ _id: product.id, name: product.name, ...(product.shade && { shade: product.shade }) },
      updatedAt: product.updated_at.toISOString(),
      ...{ before: valuesOf(before), after: valuesOf(after), ...(error && { error }) },
    },
  })
  try {
    const fields = { ...(status && { status }), ...(sale !== undefined && saleFields(sale, chosen[price] ?? 0)) }
    const { sale_from, sale_until, ...columns } = scheduledColumns(fields, { ...product, [price]: chosen[price] }, at)
    const times = { sale_from: sale_from?.toISOString() ?? null, sale_until: sale_until?.toISOString() ?? null }
    return plan({ ...chosen, ...columns, ...(sale !== undefined && times) })
  } catch (error) {
    if (error instanceof ShopError) return plan(chosen, error.message)
    throw error
  }
}

/** Of the columns of a product those that a change is about. */
export function namedColumns(columns: BulkColumns, change: BulkChange): Partial<BulkColumns> {
  const { category, color, status, ...prices } = columns
  return {
    ...(change.category !== undefined && { category }),
    ...(change.color !== undefined && { color }),
    ...(change.status !== undefined && { status }),
    ...((change.percent !== undefined || change.sale !== undefined) && prices),
  }
}

const saleFields = (sale: BulkSale | null, priceCents: number) =>
  sale
    ? { salePriceCents: priceByPercent(priceCents, -sale.percentOff), saleFrom: sale.from, saleUntil: sale.until }
    : { salePriceCents: null }

const columnsOf = (row: Row, { sale }: BulkChange): BulkColumns => ({
  category: row.category,
  color: row.color,
  status: row.status,
  price_cents: row.price_cents,
  old_price_cents: row.old_price_cents,
  regular_price_cents: row.regular_price_cents,
  regular_old_price_cents: row.regular_old_price_cents,
  ...(sale !== undefined && {
    sale_price_cents: row.sale_price_cents,
    sale_from: row.sale_from?.toISOString() ?? null,
    sale_until: row.sale_until?.toISOString() ?? null,
  }),
})

const valuesOf = (columns: BulkColumns) => ({
  ...{ category: columns.category, color: columns.color, status: columns.status },
  price: toDollars(columns.regular_price_cents ?? columns.price_cents),
  ...(columns.sale_price_cents && {
    salePrice: toDollars(columns.sale_price_cents),
    ...(columns.sale_from && { saleFrom: columns.sale_from }),
    ...(columns.sale_until && { saleUntil: columns.sale_until }),
  }),
})

/** Marks the products whose style would have a color and shade twice. */
async function refuseDoubled(tx: Tx, products: Row[], plans: Plan[], color: string): Promise<void> {
  const styles = [...new Set(products.flatMap(({ style_id }) => style_id ?? []))]
  if (styles.length === 0) return
  await tx.selectFrom('style').select('id').where('id', 'in', styles).orderBy('id').forUpdate().execute()
  const edited = products.map(({ id }) => id)
  const { rows } = await sql<{ style_id: string; shade: string }>`
    select style_id, lower(coalesce(shade, '')) as shade from product
    where style_id = any(${styles}::uuid[]) and ${isOnSaleOrDraft} and color = ${color} and id <> all(${edited}::uuid[])
  `.execute(tx)
  const taken = new Set(rows.map(({ style_id, shade }) => `${style_id} ${shade}`))
  for (const { id, style_id, shade } of products) {
    if (!style_id) continue
    const key = `${style_id} ${shade?.toLowerCase() ?? ''}`
    const plan = plans.find(({ planned }) => planned._id === id)
    if (plan && taken.has(key)) plan.planned.error = `Its style would have ${color} twice: give one a shade first.`
    taken.add(key)
  }
}
