import { sql } from 'kysely'
import { validate } from 'uuid'
import { labelOf } from '#domain/products/size.ts'
import type { ProductStock } from '#domain/products/stock.ts'
import type { Db } from '../db/connection.ts'
import { notFound } from '../lib/errors.ts'
import { refundedPieces } from '../payments/refund-queries.ts'

/** SQL: an order whose pieces lie on the shelf until they are shipped. */
export const isToPack = sql<boolean>`(
  payment_state in ('paid', 'review') and status in ('pending', 'processing') and "order".deleted_at is null
  and cancelled_at is null)`

/** SQL: the pieces of a row of `order_line` that are paid and missing, and whose money did not go back: these are refunded first. */
export const missingPieces = sql<number>`greatest(0, owed - ${refundedPieces})`

/** SQL: whether an order, by its id, waits for pieces. */
export const isWaitingForPieces = (orderId: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from order_line where order_line.order_id = ${orderId} and owed > 0 and ${missingPieces} > 0)`

/**
 * The pieces of a variant that are paid and lie on the shelf until they are shipped, and those that are missing. Older orders name
 * no variant, and their products had one. The arguments are SQL of ids.
 */
export const paidPieces = (variant: ReturnType<typeof sql>, product: ReturnType<typeof sql>) => sql<{
  to_pack: number
  owed: number
}>`
  select coalesce(sum(quantity - owed - put_back), 0)::int as to_pack, coalesce(sum(${missingPieces}) filter (where owed > 0), 0)::int as owed
  from order_line join "order" on "order".id = order_line.order_id
  where order_line.product_id = ${product} and coalesce(variant_id, product_id) = ${variant}
    and ${isToPack}`

/**
 * The numbers of all sizes of a product, in their order.
 * @throws ShopError 404 for an unknown product
 */
export async function findStock(db: Db, productId: string): Promise<ProductStock> {
  if (!validate(productId)) throw notFound('Product')
  const { rows } = await sql<{
    id: string
    size: string
    on_hand: number | null
    held: number | null
    to_pack: number
    owed: number
    is_anything_counted: boolean
  }>`
    select variant.id, size, on_hand, held, to_pack, owed, exists(select from stock) as is_anything_counted
    from variant
      left join stock on stock.variant_id = variant.id
      cross join lateral (${paidPieces(sql`variant.id`, sql`variant.product_id`)}) paid
    where variant.product_id = ${productId} and variant.deleted_at is null
    order by place`.execute(db)
  const [first] = rows
  if (!first) throw notFound('Product')
  return {
    isAnythingCounted: first.is_anything_counted,
    counts: rows.map(({ id, size, on_hand, held, to_pack, owed }) => ({
      variantId: id,
      size,
      label: labelOf(size),
      shelf: on_hand === null ? null : on_hand + to_pack,
      held: held ?? 0,
      toPack: to_pack,
      owed,
    })),
  }
}

/** Locks the counted sizes of a product. A transaction that locks the product as well does this first. */
export const lockStockOf = (tx: Db, productId: string) =>
  tx
    .selectFrom('stock')
    .select(['variant_id', 'on_hand', 'held'])
    .where('variant_id', 'in', ({ selectFrom }) =>
      selectFrom('variant').select('id').where('product_id', '=', productId),
    )
    .orderBy('variant_id')
    .forUpdate()
    .execute()

/** Locks the stock of these variants, then their products, before lines of an order are written. */
export async function lockForLines(tx: Db, variants: string[]): Promise<void> {
  await sql`select from stock where variant_id = any(${variants}::uuid[]) order by variant_id for update`.execute(tx)
  await sql`
    select from product where id in (select product_id from variant where id = any(${variants}::uuid[]))
    order by id for key share`.execute(tx)
}

/** What shoppers are told of the sizes of these products has changed. The caller has locked their stock. */
export const showStock = (tx: Db, products: string[]) => sql`select show_stock(${products}::uuid[])`.execute(tx)

/** SQL: whether somebody has counted the variant of a row of `order_line` since a time. */
export const wasCountedSince = (time: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from stock_movement counted
  where counted.variant_id = order_line.variant_id and counted.kind = 'counted' and counted.at > ${time}
)`
