import { sql } from 'kysely'
import { labelOf, nameWithVariation, oneSize } from '#domain/products/size.ts'
import { usuallyLowAt } from '#domain/stock/board.ts'
import type { Db } from '../db/connection.ts'
import { counted, findAdmin } from './admin-digest.ts'
import type { MailContext, QueuedEmail, WrittenEmail } from './context.ts'
import { type Block, type EmailDraft, oneLine } from './render.ts'

const maxProductsNamed = 20

interface LowProduct {
  id: string
  name: string
  color: string | null
  /** The sizes that have become low, in their order. */
  low: { size: string; left: number }[]
  /** When its run has become broken: the sizes between the first and the last that are gone. */
  gone: string[] | null
}

interface LowStock {
  products: LowProduct[]
  /** How many further products there are, which the e-mail only counts. */
  more: number
  lowSizes: number
  brokenRuns: number
  /** The sizes that are low and were in an earlier e-mail. */
  stillLow: number
}

/** Writes the daily e-mail for an admin; undefined when the recipient is no longer an admin, or all has recovered meanwhile. */
export async function writeLowStock(
  { db, origin }: MailContext,
  { id, address, created_at }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const to = await findAdmin(db, address ?? '')
  const stock = to && (await findLowStock(db, created_at))
  return stock && stock.products.length > 0 ? { id, to, ...lowStockEmail(stock, origin) } : undefined
}

/** What has become low, and is so still, of what was told at this time. */
async function findLowStock(db: Db, toldAt: Date): Promise<LowStock | undefined> {
  const { rows } = await sql<LowStock>`
    with low as (
      select stock.product_id, variant.id, size, place, on_hand - held as "left", told_at = ${toldAt} as is_new
      from low_stock_told
        join stock on stock.variant_id = subject_id
        join variant on variant.id = subject_id and variant.deleted_at is null
      where kind = 'low' and on_hand - held <= coalesce(low_at, ${usuallyLowAt}::integer)
    ), news as (
      select product_id, count(*) as low, false as is_broken, min("left") as fewest from low where is_new group by product_id
      union all
      select product.id, 0, true, null from low_stock_told join product on product.id = subject_id
      where kind = 'broken' and told_at = ${toldAt} and broken_run
    ), products as (
      select product.id, name, case when style_id is not null or card ? 'sizes' then coalesce(shade, color) end as color,
        sum(low) as low, bool_or(is_broken) as is_broken, min(fewest) as fewest
      from news join product on product.id = news.product_id and deleted_at is null
      group by product.id
    ), named as (
      select row_number() over (order by is_broken desc, fewest, name, id) as position, products.*
      from products order by position limit ${maxProductsNamed}
    )
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', named.id, 'name', name, 'color', color,
        'low', (
          select coalesce(jsonb_agg(jsonb_build_object('size', size, 'left', "left") order by place), '[]')
          from low where is_new and low.product_id = named.id
        ),
        'gone', case when is_broken then (
          select coalesce(jsonb_agg(size order by place), '[]') from (
            select size, place, on_hand, place in (min(place) over (), max(place) over ()) as is_outer
            from variant left join stock on stock.variant_id = variant.id
            where variant.product_id = named.id and deleted_at is null
          ) run where on_hand = 0 and not is_outer
        ) end) order by position), '[]') from named) as products,
      (select count(*) from products)::int - (select count(*) from named)::int as more,
      (select coalesce(sum(low), 0) from products)::int as "lowSizes",
      (select count(*) from products where is_broken)::int as "brokenRuns",
      (select count(*) from low join product on product.id = low.product_id where not is_new and deleted_at is null)::int
        as "stillLow"`.execute(db)
  return rows[0]
}

/** Builds the e-mail for an admin. */
function lowStockEmail({ products, more, lowSizes, brokenRuns, stillLow }: LowStock, origin: string): EmailDraft {
  const toStock = `${origin}/dashboard/stock`
  return {
    subject: [
      ...(lowSizes > 0 ? [`${counted(lowSizes, 'size')} ${lowSizes === 1 ? 'is' : 'are'} low`] : []),
      ...(brokenRuns > 0 ? [`${counted(brokenRuns, 'run')} ${brokenRuns === 1 ? 'is' : 'are'} broken`] : []),
    ].join(', '),
    link: toStock,
    blocks: [
      { kind: 'title', text: 'New since the last e-mail about stock:' },
      ...products.map((product): Block => itemOf(product, origin)),
      ...(more > 0 ? [{ kind: 'paragraph', text: `and ${counted(more, 'more product')}` } as const] : []),
      ...(stillLow > 0
        ? [{ kind: 'paragraph', text: `Still low, as you have read before: ${counted(stillLow, 'size')}.` } as const]
        : []),
      { kind: 'button', label: 'Stock', url: toStock },
      {
        kind: 'note',
        text: 'It comes once a day at most, and only when there is something new. LOW_STOCK_EMAIL=off ends it.',
      },
    ],
  }
}

function itemOf({ id, name, color, low, gone }: LowProduct, origin: string): Block {
  const broken = gone && `its run is broken, ${listOf(gone.map(labelOf))} ${gone.length === 1 ? 'is' : 'are'} gone`
  const sizes = low.map(leftOf).join(', ')
  return {
    kind: 'item',
    text: nameWithVariation({ name: oneLine(name), color, size: null }),
    label: sizes || (broken ?? ''),
    url: `${origin}/dashboard/update-product/${id}`,
    more: sizes && broken ? `${broken.charAt(0).toUpperCase()}${broken.slice(1)}.` : undefined,
  }
}

/** "M: none free", "EU 40: 2 left"; for one size "2 left". None is free also while others hold the last ones. */
function leftOf({ size, left }: LowProduct['low'][number]): string {
  const note = left > 0 ? `${left} left` : 'none free'
  return size === oneSize ? note : `${labelOf(size)}: ${note}`
}

const listOf = (words: string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? 'a size')
