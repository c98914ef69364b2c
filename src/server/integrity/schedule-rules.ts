import { sql } from 'kysely'
import { dueAt, hasSchedule } from '../products/schedule/schedule-queries.ts'
import { findBreaks, type Rule } from './rule.ts'

interface ProductRow {
  id: string
  name: string
}

const linkTo = ({ id }: ProductRow) => `/dashboard/update-product/${id}`

/** What a schedule begins or ends is applied at once; a minute is for a database that was away. */
const schedules = (now: Date): Rule => ({
  rule: 'schedules',
  sentence: 'Every product and every sale has begun and ended at its time.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select from product where ${hasSchedule})`,
      sql<ProductRow & { due_at: Date }>`
        select id, name, ${dueAt} as due_at from product
        where ${hasSchedule} and ${dueAt} < ${now}::timestamptz - interval '1 minute'`,
      row => ({
        sentence: `${row.name}: what was due at ${row.due_at.toISOString()} has not happened.`,
        link: linkTo(row),
      }),
    ),
})

const visibility: Rule = {
  rule: 'visible-products',
  sentence: 'Every product is on sale, or is not, and has its price as its status, its schedule and its sale say.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select from product where deleted_at is null or is_draft)`,
      sql<ProductRow & { is_price: boolean }>`
        select id, name, is_price from product
        cross join lateral (select
          case when deleted_at is null then status <> 'public' or awaits_picture
            else status = 'public' and not awaits_picture and visible_from is null and visible_until is null
          end as is_seen,
          case when regular_price_cents is null then regular_old_price_cents is not null
            else (price_cents = sale_price_cents and sale_price_cents < regular_price_cents) is not true
          end as is_price
        ) wrong
        where (deleted_at is null or is_draft) and (is_seen or is_price)`,
      row => ({
        sentence: row.is_price
          ? `${row.name}: its price is not the one that its sale says.`
          : `${row.name}: its status says something else than what visitors see.`,
        link: linkTo(row),
      }),
    ),
}

const prices: Rule = {
  rule: 'price-history',
  sentence: 'The newest price in the history of every product on sale is its price.',
  find: tx =>
    findBreaks(
      tx,
      sql`(select from product where deleted_at is null)`,
      sql<ProductRow>`
        select id, name from product
        where deleted_at is null and price_cents is distinct from (
          select price_cents from product_price where product_id = product.id order by from_at desc limit 1
        )`,
      row => ({ sentence: `${row.name}: the history of its price ends with another price.`, link: linkTo(row) }),
    ),
}

export const scheduleRules = (now: Date): Rule[] => [schedules(now), visibility, prices]
