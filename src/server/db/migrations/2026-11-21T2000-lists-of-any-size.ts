import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await countBySteps(db)
  await indexLists(db)
}

/**
 * The number of products on sale by category, color and price, where prices are taken together in steps of cents, dollars,
 * tens of dollars and so on: any range of them is a sum of few rows. A bucket is the price in steps, and a hundred million
 * more for each larger step. An empty category or color stands for all of them.
 */
async function countBySteps(db: Kysely<unknown>): Promise<void> {
  for (const name of ['added', 'removed', 'changed']) {
    await sql`drop trigger ${sql.id(`product_${name}`)} on product`.execute(db)
    await sql`drop function ${sql.id(`count_${name}_products`)}`.execute(db)
  }
  await sql`drop table product_count`.execute(db)
  await sql`
    create table product_count (
      id bigint generated always as identity primary key,
      category text not null,
      color text not null,
      bucket integer not null,
      n integer not null
    ) with (fillfactor = 80)`.execute(db)
  await sql`create index on product_count (category, color, bucket)`.execute(db)

  // Nobody waits for whoever else is changing the same counts: their row is left alone, and another one put beside it.
  await sql`
    create function change_product_counts(categories text[], colors text[], prices integer[], changes bigint[])
    returns void language sql set enable_seqscan = off set enable_nestloop = off as $$
      with change as materialized (
        select counted.category, counted.color, (place - 1) * 100000000 + price / step as bucket, sum(n) as n
        from unnest(categories, colors, prices, changes) as each (category, color, price, n)
        cross join unnest(array[1, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000]) with ordinality as steps (step, place)
        cross join lateral (values
          (each.category, each.color), (each.category, ''), ('', each.color), ('', '')
        ) as counted (category, color)
        group by 1, 2, 3 having sum(n) <> 0
      ), counted as materialized (
        select change.*, free.id
        from change left join lateral (
          select id from product_count same
          where same.category = change.category and same.color = change.color and same.bucket = change.bucket
          limit 1 for update skip locked
        ) free on true
      ), empty as (
        delete from product_count using counted where product_count.id = counted.id and product_count.n + counted.n = 0
      ), known as (
        update product_count set n = product_count.n + counted.n from counted
        where product_count.id = counted.id and product_count.n + counted.n <> 0
      )
      insert into product_count (category, color, bucket, n)
      select category, color, bucket, n from counted where id is null
    $$`.execute(db)
  const counted = sql`select category, color, price_cents, count(*) as n`
  const grouped = sql`where deleted_at is null group by 1, 2, 3`
  await sql`
    create function count_products() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        perform change_product_counts(array_agg(category), array_agg(color), array_agg(price_cents), array_agg(n))
        from (${counted} from added ${grouped}) change;
      elsif tg_op = 'DELETE' then
        perform change_product_counts(array_agg(category), array_agg(color), array_agg(price_cents), array_agg(-n))
        from (${counted} from removed ${grouped}) change;
      else
        perform change_product_counts(array_agg(category), array_agg(color), array_agg(price_cents), array_agg(n))
        from (
          select category, color, price_cents, sum(n)::bigint as n
          from (
            select category, color, price_cents, 1 as n from added where deleted_at is null
            union all select category, color, price_cents, -1 from removed where deleted_at is null
          ) each group by 1, 2, 3 having sum(n) <> 0
        ) change having count(*) > 0;
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger product_added after insert on product
    referencing new table as added for each statement execute function count_products()`.execute(db)
  await sql`create trigger product_removed after delete on product
    referencing old table as removed for each statement execute function count_products()`.execute(db)
  await sql`create trigger product_changed after update on product
    referencing old table as removed new table as added for each statement execute function count_products()`.execute(
    db,
  )
  await sql`
    select change_product_counts(array_agg(category), array_agg(color), array_agg(price_cents), array_agg(n))
    from (${counted} from product ${grouped}) change`.execute(db)
}

/** One index for each order and choice, with all that tells which products are listed: the others are not read. */
async function indexLists(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes
    where schemaname = current_schema() and tablename = 'product' and indexdef like '%WHERE (deleted_at IS NULL)'`.execute(
    db,
  )
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)
  for (const choice of ['', 'category,', 'color,', 'category, color,']) {
    await sql`create index on product (${sql.raw(choice)} created_at desc, id)
      include (price_cents) where deleted_at is null`.execute(db)
    await sql`create index on product (${sql.raw(choice)} price_cents, id)
      include (created_at, rating) where deleted_at is null`.execute(db)
  }
  await sql`create index on product (rating desc, created_at desc, id)
    include (category, color, price_cents) where deleted_at is null`.execute(db)
}
