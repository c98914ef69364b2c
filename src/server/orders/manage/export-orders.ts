import { sql } from 'kysely'
import { invoiceNumber } from '#domain/costs/invoice.ts'
import { costColumns } from '#domain/costs/order-costs.ts'
import { plainAmount } from '#domain/money.ts'
import { arrivedStates } from '#domain/orders/order.ts'
import { labelOf } from '#domain/products/size.ts'
import { writeCsv } from '../../csv/write.ts'
import type { Db } from '../../db/connection.ts'
import { invoiceOfOrder } from '../../invoices/queries.ts'
import { refundedCents } from '../find-orders.ts'

const pageSize = 500

const columns = [
  ...['order_id', 'date', 'status', 'payment', 'email', 'name', 'line1', 'line2', 'city', 'state', 'postal_code'],
  ...[
    'country',
    'phone',
    'product_id',
    'product',
    'quantity',
    'unit_price',
    'line_total',
    'order_total',
    'currency',
    'order_number',
    'size',
    'color',
    'sku',
    'refunded',
  ],
  ...['goods_total', 'discount', 'discount_code', 'delivery', 'delivery_method', 'tax', 'tax_rate', 'invoice'],
]

/**
 * Writes the orders for which money has arrived as CSV, oldest first, with a row for each line of an order; each row repeats
 * what is of the whole order. The orders are read page by page, as fast as the bytes are consumed, without a transaction.
 * @param count called with the number of rows of each page
 */
export const exportOrders = (db: Db, count: (rows: number) => void = () => undefined) =>
  writeCsv(columns, pagesOf(db, count))

async function* pagesOf(db: Db, count: (rows: number) => void): AsyncGenerator<string[][]> {
  let last: { at: string; id: string } | undefined
  for (;;) {
    let page = db
      .selectFrom('order')
      .selectAll()
      .select(sql<string>`created_at::text`.as('at'))
      .where('payment_state', 'in', [...arrivedStates])
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(pageSize)
    if (last) page = page.where(sql<boolean>`(created_at, id) > (${last.at}::timestamptz, ${last.id}::uuid)`)
    const lines = await db
      .with('order', () => page)
      .selectFrom('order')
      .leftJoin('order_line', 'order_line.order_id', 'order.id')
      .leftJoin('address', 'address.order_id', 'order.id')
      .select(['order.id', 'at', 'created_at', 'order.order_id', 'order.number', 'status', 'payment_state', 'currency'])
      .select(costColumns.map(column => `order.${column}` as const))
      .select(['order.country as chosen', 'refunded_cents'])
      .select(invoiceOfOrder)
      .select(({ fn }) => fn.coalesce('contact_email', 'email').as('email'))
      .select(['address.name', 'line1', 'line2', 'city', 'state', 'postal_code', 'address.country', 'phone'])
      .select(['product_id', 'order_line.name as product', 'quantity', 'unit_cents', 'size', 'color', 'sku'])
      .orderBy('created_at')
      .orderBy('order.id')
      .orderBy('position')
      .execute()
    yield lines.map(line => {
      const { unit_cents: unit, quantity } = line
      return [
        ...[line.order_id, line.created_at.toISOString(), line.status, line.payment_state, line.email],
        ...[
          line.name,
          line.line1,
          line.line2,
          line.city,
          line.state,
          line.postal_code,
          line.country ?? line.chosen,
          line.phone,
        ],
        ...[line.product_id, line.product, quantity],
        ...[unit, unit && quantity && unit * quantity, line.amount_cents].map(cents => cents && plainAmount(cents)),
        line.currency.toUpperCase(),
        line.number,
        ...[line.size && labelOf(line.size), line.color, line.sku],
        plainAmount(refundedCents(line)),
        ...[plainAmount(line.goods_cents ?? line.amount_cents), plainAmount(line.discount_cents), line.discount_code],
        ...[
          plainAmount(line.delivery_cents),
          line.delivery_method,
          plainAmount(line.tax_cents),
          line.tax_bp && line.tax_bp / 100,
          line.invoice && invoiceNumber(line.invoice),
        ],
      ].map(cell => String(cell ?? ''))
    })
    count(lines.length)
    last = lines.at(-1)
    if (!last) return
  }
}
