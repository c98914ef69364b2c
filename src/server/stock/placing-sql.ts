// The parts of `begin_checkout` that hold pieces for an order. They stand beside the other writers of stock.
import { fewPieces, leftForStrangersFunction } from './hoarding-sql.ts'

/** PostgreSQL's code for an error of the two parts below: somebody was quicker, and the checkout has to look again. */
export const outrun = 'VS001'

/** The pieces of a row of stock that a buyer cannot have. Of the last ones a stranger leaves half to others. */
export const heldFor = (isStranger: string) => `
  case when ${isStranger} and on_hand between 1 and ${fewPieces}
    then greatest(held, on_hand - ${leftForStrangersFunction.name}(variant_id, on_hand)) else held end`

/**
 * Holds the pieces of all counted lines, or of none: the order then exists with its holds, or not at all. The lines are of
 * different variants. Rows of stock are locked in the order of their ids, then the products.
 */
export const holdPieces = `
  -- Counted pieces are held for the order, all or none, in the order of their ids: so two carts never wait for each other.
  if counted_lines > 0 then
    for counted in
      select * from json_to_recordset(sold) as line (id uuid, "variantId" uuid, quantity integer, "onHand" integer)
      where "onHand" is not null order by "variantId"
    loop
      update stock set held = held + counted.quantity
      where variant_id = counted."variantId" and on_hand - held >= counted.quantity
      returning on_hand, stock_shown(on_hand, held) <> stock_shown(on_hand, held - counted.quantity) as is_shown into pieces;
      if not found or (is_stranger and pieces.on_hand <= ${fewPieces}
        and ${leftForStrangersFunction.name}(counted."variantId", pieces.on_hand) < counted.quantity) then
        raise exception 'somebody else was quicker' using errcode = '${outrun}';
      end if;
      insert into stock_movement (variant_id, kind, held, order_id, at)
      values (counted."variantId", 'held', counted.quantity, checkout.id, checkout.ordered_at);
      if pieces.is_shown then
        shown_products := shown_products || counted.id;
      end if;
    end loop;
  end if;
  -- The lines of the order would lock the products in the order of the cart.
  if json_array_length(sold) > 1 then
    perform from product where id in (select id from json_to_recordset(sold) as line (id uuid)) order by id for key share;
  end if;
  if shown_products is not null then
    perform show_stock(shown_products);
  end if;
`

/**
 * A variant may have been counted for the first time since the lines were read. Adding its line has waited for that, because
 * counting locks the variant (see `count.ts`).
 */
export const seeCounting = `
  if counted_lines < json_array_length(sold) then
    perform from order_line join stock on stock.variant_id = order_line.variant_id
    where order_line.order_id = checkout.id and not takes_stock;
    if found then
      raise exception 'counting has begun' using errcode = '${outrun}';
    end if;
  end if;
`
