import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/connection.ts'
import { lowestBefore } from './price-history.ts'

/** SQL: the moment at which something of a row of `product` begins or ends next; null for none. The index `product_due` has it. */
export const dueAtText = `least(
  case when deleted_at is null then visible_until
    when is_draft and status = 'public' and not awaits_picture then visible_from end,
  case when deleted_at is null or is_draft then
    case when regular_price_cents is not null then sale_until else sale_from end end
)`

export const dueAt: RawBuilder<Date | null> = sql.raw(dueAtText)

/** SQL: which products can have such a moment. */
export const hasSchedule: RawBuilder<boolean> = sql`
  (visible_from is not null or visible_until is not null or sale_from is not null)`

/**
 * Makes what visitors see of products, whether they are on sale and at which price, what their status and schedule say at a time.
 * While a sale runs, the old price is the lowest one of the 30 days before it began, if that is higher. What has ended is removed
 * from the schedule. The setting `vitrine.at` tells the triggers when prices change. The caller has locked the products; deleted ones stay as they are.
 * @param which an SQL condition for rows of `product`
 */
export async function applySchedule(tx: Tx, which: RawBuilder<unknown>, at: Date): Promise<void> {
  await sql`
    update product set
      is_draft = not is_visible,
      deleted_at = case when not is_visible then coalesce(deleted_at, at) end,
      visible_from = case when visible_until > at is not false then visible_from end,
      price_cents = case when is_sale then sale_price_cents else regular end,
      old_price_cents = case
        when not is_sale then regular_old
        when lowest > sale_price_cents then lowest
      end,
      regular_price_cents = case when is_sale then regular end,
      regular_old_price_cents = case when is_sale then regular_old end,
      sale_price_cents = case when not is_over then sale_price_cents end,
      sale_from = case when not is_over then sale_from end,
      sale_until = case when not is_over then sale_until end
    from (
      select id as the_id, at, regular, regular_old, is_over,
        not is_over and sale_from <= at is true as is_sale,
        status = 'public' and not awaits_picture
          and visible_from <= at is not false and visible_until > at is not false as is_visible,
        case when sale_from <= at then ${sql.raw(lowestBefore('product.id', 'product.sale_from'))} end as lowest
      from product
      cross join (values (set_config('vitrine.at', ${at.toISOString()}, true)::timestamptz)) now (at)
      cross join lateral (
        select coalesce(regular_price_cents, price_cents) as regular,
          case when regular_price_cents is null then old_price_cents else regular_old_price_cents end as regular_old
      ) prices
      cross join lateral (
        select sale_price_cents is null or sale_until <= at is true or sale_price_cents >= regular as is_over
      ) sale
      where ${which}
    ) told
    where product.id = the_id and (deleted_at is null or is_draft)`.execute(tx)
}
