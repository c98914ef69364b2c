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
      category text not null,
      color text not null,
      bucket integer not null,
      n integer not null,
      primary key (category, color, bucket)
    ) with (fillfactor = 80)`.execute(db)

  // What the statements of a transaction change is added up, and counted in one go when it ends: so whoever changes much
  // holds the counts for a moment alone, and as all take them in the same order, nobody waits for each other.
  await sql`
    create table product_count_change (
      id bigint generated always as identity primary key,
      categories text[] not null,
      colors text[] not null,
      prices integer[] not null,
      numbers integer[] not null
    )`.execute(db)
  const note = (changes: string) => `
    insert into product_count_change (categories, colors, prices, numbers)
    select array_agg(category), array_agg(color), array_agg(price_cents), array_agg(n)
    from (
      select category, color, price_cents, sum(n)::integer as n from (${changes}) each group by 1, 2, 3 having sum(n) <> 0
    ) change having count(*) > 0;`
  const added = 'select category, color, price_cents, 1 as n from added where deleted_at is null'
  const removed = 'select category, color, price_cents, -1 as n from removed where deleted_at is null'
  await sql`
    create function note_product_counts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${sql.raw(note(added))}
      elsif tg_op = 'DELETE' then ${sql.raw(note(removed))}
      else ${sql.raw(note(`${added} union all ${removed}`))}
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger product_added after insert on product
    referencing new table as added for each statement execute function note_product_counts()`.execute(db)
  await sql`create trigger product_removed after delete on product
    referencing old table as removed for each statement execute function note_product_counts()`.execute(db)
  await sql`create trigger product_changed after update on product
    referencing old table as removed new table as added for each statement execute function note_product_counts()`.execute(
    db,
  )

  await sql`
    create function change_product_counts() returns trigger language plpgsql as $$
    begin
      with noted as (
        delete from product_count_change returning categories, colors, prices, numbers
      )
      insert into product_count
      select counted.category, counted.color, (place - 1) * 100000000 + price / step as bucket, sum(n)
      from noted cross join unnest(categories, colors, prices, numbers) as each (category, color, price, n)
      cross join unnest(array[1, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000]) with ordinality as steps (step, place)
      cross join lateral (values
        (each.category, each.color), (each.category, ''), ('', each.color), ('', '')
      ) as counted (category, color)
      group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
      on conflict (category, color, bucket) do update set n = product_count.n + excluded.n;
      return null;
    end $$`.execute(db)
  await sql`create constraint trigger product_counts_changed after insert on product_count_change
    deferrable initially deferred for each row execute function change_product_counts()`.execute(db)

  await sql`
    insert into product_count_change (categories, colors, prices, numbers)
    select array_agg(category), array_agg(color), array_agg(price_cents), array_agg(n)
    from (select category, color, price_cents, count(*)::integer as n from product where deleted_at is null group by 1, 2, 3) change
    having count(*) > 0`.execute(db)
  await sql`set constraints product_counts_changed immediate`.execute(db)
  await sql`set constraints product_counts_changed deferred`.execute(db)
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
