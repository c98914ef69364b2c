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
  line record;
  changed record;
  sold integer;
  shown_products uuid[];
begin
  for line in
    select variant_id, quantity - owed as quantity from order_line
    where order_id = settled and takes_stock and owed < quantity order by variant_id
  loop
    sold := case when outcome = 'sold' then line.quantity else 0 end;
    update stock set on_hand = on_hand - sold, held = held - line.quantity where variant_id = line.variant_id
    returning product_id, stock_shown(on_hand, held) <> stock_shown(on_hand + sold, held + line.quantity) as is_shown into changed;
    insert into stock_movement (variant_id, kind, on_hand, held, order_id, at)
    values (line.variant_id, outcome, -sold, -line.quantity, settled, settled_at);
    if changed.is_shown then
      shown_products := shown_products || changed.product_id;
    end if;
  end loop;
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
  line record;
  available integer;
  taken integer;
  sold integer;
  missing integer;
  changed record;
  shown_products uuid[];
begin
  for line in
    select position, variant_id, quantity from order_line where order_id = late order by variant_id, position
  loop
    select on_hand - held into available from stock where variant_id = line.variant_id for update;
    if not found then -- not counted, or not any more
      update order_line set takes_stock = false where order_id = late and position = line.position and takes_stock;
      continue;
    end if;
    taken := least(line.quantity, available);
    missing := coalesce(missing, 0) + line.quantity - taken;
    update order_line set takes_stock = true, owed = line.quantity - taken
    where order_id = late and position = line.position;
    continue when taken = 0;
    sold := case when outcome = 'sold' then taken else 0 end;
    update stock set on_hand = on_hand - sold, held = held + taken - sold where variant_id = line.variant_id
    returning product_id, stock_shown(on_hand, held) <> stock_shown(on_hand + sold, held - taken + sold) as is_shown
    into changed;
    insert into stock_movement (variant_id, kind, on_hand, held, order_id, at)
    values (line.variant_id, outcome, -sold, taken - sold, late, taken_at);
    if changed.is_shown then
      shown_products := shown_products || changed.product_id;
    end if;
  end loop;
  if shown_products is not null then
    perform show_stock(shown_products);
  end if;
  return missing;
end`,
)
