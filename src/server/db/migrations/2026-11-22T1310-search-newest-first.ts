import { type Kysely, sql } from 'kysely'

/** Upper ends of price bands, in dollars; six bands in a row are a group. */
const bands = [
  ...[5, 10, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80, 90, 100, 120, 140, 160, 180, 200, 250, 300, 350, 400, 500],
  ...[600, 700, 800, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 20_000, 50_000],
]

/**
 * What came on sale last is found first, out of the index of words alone: beside its words each product has marks for its
 * place in the row in which the products came, by slices of four sizes, and for its category, color and price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function price_band(cents integer) returns integer language sql immutable parallel safe as $$
      select width_bucket(cents, array[${sql.raw(bands.map(dollars => dollars * 100).join())}])
    $$`.execute(db)
  await sql`
    create function price_marks(cheapest integer, dearest integer) returns tsquery language sql stable as $$
      select string_agg(distinct case
        when band / 6 * 6 >= low and band / 6 * 6 + 5 <= high then 'g@' || band / 6 else 'p@' || band
      end, '|')::tsquery
      from (select price_band(cheapest) as low, price_band(dearest) as high) ends, generate_series(low, high) band
    $$`.execute(db)
  await sql`
    create function search_marks(category text, color text, cents integer, place integer, head tsvector) returns tsvector
    language sql immutable parallel safe as $$
      select array_to_tsvector(array[
        'k@' || category, 'c@' || color, 'p@' || price_band(cents), 'g@' || price_band(cents) / 6,
        's8@' || (place >> 8), 's11@' || (place >> 11), 's14@' || (place >> 14), 's17@' || (place >> 17)
      ] || array(select 'n@' || word from unnest(tsvector_to_array(head)) word where word ~ '^[0-9]'))
    $$`.execute(db)

  await sql`alter table product_search rename to product_search_before`.execute(db)
  await sql`
    create table product_search (
      product_id uuid not null,
      category text not null,
      color text not null,
      price_cents integer not null,
      place integer not null,
      created_at timestamptz not null,
      head tsvector not null,
      words tsvector not null
    )`.execute(db)
  await sql`
    insert into product_search
    select product_id, category, color, price_cents, place, created_at, head,
      words || search_marks(category, color, price_cents, place, head)
    from (
      select *, row_number() over (order by created_at, product_id desc)::integer - 1 as place from product_search_before
    ) placed order by place`.execute(db)
  await sql`drop table product_search_before`.execute(db)
  await sql`drop function expected_products`.execute(db)
  await sql`
    alter table product_search add primary key (product_id),
      add foreign key (product_id) references product on delete cascade`.execute(db)
  await sql`create index on product_search using gin (words) with (gin_pending_list_limit = 256)`.execute(db)
  await sql`create index on product_search (place)`.execute(db)

  await sql`
    create or replace function make_products_searchable(ids uuid[]) returns void language plpgsql as $$
    begin
      delete from product_search where product_id in (select id from product where id = any(ids) and deleted_at is not null);

      with text as materialized (
        select *, search_text(name) as name_text, search_text(description) as description_text,
          concat_ws(' ', category, color, case when old_price_cents is not null then 'sale' end) as kind
        from product where id = any(ids) and deleted_at is null
      ), placed as (
        select text.*,
          setweight(to_tsvector('english', name_text), 'A') || setweight(to_tsvector('english', kind), 'B') as head,
          coalesce(known.place, last.place + row_number() over (
            partition by known.place is null order by text.created_at, text.id desc
          ))::integer as place
        from text left join product_search known on known.product_id = text.id
        cross join (select coalesce(max(place), -1) as place from product_search) last
      ), kept as (
        insert into product_search
        select id, category, color, price_cents, place, created_at, head,
          strip(head || to_tsvector('english', description_text)) || search_marks(category, color, price_cents, place, head)
        from placed order by place
        on conflict (product_id) do update set category = excluded.category, color = excluded.color,
          price_cents = excluded.price_cents, created_at = excluded.created_at, head = excluded.head, words = excluded.words
      ), written as (
        select word, bool_or(in_names) as in_names
        from (
          select unnest(tsvector_to_array(to_tsvector('simple', name_text || ' ' || kind))) as word, true as in_names from text
          union all select unnest(tsvector_to_array(to_tsvector('simple', description_text))), false from text
        ) each
        where length(word) between 2 and 40 group by word
      )
      insert into search_word
      select word, stem, in_names
      from (select *, (ts_lexize('english_stem', word))[1] as stem from written) found
      where stem is not null and not exists (
        select from search_word known where known.word = found.word and (known.in_names or not found.in_names)
      )
      order by word
      on conflict (word) do update set in_names = true;
    end $$`.execute(db)

  // Goes back from the newest slices, the further the fewer it finds, until it has enough. What few of the newest products have
  // is looked up first, and prices only when less than half have them. Each condition is a key of its own, so that the index can leap from
  // one to the other. '+ 0' keeps the index of places out of it, which would have every product be read.
  await sql`
    create function newest_products(
      asked text[], marks tsquery[], without text, cheapest integer, dearest integer, at_most integer
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
