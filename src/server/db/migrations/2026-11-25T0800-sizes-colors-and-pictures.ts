import { type Kysely, sql } from 'kysely'

/**
 * A product has sizes (variants), up to eleven more pictures, a size chart, and belongs to a style when the style has several
 * colors. The release before goes on adding and selling products: it writes none of this, and each product that it adds gets its
 * one variant from a trigger. Products that exist get theirs after this migration, in batches (`products/give-variants.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table style (id uuid primary key, created_at timestamptz not null, colors jsonb)`.execute(db)
  await sql`
    create table size_chart (
      id uuid primary key,
      name text not null,
      chart jsonb not null,
      is_garment boolean not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`
    alter table product
      add column style_id uuid references style,
      add column style_place smallint not null default 0,
      add column shade text check (length(shade) <= 40),
      add column swatch text check (swatch ~ '^#[0-9a-f]{6}$'),
      add column chart_id uuid references size_chart,
      add column model_cm smallint check (model_cm between 100 and 230),
      add column model_size text,
      add column image_alt text not null default '',
      add column is_sealed boolean not null default false,
      add column card jsonb`.execute(db)
  await sql`create index on product (style_id) where style_id is not null`.execute(db)
  await sql`create index on product (chart_id) where chart_id is not null`.execute(db)
  await sql`
    create table product_image (
      product_id uuid references product on delete cascade,
      place smallint check (place between 1 and 11),
      image_id text not null references image,
      alt text not null default '',
      primary key (product_id, place)
    )`.execute(db)
  await sql`create index on product_image (image_id)`.execute(db)
  await sql`
    create table variant (
      id uuid primary key,
      product_id uuid not null references product on delete cascade,
      size text not null,
      place smallint not null,
      sku text,
      barcode text,
      created_at timestamptz not null,
      deleted_at timestamptz,
      constraint variant_one_size_check check (size <> 'one' or id = product_id)
    )`.execute(db)
  await sql`create unique index on variant (product_id, size) where deleted_at is null`.execute(db)
  await sql`create unique index on variant (lower(sku)) where sku is not null and deleted_at is null`.execute(db)
  await sql`create unique index on variant (barcode) where barcode is not null and deleted_at is null`.execute(db)
  await sql`create index on variant (product_id)`.execute(db)
  await sql`
    alter table order_line
      add column variant_id uuid references variant,
      add column size text,
      add column color text,
      add column sku text`.execute(db)
  await sql`alter table audit
    drop constraint audit_record_check,
    add constraint audit_record_check
      check (record in ('user', 'product', 'order', 'import', 'message', 'review', 'size chart'))`.execute(db)

  // How far the variants of existing products have been added; without a row it is done.
  await sql`create table variant_backfill (last_product uuid not null)`.execute(db)
  await sql`
    insert into variant_backfill
    select '00000000-0000-0000-0000-000000000000' where exists (select from product)`.execute(db)

  await sql`
    create function give_variant() returns trigger language plpgsql as $$
    begin
      insert into variant (id, product_id, size, place, created_at) select id, id, 'one', 0, created_at from added
      on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`create trigger product_added_has_variant after insert on product
    referencing new table as added for each statement execute function give_variant()`.execute(db)

  // What a list shows of a product's sizes and pictures, so that a list reads no further table.
  await sql`
    create function refresh_cards(ids uuid[]) returns void language sql as $$
      update product set card = made.card from (
        select product.id, nullif(jsonb_strip_nulls(jsonb_build_object(
          'sizes', (
            select jsonb_agg(jsonb_build_object('id', variant.id, 'size', size) order by place) from variant
            where product_id = product.id and variant.deleted_at is null and size <> 'one'
          ),
          'second', (select product_image.image_id from product_image where product_id = product.id order by place limit 1)
        )), '{}') as card
        from product where product.id = any (ids)
      ) made
      where product.id = made.id and product.card is distinct from made.card
    $$`.execute(db)
  await sql`
    create function refresh_cards_of_changed() returns trigger language plpgsql as $$
    begin
      perform refresh_cards(array(select distinct product_id from changed));
      return null;
    end $$`.execute(db)
  await sql`
    create function refresh_cards_of_sized() returns trigger language plpgsql as $$
    begin
      perform refresh_cards(array(select distinct product_id from changed where size <> 'one'));
      return null;
    end $$`.execute(db)
  for (const [event, rows, refresh] of [
    ['insert', 'new', 'refresh_cards_of_sized'],
    ['update', 'new', 'refresh_cards_of_changed'],
  ])
    await sql`create trigger ${sql.id(`variant_${event}_changes_card`)} after ${sql.raw(`${event}`)} on variant
      referencing ${sql.raw(`${rows}`)} table as changed for each statement execute function ${sql.raw(`${refresh}`)}()`.execute(
      db,
    )
  for (const [event, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ])
    await sql`create trigger ${sql.id(`product_image_${event}_changes_card`)} after ${sql.raw(`${event}`)} on product_image
      referencing ${sql.raw(`${rows}`)} table as changed for each statement execute function refresh_cards_of_changed()`.execute(
      db,
    )

  // The first four colors of a style, and how many more there are; null while there is one. Styles are locked in their order,
  // after the products, so that two changes never wait for each other.
  await sql`
    create function refresh_styles(ids uuid[]) returns void language plpgsql as $$
    begin
      perform from style where id = any (ids) order by id for update;
      update style set colors = made.colors from (
        select style.id, (
          select jsonb_build_object(
            'shown', jsonb_agg(jsonb_build_object('id', id, 'name', name, 'shade', coalesce(shade, color), 'color', color, 'swatch', swatch)
              order by nth) filter (where nth <= 4),
            'more', greatest(count(*) - 4, 0)
          )
          from (
            select *, row_number() over (order by style_place, created_at desc, id) as nth
            from product where style_id = style.id and deleted_at is null
          ) sibling
          having count(*) > 1
        ) as colors
        from style where style.id = any (ids)
      ) made
      where style.id = made.id and style.colors is distinct from made.colors;
    end $$`.execute(db)
  await sql`
    create function refresh_styles_of_changed() returns trigger language plpgsql as $$
    declare
      ids uuid[] := array(
        select distinct style_id from (
          select added.style_id from added left join removed using (id) where added.style_id is not null
            and (added.style_id, added.style_place, added.name, added.color, added.shade, added.swatch, added.deleted_at)
              is distinct from
              (removed.style_id, removed.style_place, removed.name, removed.color, removed.shade, removed.swatch, removed.deleted_at)
          union all
          select removed.style_id from removed left join added using (id)
          where removed.style_id is not null and removed.style_id is distinct from added.style_id
        ) changed
      );
    begin
      if cardinality(ids) > 0 then
        perform refresh_styles(ids);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create function refresh_styles_of_added() returns trigger language plpgsql as $$
    declare
      ids uuid[] := array(select distinct style_id from added where style_id is not null);
    begin
      if cardinality(ids) > 0 then
        perform refresh_styles(ids);
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger product_added_changes_style after insert on product
    referencing new table as added for each statement execute function refresh_styles_of_added()`.execute(db)
  await sql`create trigger product_changed_changes_style after update on product
    referencing old table as removed new table as added for each statement execute function refresh_styles_of_changed()`.execute(
    db,
  )

  // The page of a product shows the colors of its style, and its chart.
  await sql`
    create function tell_products_of_style() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array['products'] || array(select 'product:' || id from product where style_id = new.id limit 101));
      return null;
    end $$`.execute(db)
  await sql`create trigger style_is_told after update of colors on style
    for each row when (old.colors is distinct from new.colors) execute function tell_products_of_style()`.execute(db)
  await sql`
    create function tell_products_of_chart() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array(select 'product:' || id from product where chart_id = new.id limit 101));
      return null;
    end $$`.execute(db)
  await sql`create trigger size_chart_is_told after update on size_chart
    for each row execute function tell_products_of_chart()`.execute(db)
}
