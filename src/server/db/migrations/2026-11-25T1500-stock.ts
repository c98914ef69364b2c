import { type Kysely, sql } from 'kysely'

/**
 * A size may be counted. `stock` says how many pieces there are, and how many of them are held by orders that await payment; the
 * ledger `stock_movement` says why. A size without a row is not counted and can always be bought, so the release before sells on
 * as it did; counting begins when it is gone. Only `stock/` writes these tables.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stock (
      variant_id uuid primary key references variant,
      product_id uuid not null,
      on_hand integer not null,
      held integer not null default 0,
      constraint stock_on_hand_check check (on_hand >= 0),
      constraint stock_held_check check (held between 0 and on_hand)
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create table stock_movement (
      id bigint generated always as identity primary key,
      variant_id uuid not null,
      kind text not null,
      on_hand integer not null default 0,
      held integer not null default 0,
      order_id uuid,
      reason text,
      actor uuid references "user",
      at timestamptz not null,
      constraint stock_movement_check check (case kind
        when 'held' then held > 0 and on_hand = 0 and order_id is not null
        when 'released' then held < 0 and on_hand = 0 and order_id is not null
        when 'sold' then on_hand < 0 and held in (0, on_hand) and order_id is not null
        when 'returned' then on_hand > 0 and held = 0 and order_id is not null
        when 'received' then on_hand > 0 and held = 0
        when 'counted' then held = 0
        when 'corrected' then held = 0
        else false end)
    )`.execute(db)
  await sql`create index on stock_movement (variant_id, id)`.execute(db)
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger % is only added to', tg_table_name;
    end $$`.execute(db)
  await sql`create trigger stock_movement_is_kept before update or delete on stock_movement
    for each statement execute function refuse_change()`.execute(db)

  await sql`
    alter table order_line
      add column takes_stock boolean not null default false,
      add column owed integer not null default 0,
      add constraint order_line_owed_check check (owed between 0 and quantity)`.execute(db)
  await sql`create index on order_line (variant_id) where owed > 0`.execute(db)
  await sql`alter table product add column sold_out boolean not null default false`.execute(db)

  // What is shown of a size: in, low-1 to low-3, held (all pieces are in others' checkouts) or out. Not counted is in.
  await sql`
    create function stock_shown(on_hand integer, held integer) returns text immutable language sql as $$
      select case
        when on_hand is null or on_hand - held > 3 then 'in'
        when on_hand > held then 'low-' || (on_hand - held)
        when on_hand > 0 then 'held'
        else 'out' end
    $$`.execute(db)
  await sql`
    create or replace function refresh_cards(ids uuid[]) returns void language sql as $$
      update product set card = made.card, sold_out = made.sold_out from (
        select product.id,
          nullif(jsonb_strip_nulls(jsonb_build_object(
            'sizes', jsonb_agg(jsonb_build_object('id', variant.id, 'size', size, 'gone', case when on_hand <= held then true end)
              order by place) filter (where size <> 'one'),
            'second', (select product_image.image_id from product_image where product_id = product.id order by place limit 1)
          )), '{}') as card,
          coalesce(bool_and(on_hand = 0), false) and count(*) = count(on_hand) and count(variant.id) > 0 as sold_out
        from product
          left join variant on variant.product_id = product.id and variant.deleted_at is null
          left join stock on stock.variant_id = variant.id
        where product.id = any (ids)
        group by product.id
      ) made
      where product.id = made.id and (product.card, product.sold_out) is distinct from (made.card, made.sold_out)
    $$`.execute(db)
  // Every change of what is shown of a size calls it.
  await sql`
    create function show_stock(ids uuid[]) returns void language plpgsql as $$
    begin
      perform from product where id = any (ids) order by id for no key update;
      perform refresh_cards(ids);
      perform tell_changes(array(select 'product:' || unnest(ids) limit 101));
    end $$`.execute(db)
}
