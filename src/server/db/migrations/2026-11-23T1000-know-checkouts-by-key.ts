import { type Kysely, sql } from 'kysely'

/**
 * A checkout is told by the key that the browser made for its cart, and never by its address, which thousands of people may
 * share. Floods from one address are bounded. `place_order` stays for processes of the release before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "order"
      add column idempotency_key text,
      add column was_new_visitor boolean not null default false,
      add column address bytea,
      add column return_origin text`.execute(db)
  await sql`create index on "order" (idempotency_key) where idempotency_key is not null`.execute(db)
  await sql`create index on "order" (address) where address is not null`.execute(db)

  // Unlogged: after a crash of the database the counts begin anew.
  await sql`
    create unlogged table checkout_rate (
      key bytea primary key,
      count integer not null,
      forget_at timestamptz not null
    ) with (fillfactor = 50)`.execute(db)

  // Within a function each statement sees what is there when it begins: after the lock, what the checkout before has done.
  await sql`
    create function begin_checkout(
      new_id uuid, new_order_id text, buyer uuid, buyer_email text,
      buyer_visitor text, is_new_visitor boolean, buyer_key text, buyer_address bytea, buyer_origin text, cart text,
      max_open integer, max_a_minute integer,
      ordered_at timestamptz, open_until timestamptz, first_check_at timestamptz,
      product_ids uuid[], quantities integer[],
      out sold json, out total bigint, out earlier json, out wait_seconds integer
    ) language plpgsql set plan_cache_mode = force_generic_plan as $$
    declare
      begun integer;
      begin_again_at timestamptz;
    begin
      select json_agg(json_build_object('id', id, 'name', name, 'priceCents', price_cents, 'imageId', image_id, 'quantity', quantity)
          order by position), sum(price_cents::bigint * quantity)
      into sold, total
      from unnest(product_ids, quantities) with ordinality line (product_id, quantity, position)
        cross join lateral (
          select id, name, price_cents, image_id from product where id = product_id and deleted_at is null limit 1
        ) product;
      if coalesce(json_array_length(sold), 0) < cardinality(product_ids) then
        return;
      end if;

      if buyer_key is not null then
        perform pg_advisory_xact_lock(hashtextextended('checkout with key ' || buyer_key, 0));
        select json_build_object('id', id, 'visitor', visitor, 'cart', cart_hash, 'session', payment_session, 'url', payment_url)
        into earlier from "order"
        where idempotency_key = buyer_key and payment_state is not distinct from 'awaiting' and expires_at > ordered_at
          and case when is_new_visitor then was_new_visitor else visitor = buyer_visitor end
        order by created_at desc limit 1;
        if found then
          return;
        end if;
      end if;

      perform pg_advisory_xact_lock(hashtextextended('checkouts from ' || encode(buyer_address, 'hex'), 0));
      perform from "order"
      where address = buyer_address and payment_state is not distinct from 'awaiting'
      offset max_open - 1 limit 1;
      if found then
        wait_seconds := 60;
        return;
      end if;
      insert into checkout_rate as known (key, count, forget_at)
      values (buyer_address, 1, ordered_at + interval '1 minute')
      on conflict (key) do update set
        count = case when known.forget_at <= ordered_at then 1 else known.count + 1 end,
        forget_at = case when known.forget_at <= ordered_at then excluded.forget_at else known.forget_at end
      returning count, forget_at into begun, begin_again_at;
      if begun > max_a_minute then
        wait_seconds := ceil(extract(epoch from begin_again_at - ordered_at));
        return;
      end if;

      insert into "order"
        (id, order_id, user_id, email, amount_cents, expires_at, visitor, was_new_visitor, idempotency_key, address, return_origin,
          cart_hash, check_at, created_at, updated_at)
      values (new_id, new_order_id, buyer, buyer_email, total, open_until, buyer_visitor, is_new_visitor, buyer_key, buyer_address,
        buyer_origin, cart, first_check_at, ordered_at, ordered_at);
      insert into order_line (order_id, position, product_id, name, image_id, unit_cents, quantity)
      select new_id, position - 1, id, name, "imageId", "priceCents", quantity from rows from (
        json_to_recordset(sold) as (id uuid, name text, "imageId" text, "priceCents" integer, quantity integer)
      ) with ordinality line (id, name, "imageId", "priceCents", quantity, position);
      insert into order_event (order_id, kind, value, actor, at)
      values (new_id, 'payment', 'awaiting', 'checkout', ordered_at);
    end $$`.execute(db)
}
