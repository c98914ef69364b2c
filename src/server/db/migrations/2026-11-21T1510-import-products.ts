import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table product_import (
      id uuid primary key,
      file text not null,
      actor uuid references "user",
      created_at timestamptz not null,
      read_at timestamptz,
      added integer not null default 0,
      changed integer not null default 0,
      unchanged integer not null default 0,
      fault_count integer not null default 0,
      faults jsonb not null default '[]',
      applied_at timestamptz,
      audit_id uuid references audit
    )`.execute(db)
  await sql`create index on product_import (created_at)`.execute(db)

  await sql`
    create table product_import_row (
      import_id uuid not null references product_import on delete cascade,
      product_id uuid not null,
      line integer not null,
      kind text not null check (kind in ('new', 'changed', 'unchanged', 'fault')),
      after jsonb,
      before jsonb,
      version timestamptz,
      primary key (import_id, product_id)
    )`.execute(db)
  await sql`create index on product_import_row (import_id, line) where kind in ('new', 'changed')`.execute(db)
  await sql`create index on product_import_row ((before ->> 'image_id')) where kind = 'changed'`.execute(db)

  await sql`alter table audit drop constraint audit_record_check`.execute(db)
  await sql`alter table audit add constraint audit_record_check
    check (record in ('user', 'product', 'order', 'import'))`.execute(db)

  // Counting once for each statement, and not for each row, a thousand products of one price are no more work than one.
  await sql`drop trigger product_counted on product`.execute(db)
  await sql`drop function count_product()`.execute(db)
  await sql`
    create function count_added_products() returns trigger language plpgsql as $$
    begin
      insert into product_count
      select category, color, price_cents, count(*) from added where deleted_at is null group by 1, 2, 3 order by 1, 2, 3
      on conflict (category, color, price_cents) do update set n = product_count.n + excluded.n;
      return null;
    end $$`.execute(db)
  await sql`
    create function count_removed_products() returns trigger language plpgsql as $$
    begin
      update product_count set n = product_count.n - less.n
      from (select category, color, price_cents, count(*) as n from removed where deleted_at is null group by 1, 2, 3) less
      where product_count.category = less.category and product_count.color = less.color
        and product_count.price_cents = less.price_cents;
      return null;
    end $$`.execute(db)
  await sql`
    create function count_changed_products() returns trigger language plpgsql as $$
    begin
      with change as (
        select category, color, price_cents, sum(n) as n
        from (
          select category, color, price_cents, -1 as n from removed where deleted_at is null
          union all select category, color, price_cents, 1 from added where deleted_at is null
        ) each group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
      ), less as (
        update product_count set n = product_count.n + change.n from change
        where change.n < 0 and product_count.category = change.category and product_count.color = change.color
          and product_count.price_cents = change.price_cents
      )
      insert into product_count select * from change where n > 0
      on conflict (category, color, price_cents) do update set n = product_count.n + excluded.n;
      return null;
    end $$`.execute(db)
  await sql`create trigger product_added after insert on product
    referencing new table as added for each statement execute function count_added_products()`.execute(db)
  await sql`create trigger product_removed after delete on product
    referencing old table as removed for each statement execute function count_removed_products()`.execute(db)
  await sql`create trigger product_changed after update on product
    referencing old table as removed new table as added
    for each statement execute function count_changed_products()`.execute(db)

  // Taking an import back asks for each of its new products whether it was sold.
  await sql`create index on order_line (product_id)`.execute(db)
}
