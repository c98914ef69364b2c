import { sqlFunction } from '../db/sql-function.ts'

/** Of a size with at most so many pieces on hand, buyers who never paid may hold half. */
export const fewPieces = 10

/**
 * How many more pieces of a size buyers who never paid may hold: together at most half of what is on hand, rounded up. Only an
 * account can show that it has paid before: a guest's cookie is not stored with orders that have ended.
 */
export const leftForStrangersFunction = sqlFunction(
  'left_for_strangers',
  '(variant uuid, on_hand integer) returns integer',
  `
begin
  return greatest(0, (on_hand + 1) / 2 - (
    select coalesce(sum(order_line.quantity - owed), 0) from (
      select distinct order_id from stock_movement where variant_id = variant and kind = 'held'
    ) hold
      join "order" on "order".id = hold.order_id and payment_state = 'awaiting'
      join order_line on order_line.order_id = hold.order_id and order_line.variant_id = variant
    where user_id is null or not exists (
      select from "order" earlier where earlier.user_id = "order".user_id and earlier.payment_state = 'paid'
    )
  ));
end`,
)
