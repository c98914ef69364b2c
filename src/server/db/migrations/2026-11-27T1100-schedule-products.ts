import { type Kysely, sql } from 'kysely'

/**
 * A product can be a draft, hidden, or on sale from one time until another, and have a sale price from one time until another. The
 * columns that the release before knows stay what visitors see: `deleted_at` and `is_draft` tell what is on sale, `price_cents` what
 * it costs now. From now on all prices at which a product was on sale are stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table product
      add column status text not null default 'public' check (status in ('public', 'draft', 'hidden')),
      add column visible_from timestamptz,
      add column visible_until timestamptz,
      add column awaits_picture boolean not null default false,
      add column sale_price_cents integer check (sale_price_cents > 0),
      add column sale_from timestamptz,
      add column sale_until timestamptz,
      add column regular_price_cents integer,
      add column regular_old_price_cents integer,
      add constraint product_visible_check check (visible_until > visible_from),
      add constraint product_sale_check check ((sale_price_cents is null) = (sale_from is null) and sale_until > sale_from)`.execute(
    db,
  )
  await sql`update product set awaits_picture = true where is_draft`.execute(db)
  // The release before adds colors and puts them on sale without knowing this column.
  await sql`
    create function note_awaited_picture() returns trigger language plpgsql as $$
    begin
      new.awaits_picture := new.deleted_at is not null;
      return new;
    end $$`.execute(db)
  await sql`create trigger color_awaits_picture before insert on product for each row
    when (new.is_draft and new.status = 'public' and coalesce(new.visible_from, new.visible_until, new.sale_from) is null)
    execute function note_awaited_picture()`.execute(db)
  await sql`create trigger color_has_picture before update on product for each row
    when (new.awaits_picture and new.deleted_at is null) execute function note_awaited_picture()`.execute(db)
  // The next moment at which something of a product begins or ends: `products/schedule/schedule-queries.ts` has the same expression.
  await sql`
    create index product_due on product ((least(
      case when deleted_at is null then visible_until
        when is_draft and status = 'public' and not awaits_picture then visible_from end,
      case when deleted_at is null or is_draft then
        case when regular_price_cents is not null then sale_until else sale_from end end
    )), id) where visible_from is not null or visible_until is not null or sale_from is not null`.execute(db)

  await sql`
    create table product_price (
      product_id uuid not null references product on delete cascade,
      from_at timestamptz not null,
      price_cents integer not null,
      primary key (product_id, from_at)
    )`.execute(db)
  await sql`insert into product_price select id, now(), price_cents from product where deleted_at is null`.execute(db)
  await sql`
    create function note_added_prices() returns trigger language plpgsql as $$
    begin
      insert into product_price
      select id, coalesce(nullif(current_setting('vitrine.at', true), '')::timestamptz, created_at), price_cents
      from added where deleted_at is null order by id;
      return null;
    end $$`.execute(db)
  await sql`
    create function note_changed_prices() returns trigger language plpgsql as $$
    begin
      insert into product_price
      select added.id, greatest(
        coalesce(nullif(current_setting('vitrine.at', true), '')::timestamptz, added.updated_at), last.from_at
      ), added.price_cents
      from added join removed using (id)
      left join lateral (
        select from_at, price_cents from product_price where product_id = added.id order by from_at desc limit 1
      ) last on true
      where added.deleted_at is null and (removed.deleted_at is not null or removed.price_cents <> added.price_cents)
        and last.price_cents is distinct from added.price_cents
      order by added.id
      on conflict (product_id, from_at) do update set price_cents = excluded.price_cents;
      return null;
    end $$`.execute(db)
  await sql`create trigger product_added_has_price after insert on product
    referencing new table as added for each statement execute function note_added_prices()`.execute(db)
  await sql`create trigger product_changed_has_price after update on product
    referencing old table as removed new table as added for each statement execute function note_changed_prices()`.execute(
    db,
  )
}
