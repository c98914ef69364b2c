import { type Kysely, sql } from 'kysely'

/**
 * Places an order in one question. Checkouts of one visitor wait for each other, and what the first has done must be seen by
 * the second once it goes on: within a function each statement sees what is there when it begins.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function place_order(placed jsonb, lines jsonb, twins_since timestamptz) returns setof "order"
    language plpgsql as $$
    declare
      new record;
    begin
      select * into new from jsonb_to_record(placed) as (
        id uuid, order_id text, user_id uuid, email text, amount_cents bigint, expires_at timestamptz, visitor text,
        cart_hash text, check_at timestamptz, at timestamptz
      );
      perform pg_advisory_xact_lock(hashtextextended('checkout of ' || new.visitor, 0));
      return query
        select * from "order"
        where visitor = new.visitor and cart_hash = new.cart_hash and payment_state = 'awaiting' and created_at > twins_since
        order by created_at desc limit 1;
      if found then
        return;
      end if;
      insert into "order"
        (id, order_id, user_id, email, amount_cents, expires_at, visitor, cart_hash, check_at, created_at, updated_at)
      values (new.id, new.order_id, new.user_id, new.email, new.amount_cents, new.expires_at, new.visitor, new.cart_hash,
        new.check_at, new.at, new.at);
      insert into order_line (order_id, position, product_id, name, image_id, unit_cents, quantity)
      select new.id, position, product_id, name, image_id, unit_cents, quantity from jsonb_to_recordset(lines) as line
        (position integer, product_id uuid, name text, image_id text, unit_cents integer, quantity integer);
      insert into order_event (order_id, kind, value, actor, at) values (new.id, 'payment', 'awaiting', 'checkout', new.at);
    end $$`.execute(db)
}
