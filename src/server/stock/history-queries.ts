import { sql } from 'kysely'
import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import { labelOf } from '#domain/products/size.ts'
import { daysWithoutOf, type Movement, type SoldThrough, type SoldThroughOfProduct } from '#domain/stock/board.ts'
import type { Delivery } from '#domain/stock/delivery.ts'
import type { Db } from '../db/connection.ts'
import { maxCounted } from '../db/count-found.ts'
import type { Page } from '../http/paging.ts'
import { notFound } from '../lib/errors.ts'

type Without<T, K extends keyof T> = Omit<T, K>
interface MovementRow extends Without<Movement, '_id' | 'at' | 'order' | 'delivery' | 'isOfReturn' | 'by' | 'reason'> {
  id: number
  at: Date
  order_id: string | null
  number: number | null
  delivery_id: string | null
  is_of_return: boolean
  note: string | null
  email: string | null
  reason: string | null
}

/**
 * One page of what moved the pieces of a product, the newest first, and how many movements there are, 10,000 at most.
 * @param variant the id of one size; of all sizes when it is not given
 * @throws ShopError 404 for an unknown product
 */
export async function findMovements(db: Db, productId: string, variant: string | undefined, { page, limit }: Page) {
  const sizes = await sizesOf(db, productId)
  const ids = sizes.filter(({ id }) => variant === undefined || id === variant).map(({ id }) => id)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (
      select from stock_movement where variant_id = any(${ids}::uuid[]) limit ${maxCounted}) found`.execute(db)
  const { rows } = await sql<MovementRow>`
    with page as (
      select stock_movement.*, sum(on_hand) over (partition by variant_id order by id)::int as total
      from stock_movement where variant_id = any(${ids}::uuid[])
      order by id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select page.id, page.at, size, page.kind, page.on_hand as "onHand", page.held, page.total as left, "order".order_id, number,
      page.return_id is not null as is_of_return, delivery_id, note, "user".email, reason
    from page join variant on variant.id = variant_id
      left join return on return.id = page.return_id
      left join "order" on "order".id = coalesce(page.order_id, return.order_id)
      left join delivery on delivery.id = delivery_id
      left join "user" on "user".id = page.actor
    order by page.id desc`.execute(db)
  return { total: counted[0]?.total ?? 0, movements: rows.map(toMovement) }
}

const toMovement = ({
  id,
  at,
  size,
  order_id,
  number,
  delivery_id,
  is_of_return,
  note,
  email,
  reason,
  ...row
}: MovementRow): Movement => ({
  ...row,
  _id: String(id),
  at: at.toISOString(),
  size: labelOf(size),
  ...(order_id && number && { order: { orderId: order_id, number } }),
  ...(is_of_return && { isOfReturn: true }),
  ...(delivery_id && { delivery: { _id: delivery_id, note: note ?? '' } }),
  ...(email && { by: email }),
  ...(reason && { reason }),
})

async function sizesOf(db: Db, productId: string): Promise<{ id: string }[]> {
  if (!validate(productId)) throw notFound('Product')
  const sizes = await db.selectFrom('variant').select('id').where('product_id', '=', productId).execute()
  if (sizes.length === 0) throw notFound('Product')
  return sizes
}

interface SoldRow {
  product_id: string
  name: string
  color: string
  low_at: number | null
  id: string
  size: string
  is_on_sale: boolean
  received: number
  counted: number
  sold: number
  returned: number
  came_back: number
  reasons: SoldThrough['reasons'] | null
  left: number | null
  days_without: number
}

/**
 * What became of the pieces of a product, and of the other colors of its style, by size.
 * @throws ShopError 404 for an unknown product
 */
export async function findSoldThrough(db: Db, productId: string, now: Date): Promise<SoldThroughOfProduct[]> {
  await sizesOf(db, productId)
  const since = new Date(+now - daysWithoutOf * 24 * 60 * 60_000)
  const { rows } = await sql<SoldRow>`
    with colored as (
      select product.id, product.name, coalesce(product.shade, product.color) as color, product.low_at, product.style_place, product.created_at
      from product join product asked on asked.id = ${productId}
      where product.id = asked.id or (product.style_id = asked.style_id and product.deleted_at is null)
    ), moved as (
      select variant_id, kind, delivery_id, on_hand, sum(on_hand) over turn as total, greatest(at, ${since}) as from_at,
        lead(at, 1, ${now}) over turn as to_at
      from stock_movement
      where variant_id in (select variant.id from variant join colored on colored.id = product_id) and (on_hand <> 0 or kind = 'counted')
      window turn as (partition by variant_id order by id)
    ), summed as (
      select variant_id,
        sum(on_hand) filter (where kind = 'received' or delivery_id is not null) as received,
        sum(on_hand) filter (where kind in ('counted', 'corrected') and delivery_id is null) as counted,
        -sum(on_hand) filter (where kind = 'sold') as sold,
        sum(on_hand) filter (where kind = 'returned') as returned,
        extract(epoch from sum(to_at - from_at) filter (where total = 0 and to_at > from_at)) / 86400 as days_without
      from moved group by variant_id
    )
    select colored.id as product_id, name, color, colored.low_at, variant.id, size, deleted_at is null as is_on_sale,
      coalesce(received, 0)::int as received, coalesce(counted, 0)::int as counted, coalesce(sold, 0)::int as sold,
      coalesce(returned, 0)::int as returned, (
        select coalesce(sum(arrived), 0)::int from return_line where return_line.variant_id = variant.id and arrived > 0
      ) as came_back, (
        select json_agg(json_build_object('reason', reason, 'pieces', pieces) order by pieces desc, reason) from (
          select reason, sum(arrived)::int as pieces from return_line
          where return_line.variant_id = variant.id and arrived > 0 and reason is not null group by reason
        ) why
      ) as reasons, stock.on_hand as left, coalesce(days_without, 0)::int as days_without
    from colored join variant on variant.product_id = colored.id
      left join stock on stock.variant_id = variant.id
      left join summed on summed.variant_id = variant.id
    where deleted_at is null or summed.variant_id is not null
    order by colored.style_place, colored.created_at, colored.id, deleted_at is not null, place`.execute(db)
  return [...Map.groupBy(rows, ({ product_id }) => product_id).values()].map(([first, ...others]) => {
    const product = first as SoldRow
    return {
      ...{ _id: product.product_id, name: product.name, color: product.color, lowAt: product.low_at },
      sizes: [product, ...others].map(
        ({ id, size, is_on_sale, days_without, came_back, reasons, received, counted, sold, returned, left }) => ({
          ...{ variantId: id, size: labelOf(size), isOnSale: is_on_sale, daysWithout: days_without },
          ...{ received, counted, sold, returned, left, cameBack: came_back, reasons: reasons ?? [] },
        }),
      ),
    }
  })
}

interface DeliveryRow {
  id: string
  note: string
  at: Date
  email: string | null
  audit_id: string | null
  lines: {
    variantId: string
    productId: string
    name: string
    size: string
    sku: string | null
    pieces: number
    unitCents: number | null
  }[]
}

/**
 * One page of the deliveries, the newest first, and how many there are, 10,000 at most.
 * @param id only this one
 */
export async function findDeliveries(db: Db, { page, limit }: Page, id?: string) {
  const { rows } = await sql<DeliveryRow>`
    select delivery.id, note, delivery.at, email, (
      select audit.id from audit where record_id = delivery.id and action = 'deliver' and audit.undone_at is null
    ) as audit_id, (
      select json_agg(json_build_object('variantId', variant.id, 'productId', product.id, 'name', name, 'size', size, 'sku', sku,
        'pieces', on_hand, 'unitCents', unit_cents) order by name, product.id, place)
      from stock_movement join variant on variant.id = variant_id join product on product.id = product_id
      where delivery_id = delivery.id and kind = 'received'
    ) as lines
    from delivery left join "user" on "user".id = actor
    where ${id ?? null}::uuid is null or delivery.id = ${id ?? null}::uuid
    order by delivery.at desc, delivery.id limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from (select from delivery limit ${maxCounted}) found`.execute(db)
  return { total: counted[0]?.total ?? 0, deliveries: rows.map(toDelivery) }
}

function toDelivery({ id, note, at, email, audit_id, lines }: DeliveryRow): Delivery {
  const known = lines ?? []
  return {
    ...{ _id: id, note, at: at.toISOString(), by: email ?? '', auditId: audit_id },
    pieces: known.reduce((sum, { pieces }) => sum + pieces, 0),
    cost: toDollars(known.reduce((sum, { pieces, unitCents }) => sum + pieces * (unitCents ?? 0), 0)),
    lines: known.map(({ unitCents, sku, size, ...line }) => ({
      ...line,
      size: labelOf(size),
      ...(sku && { sku }),
      ...(unitCents !== null && { cost: toDollars(unitCents) }),
    })),
  }
}
