import { sqlFunction } from '../db/sql-function.ts'

/**
 * Moves the held pieces of an order that no longer awaits its payment: off the shelf when it is `sold`, back when it is
 * `released`. The caller has changed the order in the same statement, so this happens once. A function, because a first count may
 * have made the order hold pieces after the statement began.
 */
export const settleStockFunction = sqlFunction(
  'settle_stock',
  '(settled uuid, outcome text, settled_at timestamptz) returns void',
  `
declare
  lines integer;
  shown_products uuid[];
begin
  select count(*) into lines from order_line where order_id = settled and takes_stock;
  if lines = 0 then
    return;
  end if;
  if lines > 1 then
    perform from stock
    where variant_id in (select variant_id from order_line where order_id = settled and takes_stock)
    order by variant_id for update;
  end if;
  with moved as (
    update stock set
      on_hand = on_hand - case when outcome = 'sold' then line.quantity else 0 end,
      held = held - line.quantity
    from (
      select variant_id, sum(quantity - owed)::integer as quantity from order_line
      where order_id = settled and takes_stock group by variant_id having sum(quantity - owed) > 0
    ) line
    where stock.variant_id = line.variant_id
    returning stock.variant_id, product_id, line.quantity, on_hand, held
  ), noted as (
    insert into stock_movement (variant_id, kind, on_hand, held, order_id, at)
    select variant_id, outcome, case when outcome = 'sold' then -quantity else 0 end, -quantity, settled, settled_at from moved
  )
  select array_agg(distinct product_id) filter (
    where stock_shown(on_hand, held)
      <> stock_shown(on_hand + case when outcome = 'sold' then quantity else 0 end, held + quantity)
  ) into shown_products from moved;
  if shown_products is not null then
    perform show_stock(shown_products);
  end if;
end`,
)

/** The expression that moves the pieces of an order when it leaves `awaiting`. Its arguments are SQL. */
export const settleStock = ({ order, from, to, at }: Record<'order' | 'from' | 'to' | 'at', string>) =>
  `case when ${from} = 'awaiting' then
    ${settleStockFunction.name}(${order}, case when ${to} in ('paid', 'review') then 'sold' else 'released' end, ${at}) end`

/**
 * Takes the pieces of an order that holds none: of each counted variant what is there, the rest is owed. They are `sold`, or
 * `held` until the order is settled. The caller has locked the order, or adds it. Returns how many pieces are owed, null when no
 * line is of a counted variant.
 */
export const takePiecesFunction = sqlFunction(
  'take_pieces',
  '(late uuid, outcome text, taken_at timestamptz) returns integer',
  `
declare
  missing integer;
  shown_products uuid[];
begin
  perform from stock
  where variant_id in (select variant_id from order_line where order_id = late)
  order by variant_id for update;
  if not found then
    return null;
  end if;
  with line as (
    select order_line.order_id, position, stock.variant_id, quantity, least(quantity, greatest(on_hand - held - coalesce(
      sum(quantity) over (partition by stock.variant_id order by position rows between unbounded preceding and 1 preceding), 0
    ), 0))::integer as taken
    from order_line join stock on stock.variant_id = order_line.variant_id where order_line.order_id = late
  ), wanted as (
    update order_line set takes_stock = true, owed = line.quantity - line.taken
    from line where order_line.order_id = line.order_id and order_line.position = line.position
    returning order_line.owed
  ), moved as (
    update stock set
      on_hand = on_hand - case when outcome = 'sold' then line.taken else 0 end,
      held = held + case when outcome = 'held' then line.taken else 0 end
    from (select variant_id, sum(taken)::integer as taken from line group by variant_id having sum(taken) > 0) line
    where stock.variant_id = line.variant_id
    returning stock.variant_id, product_id, line.taken, on_hand, held
  ), noted as (
    insert into stock_movement (variant_id, kind, on_hand, held, order_id, at)
    select variant_id, outcome, case when outcome = 'sold' then -taken else 0 end, case when outcome = 'held' then taken else 0 end,
      late, taken_at
    from moved
  )
  select (select sum(owed) from wanted), array_agg(distinct product_id) filter (
    where stock_shown(on_hand, held) <> stock_shown(
      on_hand + case when outcome = 'sold' then taken else 0 end, held - case when outcome = 'held' then taken else 0 end
    )
  ) into missing, shown_products from moved;
  if shown_products is not null then
    perform show_stock(shown_products);
  end if;
  return missing;
end`,
)
