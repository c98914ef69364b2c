import { sql } from 'kysely'
import { toDollars } from '#domain/money.ts'
import { labelOf } from '#domain/products/size.ts'
import { readShownStock } from '#domain/products/stock.ts'
import { type LostDemand, topSizeOf, type WantedSize } from '#domain/stock/lost-demand.ts'
import type { Db } from '../../db/connection.ts'
import type { Page } from '../../http/paging.ts'

const dayMs = 24 * 60 * 60_000

/** The first of so many days (UTC), the last being today, as `2026-11-26`. */
export const firstDay = (now: Date, days: number): string =>
  new Date(+now - (days - 1) * dayMs).toISOString().slice(0, 10)

interface Row {
  total: number
  sums: { size: string; visitors: number; cents: number }[]
  page: {
    productId: string
    variantId: string
    name: string
    color: string
    size: string
    visitors: number
    cents: number
    /** `gone`, or as `stock_shown` says it. */
    shown: string
  }[]
}

/** What was asked for and not sold in so many days, and one page of its sizes, in one statement. */
export async function listLostDemand(
  db: Db,
  now: Date,
  { days, page, limit }: Page & { days: number },
): Promise<{ demand: LostDemand; total: number }> {
  const { rows } = await sql<Row>`
    with wanted as materialized (
      select variant_id, product_id, size, sum(visitors)::bigint as visitors, sum(cents)::bigint as cents
      from lost_demand where day >= ${firstDay(now, days)}::date
      group by variant_id, product_id, size
    ), page as (
      select * from wanted where variant_id is not null
      order by cents desc, visitors desc, variant_id
      limit ${limit} offset ${(page - 1) * limit}
    ), named as (
      select page.cents, page.visitors, page.variant_id, jsonb_build_object(
        'productId', page.product_id, 'variantId', page.variant_id, 'size', page.size,
        'visitors', page.visitors, 'cents', page.cents,
        'name', coalesce(product.name, 'A product that is gone'), 'color', coalesce(product.shade, product.color, ''),
        'shown', case when product.deleted_at is null and variant.deleted_at is null and variant.id is not null
          then stock_shown(on_hand, held) else 'gone' end
      ) as row
      from page
        left join product on product.id = page.product_id
        left join variant on variant.id = page.variant_id
        left join stock on stock.variant_id = page.variant_id
    )
    select
      (select count(*) from wanted where variant_id is not null)::int as total,
      (select coalesce(jsonb_agg(jsonb_build_object('size', size, 'visitors', visitors, 'cents', cents)), '[]') from (
        select size, sum(visitors) as visitors, sum(cents) as cents from wanted group by size
      ) summed) as sums,
      (select coalesce(jsonb_agg(row order by cents desc, visitors desc, variant_id), '[]') from named) as page`.execute(
    db,
  )
  const { total = 0, sums = [], page: wanted = [] } = rows[0] ?? {}
  const sumOf = (column: 'visitors' | 'cents') => sums.reduce((sum, size) => sum + size[column], 0)
  return {
    total,
    demand: {
      days,
      visitors: sumOf('visitors'),
      value: toDollars(sumOf('cents')),
      ...topSizeOf(sums),
      sizes: wanted.map(toWantedSize),
    },
  }
}

function toWantedSize({ size, cents, shown, ...row }: Row['page'][number]): WantedSize {
  const state = shown === 'gone' ? ({ state: 'gone' } as const) : readShownStock(shown)
  return { ...row, ...state, size: labelOf(size), value: toDollars(cents) }
}
