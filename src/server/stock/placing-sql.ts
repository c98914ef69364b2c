// The parts of `begin_checkout` that hold pieces for an order. They stand beside the other writers of stock.

/** PostgreSQL's code for an error of the two parts below: somebody was quicker, and the checkout has to look again. */
export const outrun = 'VS001'

/**
 * Holds the pieces of all counted lines, or of none: the order then exists with its holds, or not at all. The lines are of
 * different variants. Rows of stock are locked in the order of their ids, then the products.
 */
export const holdPieces = `
  -- Counted pieces are held for the order, all or none.
  if json_array_length(sold) > 1 then -- in their order, so that two carts never wait for each other
    perform from stock
    where variant_id in (select "variantId" from json_to_recordset(sold) as line ("variantId" uuid, "onHand" integer) where "onHand" is not null)
    order by variant_id for update;
    -- The lines of the order would lock the products in the order of the cart.
    perform from product where id in (select id from json_to_recordset(sold) as line (id uuid)) order by id for key share;
  end if;
  if counted_lines > 0 then
    with taken as (
      update stock set held = stock.held + line.quantity
      from json_to_recordset(sold) as line ("variantId" uuid, quantity integer, "onHand" integer)
      where line."onHand" is not null and variant_id = line."variantId" and stock.on_hand - stock.held >= line.quantity
      returning variant_id, product_id, line.quantity, stock.on_hand, stock.held
    ), noted as (
      insert into stock_movement (variant_id, kind, held, order_id, at)
      select variant_id, 'held', quantity, checkout.id, checkout.ordered_at from taken
    )
    select count(*), array_agg(distinct product_id) filter (
      where stock_shown(on_hand, held) <> stock_shown(on_hand, held - quantity)
    ) into held_lines, shown_products from taken;
    if held_lines < counted_lines then
      raise exception 'somebody else was quicker' using errcode = '${outrun}';
    end if;
    if shown_products is not null then
      perform show_stock(shown_products);
    end if;
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
