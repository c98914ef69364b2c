import { type Kysely, sql } from 'kysely'

/**
 * The owner's stock room: deliveries, stock takes, a threshold of one's own per product, and the products whose run of sizes is
 * broken. The release before writes none of these columns, and nothing here needs it to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table delivery (
      id uuid primary key,
      note text not null default '' check (length(note) <= 200),
      actor uuid references "user",
      at timestamptz not null,
      undone_at timestamptz
    )`.execute(db)
  await sql`create index on delivery (at desc, id)`.execute(db)
  await sql`
    alter table stock_movement
      add column delivery_id uuid references delivery,
      add column unit_cents integer check (unit_cents >= 0)`.execute(db)
  await sql`create index on stock_movement (delivery_id) where delivery_id is not null`.execute(db)
  await sql`
    create table stock_take (
      id uuid primary key,
      name text not null check (length(name) between 1 and 80),
      category text,
      actor uuid references "user",
      started_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db)
  await sql`
    create table stock_take_line (
      take_id uuid not null references stock_take on delete cascade,
      variant_id uuid not null references variant,
      product_id uuid not null,
      expected integer,
      found_before integer,
      counted integer,
      counted_at timestamptz,
      actor uuid references "user",
      primary key (take_id, variant_id)
    )`.execute(db)
  await sql`alter table product
    add column low_at smallint check (low_at between 0 and 1000),
    add column broken_run boolean not null default false`.execute(db)
  await sql`alter table stock add column low_at smallint`.execute(db) // the product's, so that the list of low sizes reads one table
  await sql`create index on product (created_at desc, id desc) where broken_run and deleted_at is null`.execute(db)
  await sql`alter table audit
    drop constraint audit_record_check,
    add constraint audit_record_check
      check (record in ('user', 'product', 'order', 'import', 'message', 'review', 'size chart', 'delivery')) not valid`.execute(
    db,
  )

  // A run is broken when a size between the first and the last is gone while others are there.
  await sql`
    create or replace function refresh_cards(ids uuid[]) returns void language sql as $$
      update product set card = made.card, sold_out = made.sold_out, broken_run = made.broken_run from (
        select product.id,
          nullif(jsonb_strip_nulls(jsonb_build_object(
            'sizes', jsonb_agg(jsonb_build_object('id', variant.id, 'size', size, 'gone', case when on_hand <= held then true end)
              order by place) filter (where size <> 'one'),
            'second', (select product_image.image_id from product_image where product_id = product.id order by place limit 1)
          )), '{}') as card,
          coalesce(bool_and(on_hand = 0), false) and count(*) = count(on_hand) and count(variant.id) > 0 as sold_out,
          coalesce(bool_or(on_hand = 0 and not is_outer), false) and bool_or(on_hand is distinct from 0) as broken_run
        from product
          left join (
            select variant.*, place in (min(place) over whole, max(place) over whole) as is_outer
            from variant where variant.product_id = any (ids) and variant.deleted_at is null
            window whole as (partition by variant.product_id)
          ) variant on variant.product_id = product.id
          left join stock on stock.variant_id = variant.id
        where product.id = any (ids)
        group by product.id
      ) made
      where product.id = made.id
        and (product.card, product.sold_out, product.broken_run) is distinct from (made.card, made.sold_out, made.broken_run)
    $$`.execute(db)
  await sql`select refresh_cards(array(select distinct product_id from stock where on_hand = 0))`.execute(db)
}
