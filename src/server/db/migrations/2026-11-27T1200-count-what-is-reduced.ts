import { type Kysely, sql } from 'kysely'

/** The number of products that have an old price by category, color and price, and the indexes that list them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await countReduced(db)
  await indexReduced(db)
}

/**
 * As `product_count`, where `fits` is -1, and as `product_fits_count`, of the products that have an old price. Counts of 0 are
 * deleted.
 */
async function countReduced(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table product_sale_count (
      category text not null,
      color text not null,
      bucket integer not null,
      fits bigint not null,
      n integer not null,
      primary key (category, color, bucket, fits) include (n)
    ) with (fillfactor = 80)`.execute(db)
  await sql`alter table product_count_change add column reduced boolean[]`.execute(db)

  const note = (changes: string) => `
    insert into product_count_change (categories, colors, prices, fits, reduced, numbers)
    select array_agg(category), array_agg(color), array_agg(price_cents), array_agg(fits), array_agg(is_reduced), array_agg(n)
    from (
      select category, color, price_cents, fits, is_reduced, sum(n)::integer as n
      from (${changes}) each group by 1, 2, 3, 4, 5 having sum(n) <> 0
    ) change having count(*) > 0;`
  const columns = 'category, color, price_cents, fits, old_price_cents is not null as is_reduced'
  const added = `select ${columns}, 1 as n from added where deleted_at is null`
  const removed = `select ${columns}, -1 as n from removed where deleted_at is null`
  await sql`
    create or replace function note_product_counts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${sql.raw(note(added))}
      elsif tg_op = 'DELETE' then ${sql.raw(note(removed))}
      else ${sql.raw(note(`${added} union all ${removed}`))}
      end if;
      return null;
    end $$`.execute(db)

  const counted = (rows: string, fits = 'each.fits') => `
        select kind.category, kind.color, ((place - 1) * 100000000 + price / step)::integer as bucket, ${fits}, sum(n)::integer as n
        from ${rows}
        cross join unnest(array[1, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000]) with ordinality as steps (step, place)
        cross join lateral (values
          (each.category, each.color), (each.category, ''), ('', each.color), ('', '')
        ) as kind (category, color)`
  const changes = counted(
    'unnest(categories, colors, prices, sets, sales, numbers) as each (category, color, price, fits, is_reduced, n)',
  )
  const eachSet = 'cross join lateral (select distinct unnest(array[-1, nullif(each.fits, 0)]) as fits) counted'
  const ofReduced = (rows: string) => `${counted(`${rows} ${eachSet}`, 'counted.fits')} where counted.fits is not null`
  const reducedChanges = ofReduced(
    'unnest(categories, colors, prices, sets, sales, numbers) as each (category, color, price, fits, is_reduced, n)',
  )
  await sql`
    create or replace function change_product_counts() returns trigger language plpgsql as $$
    declare
      categories text[];
      colors text[];
      prices integer[];
      sets bigint[];
      sales boolean[];
      numbers integer[];
      emptied boolean;
    begin
      with taken as (
        delete from product_count_change noted
        returning noted.categories, noted.colors, noted.prices, noted.fits, noted.reduced, noted.numbers
      )
      select array_agg(change.category), array_agg(change.color), array_agg(change.price), array_agg(change.fits),
        array_agg(change.is_reduced), array_agg(change.n)
      into categories, colors, prices, sets, sales, numbers
      from (
        select each.category, each.color, each.price, coalesce(each.fits, 0) as fits, coalesce(each.is_reduced, false) as is_reduced,
          sum(each.n)::integer as n
        from taken cross join unnest(taken.categories, taken.colors, taken.prices, taken.fits, taken.reduced, taken.numbers)
          as each (category, color, price, fits, is_reduced, n)
        group by 1, 2, 3, 4, 5 having sum(each.n) <> 0
      ) change;
      if categories is null then return null; end if;

      insert into product_count
      select category, color, bucket, sum(n) from (${sql.raw(changes)} group by 1, 2, 3, 4) change
      group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
      on conflict (category, color, bucket) do update set n = product_count.n + excluded.n;

      with changed as (
        insert into product_fits_count as kept ${sql.raw(changes)} where each.fits <> 0
        group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
        on conflict (category, color, bucket, fits) do update set n = kept.n + excluded.n
        returning kept.n
      )
      select exists (select from changed where n = 0) into emptied;
      if emptied then
        delete from product_fits_count kept using (${sql.raw(changes)} where each.n < 0 group by 1, 2, 3, 4) change
        where (kept.category, kept.color, kept.bucket, kept.fits) = (change.category, change.color, change.bucket, change.fits)
          and kept.n = 0;
      end if;

      if not (true = any (sales)) then return null; end if;
      with changed as (
        insert into product_sale_count as kept ${sql.raw(reducedChanges)} and each.is_reduced
        group by 1, 2, 3, 4 having sum(n) <> 0 order by 1, 2, 3, 4
        on conflict (category, color, bucket, fits) do update set n = kept.n + excluded.n
        returning kept.n
      )
      select exists (select from changed where n = 0) into emptied;
      if emptied then
        delete from product_sale_count kept using (${sql.raw(reducedChanges)} and each.is_reduced and each.n < 0 group by 1, 2, 3, 4) change
        where (kept.category, kept.color, kept.bucket, kept.fits) = (change.category, change.color, change.bucket, change.fits)
          and kept.n = 0;
      end if;
      return null;
    end $$`.execute(db)

  const known = `(
          select category, color, price_cents as price, fits, count(*) as n from product
          where deleted_at is null and old_price_cents is not null group by 1, 2, 3, 4
        ) each`
  await sql`insert into product_sale_count ${sql.raw(ofReduced(known))} group by 1, 2, 3, 4`.execute(db)
}

/**
 * One index for each order, of the reduced products alone, with all that tells which ones are listed; and one that gathers those of
 * a category, color or price.
 */
async function indexReduced(db: Kysely<unknown>): Promise<void> {
  const reduced = sql`where deleted_at is null and old_price_cents is not null`
  await sql`create index product_reduced_newest on product (sold_out, created_at desc, id)
    include (category, color, price_cents, fits) ${reduced}`.execute(db)
  await sql`create index product_reduced_cheap on product (sold_out, price_cents, id)
    include (category, color, fits) ${reduced}`.execute(db)
  await sql`create index product_reduced_dear on product (sold_out, price_cents desc, id desc)
    include (category, color, fits) ${reduced}`.execute(db)
  await sql`create index product_reduced_rating on product (sold_out, rating desc, created_at desc, id)
    include (category, color, price_cents, fits) ${reduced}`.execute(db)
  await sql`create index product_reduced_choice on product (category, color, price_cents, id) ${reduced}`.execute(db)
}
