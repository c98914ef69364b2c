import { type Kysely, sql } from 'kysely'

/**
 * The sizes in which each product can be bought now, as bits (`fits`), for lists by size and "in stock", and the number of products
 * by category, color, price and such a set, for their totals. Triggers maintain both.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addFits(db)
  await indexLists(db)
  await countByFits(db)
  await searchByFits(db)
}

/** The codes of sizes by the place of their bit. */
const codes = [
  ['alpha-XXS'],
  ['alpha-XS', 'eu-32', 'eu-34', 'us-0', 'us-2', 'uk-4', 'uk-6'],
  ['alpha-S', 'eu-36', 'eu-38', 'us-4', 'us-6', 'uk-8', 'uk-10'],
  ['alpha-M', 'eu-40', 'eu-42', 'us-8', 'us-10', 'uk-12', 'uk-14'],
  ['alpha-L', 'eu-44', 'eu-46', 'us-12', 'us-14', 'uk-16', 'uk-18'],
  ['alpha-XL', 'eu-48', 'eu-50', 'us-16', 'us-18', 'uk-20', 'uk-22'],
  ['alpha-XXL', 'us-20', 'us-22', 'uk-24', 'uk-26'],
  ['alpha-3XL'],
  ...Array.from({ length: 21 }, (_, index) => [`ring-${44 + index}`]),
  ...['S', 'M', 'L'].map(letter => [`acc-${letter}`]),
  ['one'],
]
const bits = Object.fromEntries(codes.flatMap((same, place) => same.map(code => [code, 2 ** place])))
const oneSizeBit = 2 ** (codes.length - 1)

async function addFits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function size_bit(size text) returns bigint immutable parallel safe language sql as $$
      select coalesce((${sql.lit(JSON.stringify(bits))}::jsonb ->> size)::bigint, 0)
    $$`.execute(db)
  await sql`
    create function fit_places(fits bigint) returns integer[] immutable parallel safe language sql as $$
      select array(select place from generate_series(0, 62) place where fits >> place & 1 = 1)
    $$`.execute(db)

  await sql`alter table product add column fits bigint not null default ${sql.lit(oneSizeBit)}`.execute(db)
  await sql`
    create or replace function refresh_cards(ids uuid[]) returns void language sql as $$
      update product set card = made.card, sold_out = made.sold_out, broken_run = made.broken_run, fits = made.fits from (
        select product.id,
          nullif(jsonb_strip_nulls(jsonb_build_object(
            'sizes', jsonb_agg(jsonb_build_object('id', variant.id, 'size', size, 'gone', case when on_hand <= held then true end)
              order by place) filter (where size <> 'one'),
            'second', (select product_image.image_id from product_image where product_id = product.id order by place limit 1)
          )), '{}') as card,
          coalesce(bool_and(on_hand = 0), false) and count(*) = count(on_hand) and count(variant.id) > 0 as sold_out,
          coalesce(bool_or(on_hand = 0 and not is_outer), false) and bool_or(on_hand is distinct from 0) as broken_run,
          coalesce(bit_or(size_bit(size)) filter (where on_hand is null or on_hand > held), 0) as fits
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
      where product.id = made.id and (product.card, product.sold_out, product.broken_run, product.fits)
        is distinct from (made.card, made.sold_out, made.broken_run, made.fits)
    $$`.execute(db)
}

/**
 * One index for each order and choice, with all that tells which products are listed. Of those without `sold_out` only the ones
 * that gather by price are still used.
 */
async function indexLists(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexname as name from pg_indexes
    where schemaname = current_schema() and tablename = 'product' and indexdef like '%WHERE (deleted_at IS NULL)'
      and (indexdef like '%sold_out%' or indexdef not like '%price_cents, id)%')`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db)

  await sql`alter table product disable trigger user`.execute(db)
  await sql`
    update product set fits = bought.fits from (
      select variant.product_id, coalesce(bit_or(size_bit(size)) filter (where on_hand is null or on_hand > held), 0) as fits
      from variant left join stock on stock.variant_id = variant.id
      where variant.deleted_at is null group by variant.product_id
    ) bought
    where bought.product_id = product.id and bought.fits <> product.fits`.execute(db)
  await sql`alter table product enable trigger user`.execute(db)

  for (const choice of ['', 'category,', 'color,', 'category, color,'].map(sql.raw)) {
    await sql`create index on product (${choice} sold_out, created_at desc, id)
      include (price_cents, fits) where deleted_at is null`.execute(db)
    await sql`create index on product (${choice} sold_out, price_cents, id) include (fits) where deleted_at is null`.execute(
      db,
    )
    await sql`create index on product (${choice} sold_out, price_cents desc, id desc)
      include (fits) where deleted_at is null`.execute(db)
  }
  await sql`create index on product (sold_out, rating desc, created_at desc, id)
    include (category, color, price_cents, fits) where deleted_at is null`.execute(db)
  await sql`create index on product using gin (fit_places(fits)) with (fastupdate = off) where deleted_at is null`.execute(
    db,
  )
}

/** As `product_count`, for each set of sizes that can be bought. Sets come and go with the stock, so a count of 0 is deleted. */
async function countByFits(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table product_fits_count (
      category text not null,
      color text not null,
      bucket integer not null,
      fits bigint not null,
      n integer not null,
      primary key (category, color, bucket, fits) include (n)
    ) with (fillfactor = 80)`.execute(db)
  await sql`alter table product_count_change add column fits bigint[]`.execute(db)

  const note = (changes: string) => `
    insert into product_count_change (categories, colors, prices, fits, numbers)
    select array_agg(category), array_agg(color), array_agg(price_cents), array_agg(fits), array_agg(n)
    from (
      select category, color, price_cents, fits, sum(n)::integer as n from (${changes}) each group by 1, 2, 3, 4 having sum(n) <> 0
    ) change having count(*) > 0;`
  const added = 'select category, color, price_cents, fits, 1 as n from added where deleted_at is null'
  const removed = 'select category, color, price_cents, fits, -1 as n from removed where deleted_at is null'
  await sql`
    create or replace function note_product_counts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${sql.raw(note(added))}
      elsif tg_op = 'DELETE' then ${sql.raw(note(removed))}
      else ${sql.raw(note(`${added} union all ${removed}`))}
      end if;
      return null;
    end $$`.execute(db)

  const counted = (rows: string) => `
        select kind.category, kind.color, ((place - 1) * 100000000 + price / step)::integer as bucket, each.fits, sum(n)::integer as n
        from ${rows} as each (category, color, price, fits, n)
        cross join unnest(array[1, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000]) with ordinality as steps (step, place)
        cross join lateral (values
          (each.category, each.color), (each.category, ''), ('', each.color), ('', '')
        ) as kind (category, color)`
  const changes = counted('unnest(categories, colors, prices, sets, numbers)')
  await sql`
    create or replace function change_product_counts() returns trigger language plpgsql as $$
    declare
      categories text[];
      colors text[];
      prices integer[];
      sets bigint[];
      numbers integer[];
      emptied boolean;
    begin
      with taken as (
        delete from product_count_change noted
        returning noted.categories, noted.colors, noted.prices, noted.fits, noted.numbers
      )
      select array_agg(change.category), array_agg(change.color), array_agg(change.price), array_agg(change.fits), array_agg(change.n)
      into categories, colors, prices, sets, numbers
      from (
        select each.category, each.color, each.price, coalesce(each.fits, 0) as fits, sum(each.n)::integer as n
        from taken cross join unnest(taken.categories, taken.colors, taken.prices, taken.fits, taken.numbers)
          as each (category, color, price, fits, n)
        group by 1, 2, 3, 4 having sum(each.n) <> 0
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
      return null;
    end $$`.execute(db)

  const known = `(
          select category, color, price_cents, fits, count(*) from product where deleted_at is null and fits <> 0 group by 1, 2, 3, 4
        )`
  await sql`insert into product_fits_count ${sql.raw(counted(known))} group by 1, 2, 3, 4`.execute(db)
}

/** As before, and of the products that have the words only those that can be bought in a wanted size; null for all. */
async function searchByFits(db: Kysely<unknown>): Promise<void> {
  await sql`drop function newest_products`.execute(db)
  await sql`
    create function newest_products(
      asked text[], marks tsquery[], without text, cheapest integer, dearest integer, at_most integer, wanted bigint default null
    ) returns table (
      product_id uuid, category text, color text, price_cents integer, created_at timestamptz, head tsvector
    ) language plpgsql stable
    set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
    #variable_conflict use_column
    declare
      keys tsquery[] := array(
        select key from unnest(asked) word, to_tsquery('english', word) key where numnode(key) > 0
      );
      other tsquery := to_tsquery('english', without);
      top integer := (select max(place) + 1 from product_search);
      high integer := top;
      low integer;
      span integer := 512;
      expected bigint;
      size integer;
      slices tsquery;
      got integer := 0;
      more integer;
      sample bigint[];
    begin
      if cheapest > dearest or (asked is not null and keys = '{}') then return; end if;
      keys := keys || marks;

      while high > 0 and got < at_most loop
        low := greatest(high - span, 0);
        if low > 0 or keys = '{}' then
          size := case
            when high - low <= 8 << 8 then 8 when high - low <= 8 << 11 then 11 when high - low <= 8 << 14 then 14 else 17
          end;
          low := low >> size << size;
          slices := (
            select string_agg('s' || size || '@' || slice, '|') from generate_series(low >> size, high - 1 >> size) slice
          );
        else
          slices := keys[1];
        end if;
        return query
          select product_id, category, color, price_cents, created_at, head from product_search
          where words @@ coalesce(keys[1], slices) and words @@ slices and words @@ coalesce(keys[2], keys[1], slices)
            and words @@ coalesce(keys[3], keys[1], slices) and words @@ coalesce(keys[4], keys[1], slices)
            and words @@ coalesce(keys[5], keys[1], slices) and words @@ coalesce(keys[6], keys[1], slices)
            and price_cents between cheapest and dearest and place + 0 < high
            and (other is null or not words @@ other)
            and (wanted is null or (select fits from product where product.id = product_search.product_id) & wanted <> 0)
          order by place + 0 desc, product_id limit at_most - got;
        get diagnostics more = row_count;
        got := got + more;

        if high = top and low > 0 and got < at_most
          and (cardinality(keys) > 1 or cheapest > 0 or dearest < 2147483647)
        then
          select array[
            count(*) filter (where words @@ keys[1]), count(*) filter (where words @@ keys[2]),
            count(*) filter (where words @@ keys[3]), count(*) filter (where words @@ keys[4]),
            count(*) filter (where words @@ keys[5]), count(*) filter (where price_cents between cheapest and dearest)
          ] into sample from product_search where place >= top - 128;
          keys := array(
            select key
            from unnest(
              array[keys[1], keys[2], keys[3], keys[4], keys[5], price_marks(cheapest, dearest)], sample
            ) with ordinality as counted (key, n, at)
            where key is not null and (at < 6 or n < 64) order by n
          );
        end if;
        high := low;
        expected := (at_most - got)::bigint * (top - high) * 5 / 4 / greatest(got, 1);
        span := least(greatest(expected, top - high), (top - high)::bigint * 15, 1000000000);
      end loop;
    end $$`.execute(db)
}
