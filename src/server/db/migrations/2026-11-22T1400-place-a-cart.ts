import { type Kysely, sql } from 'kysely'

/**
 * Places a cart as an order in one question, at the prices of this moment. It answers what was sold: fewer goods than were
 * asked for when one is no longer on sale, and then there is no order. The place_order before it stays for processes of the
 * version before, which may still be running.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function place_order(
      new_id uuid, new_order_id text, buyer uuid, buyer_email text, buyer_visitor text,
      ordered_at timestamptz, open_until timestamptz, first_check_at timestamptz, twins_since timestamptz,
      product_ids uuid[], quantities integer[], out sold json, out total bigint, out twin json
    ) language plpgsql as $$
    declare
      cart text;
    begin
      select json_agg(json_build_object('id', id, 'name', name, 'priceCents', price_cents, 'imageId', image_id, 'quantity', quantity)
          order by position), sum(price_cents::bigint * quantity)
      into sold, total
      from unnest(product_ids, quantities) with ordinality line (product_id, quantity, position)
        join product on id = product_id and deleted_at is null;
      if coalesce(json_array_length(sold), 0) < cardinality(product_ids) then
        return;
      end if;

      cart := encode(sha256(convert_to(sold::text, 'UTF8')), 'hex');
      perform pg_advisory_xact_lock(hashtextextended('checkout of ' || buyer_visitor, 0));
      select json_build_object('id', id, 'orderId', order_id, 'userId', user_id, 'email', email, 'expiresAt', expires_at,
          'session', payment_session, 'url', payment_url)
      into twin from "order"
      where visitor = buyer_visitor and cart_hash = cart and payment_state = 'awaiting' and created_at > twins_since
      order by created_at desc limit 1;
      if found then
        return;
      end if;

      insert into "order"
        (id, order_id, user_id, email, amount_cents, expires_at, visitor, cart_hash, check_at, created_at, updated_at)
      values (new_id, new_order_id, buyer, buyer_email, total, open_until, buyer_visitor, cart, first_check_at, ordered_at, ordered_at);
      insert into order_line (order_id, position, product_id, name, image_id, unit_cents, quantity)
      select new_id, position - 1, id, name, "imageId", "priceCents", quantity from rows from (
        json_to_recordset(sold) as (id uuid, name text, "imageId" text, "priceCents" integer, quantity integer)
      ) with ordinality line (id, name, "imageId", "priceCents", quantity, position);
      insert into order_event (order_id, kind, value, actor, at)
      values (new_id, 'payment', 'awaiting', 'checkout', ordered_at);
    end $$`.execute(db)
}
