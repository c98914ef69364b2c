import { type SqlBool, sql } from 'kysely'
import { toDollars } from '#domain/money.ts'
import { labelOf } from '#domain/products/size.ts'
import {
  type BoardProduct,
  type BoardView,
  type FoundSize,
  type StockFigures,
  usuallyLowAt,
} from '#domain/stock/board.ts'
import type { Db } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import { countFound } from '../db/count-found.ts'
import type { Page } from '../http/paging.ts'
import { pictureAddress } from '../products/to-product.ts'
import { waitingFor } from './alerts/queries.ts'
import { paidPieces } from './queries.ts'

export interface BoardFilters extends Page {
  category?: string
  view?: BoardView
  /** The id of a stock take: only what it has to count. */
  take?: string
}

/** Free pieces of a row of `stock` are few. */
const isLow = sql<SqlBool>`on_hand - held <= coalesce(stock.low_at, ${sql.lit(usuallyLowAt)})`

/** Sizes that are low, and those that are not counted, also of products that are off sale. */
const lowSizes = sql`
  select stock.product_id from stock join variant on variant.id = variant_id where ${isLow} and deleted_at is null`
const uncountedSizes = sql`
  select product_id from variant
  where deleted_at is null and not exists (select from stock where stock.variant_id = variant.id)`

const isOnSale = (row: ReturnType<typeof sql>) =>
  sql<SqlBool>`exists (select from product where product.id = ${row}.product_id and product.deleted_at is null)`

/** `offset 0` has each product looked up until the page is full; all sizes would be read otherwise. */
const ofView: Record<BoardView, ReturnType<typeof sql<SqlBool>>> = {
  low: sql`product.id in (${lowSizes})`,
  broken: sql`broken_run`,
  uncounted: sql`exists (${uncountedSizes} and product_id = product.id offset 0)`,
}

interface Row {
  /** How many match, if the page was found by reading all of them. */
  total: number | null
  id: string
  name: string
  color: string
  category: string
  image_id: string | null
  low_at: number | null
  broken_run: boolean
  sizes: {
    id: string
    size: string
    sku: string | null
    barcode: string | null
    onHand: number | null
    held: number
    isLow: boolean
    toPack: number
    waiting: number
    owed: number
    take: { expected: number | null; foundBefore: number | null; counted: number | null } | null
  }[]
}

/** A view shows what is to be done next: nobody pages further. */
const maxInView = 1_000

/** One page of the products on sale with their pieces, the newest first, and how many match, 10,000 at most, 1,000 in a view. */
export async function findBoard(db: Db, origin: string, { page, limit, ...filters }: BoardFilters) {
  const matching = matchingProducts(db, filters)
  const { take = null, view } = filters
  // No index says what is low: the stock is read once, for the page and the number.
  const total = view === 'low' ? sql<number>`count(*) over ()`.as('total') : sql<null>`null::int8`.as('total')
  const { rows } = await sql<Row>`
    with page as (${matching
      .select(['product.id', 'created_at', total])
      .orderBy('created_at', 'desc')
      .orderBy('product.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)})
    select total, product.id, name, coalesce(shade, color) as color, category, image_id, low_at, broken_run, (
      select json_agg(json_build_object(
        'id', variant.id, 'size', size, 'sku', sku, 'barcode', barcode, 'onHand', on_hand, 'held', coalesce(held, 0),
        'isLow', coalesce(${isLow}, false), 'toPack', to_pack, 'owed', owed, 'waiting', ${waitingFor(sql`variant.id`)},
        'take', case when line.take_id is not null then json_build_object(
          'expected', expected, 'foundBefore', found_before, 'counted', counted) end
      ) order by place)
      from variant
        left join stock on stock.variant_id = variant.id
        left join stock_take_line line on line.take_id = ${take} and line.variant_id = variant.id
        cross join lateral (${paidPieces(sql`variant.id`, sql`variant.product_id`)}) paid
      where variant.product_id = product.id and variant.deleted_at is null
        and (${take}::uuid is null or line.take_id is not null)
    ) as sizes
    from page join product on product.id = page.id
    order by page.created_at desc, page.id desc`.execute(db)
  const counted = rows[0]?.total ?? (await countFound(db, matching, view && maxInView))
  return {
    total: view ? Math.min(counted, maxInView) : counted,
    products: rows.map(row => toBoardProduct(row, origin)),
  }
}

function matchingProducts(db: Db, { q, category, view, take }: Omit<BoardFilters, keyof Page> & { q?: string }) {
  return db
    .selectFrom('product')
    .where('deleted_at', 'is', null)
    .$if(Boolean(category), products => products.where('category', '=', category ?? ''))
    .$if(view !== undefined, products => products.where(ofView[view as BoardView]))
    .$if(q !== undefined, products => products.where(isFoundBy(q as string)))
    .$if(take !== undefined, products =>
      products.where(sql<SqlBool>`product.id in (select product_id from stock_take_line where take_id = ${take})`),
    )
}

/** By a part of the name, or by a whole SKU or barcode. */
const isFoundBy = (q: string) => sql<SqlBool>`product.id in (
  select id from product where ${contains('name', q)}
  union all select product_id from variant where deleted_at is null and sku is not null and lower(sku) = lower(${q})
  union all select product_id from variant where deleted_at is null and barcode is not null and barcode = ${q})`

const toBoardProduct = (row: Row, origin: string): BoardProduct => ({
  ...{ _id: row.id, name: row.name, color: row.color, category: row.category },
  image: pictureAddress(row.image_id, origin),
  lowAt: row.low_at,
  isBroken: row.broken_run,
  sizes: (row.sizes ?? []).map(({ id, size, sku, barcode, onHand, take, ...pieces }) => ({
    ...pieces,
    variantId: id,
    size,
    label: labelOf(size),
    ...(sku && { sku }),
    ...(barcode && { barcode }),
    shelf: onHand === null ? null : onHand + pieces.toPack,
    ...(take && { take }),
  })),
})

/** How many sizes are low and how many products have a broken run, for the list of today. */
export const lowAndBroken = sql<{ lowSizes: number; brokenRuns: number }>`
  select (select count(*)::int from (${lowSizes} and ${isOnSale(sql`stock`)}) low) as "lowSizes",
    (select count(*)::int from product where broken_run and deleted_at is null) as "brokenRuns"`

/** The whole stock in figures. */
export async function findFigures(db: Db): Promise<StockFigures> {
  const { rows } = await sql<Omit<StockFigures, 'value' | 'cost'> & { valueCents: number; costCents: number }>`
    with mean as (
      select variant_id, sum(on_hand::int8 * unit_cents) / sum(on_hand)::numeric as cents
      from stock_movement join delivery on delivery.id = delivery_id
      where kind = 'received' and unit_cents is not null and undone_at is null group by variant_id
    ), piece as (
      select on_hand, price_cents, cents from stock
        join product on product.id = stock.product_id and (product.deleted_at is null or is_draft)
        join variant on variant.id = stock.variant_id and variant.deleted_at is null
        left join mean on mean.variant_id = stock.variant_id
      where on_hand > 0
    )
    select coalesce(sum(on_hand), 0)::int8 as pieces, coalesce(sum(on_hand::int8 * price_cents), 0)::int8 as "valueCents",
      coalesce(sum(on_hand) filter (where cents is not null), 0)::int8 as "costKnownOf",
      coalesce(round(sum(on_hand * cents)), 0)::int8 as "costCents",
      (select count(*)::int from (${lowSizes} and ${isOnSale(sql`stock`)}) low) as low,
      (select count(*)::int from product where broken_run and deleted_at is null) as broken,
      (select count(*)::int from (${uncountedSizes} and ${isOnSale(sql`variant`)}
        limit ${maxInView}) sizes) as uncounted
    from piece`.execute(db)
  const [{ valueCents, costCents, ...figures }] = rows as [(typeof rows)[0]]
  return { ...figures, value: toDollars(valueCents), cost: toDollars(costCents) }
}

/**
 * Finds sizes on sale by their SKU, whatever its case, or their barcode; a SKU first.
 * @param codes at most 500
 */
export async function findByCode(db: Db, codes: string[]): Promise<FoundSize[]> {
  const { rows } = await sql<FoundSize>`
    select distinct on (code) code, variant.id as "variantId", product.id as "productId", name, coalesce(shade, color) as color,
      size, sku, barcode, on_hand + to_pack as shelf
    from unnest(${codes}::text[]) code
      join variant on variant.deleted_at is null and (
        (sku is not null and lower(sku) = lower(code)) or (barcode is not null and barcode = code))
      join product on product.id = variant.product_id and product.deleted_at is null
      left join stock on stock.variant_id = variant.id
      cross join lateral (${paidPieces(sql`variant.id`, sql`variant.product_id`)}) paid
    order by code, lower(sku) = lower(code) desc nulls last`.execute(db)
  return rows.map(row => ({ ...row, size: labelOf(row.size) }))
}
