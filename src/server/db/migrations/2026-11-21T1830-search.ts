import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  const trigrams = await findTrigrams(db)
  const { rows } = await sql<{ here: string }>`select current_schema() as here`.execute(db)
  const path = sql.join([rows[0]?.here ?? 'public', trigrams].map(schema => sql.id(schema)))

  // Without accents and capitals, and without the signs that would hold two words together. A compound is found in parts and
  // in one: top-handle is top, handle and tophandle. Of a very long text, the beginning.
  const withoutSigns = [...'-/.:_@~+&<>'].reduce((text, sign) => `replace(${text}, '${sign}', ' ')`, 'compounds')
  await sql`
    create function search_text(written text) returns text language sql immutable parallel safe as $$
      select ${sql.raw(withoutSigns)}
      from (select left(written, 1200) as start) bounded
      cross join lateral (
        select case when octet_length(start) = length(start) then lower(start)
          else replace(replace(replace(replace(translate(
            lower(regexp_replace(normalize(start, nfkd), '[\u0300-\u036f]', '', 'g')),
            'øłđı', 'oldi'), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), '’', '''')
        end as plain
      ) plain
      cross join lateral (select replace(replace(plain, '''s ', ' '), '''', ' ') as words) words
      cross join lateral (
        select case when words like '%-%'
          then regexp_replace(words, '([[:alnum:]]+)-([[:alnum:]]+)(?:-([[:alnum:]]+))?', '\\1 \\2 \\3 \\1\\2\\3', 'g')
          else words
        end as compounds
      ) compounds
    $$`.execute(db)

  // Narrow rows, because many are read to count and to rank them: the places of words are kept for the name alone.
  await sql`
    create table product_search (
      product_id uuid primary key references product on delete cascade,
      category text not null,
      color text not null,
      price_cents integer not null,
      created_at timestamptz not null,
      head tsvector not null,
      words tsvector not null
    )`.execute(db)
  await sql`create index on product_search using gin (words) with (gin_pending_list_limit = 256)`.execute(db)

  await sql`
    create table search_word (
      word text primary key,
      stem text not null,
      in_names boolean not null
    )`.execute(db)
  await sql`create index on search_word (stem)`.execute(db)
  await sql`create index on search_word (word text_pattern_ops)`.execute(db)
  await sql`
    create index on search_word using gin (word ${sql.id(trigrams)}.gin_trgm_ops) with (fastupdate = off)
    where in_names`.execute(db)
  await sql`
    create function nearest_words(typed text) returns setof search_word language sql stable
    set search_path = ${path} set pg_trgm.similarity_threshold = 0.2 as $$
      select * from search_word where in_names and word % typed order by similarity(word, typed) desc, word limit 20
    $$`.execute(db)

  await sql`
    create function make_products_searchable(ids uuid[]) returns void language plpgsql as $$
    begin
      delete from product_search where product_id in (select id from product where id = any(ids) and deleted_at is not null);

      with text as materialized (
        select *, search_text(name) as name_text, search_text(description) as description_text,
          concat_ws(' ', category, color, case when old_price_cents is not null then 'sale' end) as kind
        from product where id = any(ids) and deleted_at is null
      ), headed as (
        select *, setweight(to_tsvector('english', name_text), 'A') || setweight(to_tsvector('english', kind), 'B') as head from text
      ), kept as (
        insert into product_search
        select id, category, color, price_cents, created_at, head, strip(head || to_tsvector('english', description_text))
        from headed order by id
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
  await sql`
    create function search_added_products() returns trigger language plpgsql as $$
    begin
      perform make_products_searchable(array(select id from added));
      return null;
    end $$`.execute(db)
  await sql`
    create function search_changed_products() returns trigger language plpgsql as $$
    declare
      changed uuid[] := array(
        select added.id from added join removed on removed.id = added.id
        where (added.name, added.category, added.color, added.description, added.price_cents, added.old_price_cents, added.deleted_at)
          is distinct from (removed.name, removed.category, removed.color, removed.description, removed.price_cents, removed.old_price_cents, removed.deleted_at)
      );
    begin
      if cardinality(changed) > 0 then -- a review changes the rating alone
        perform make_products_searchable(changed);
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger product_added_to_search after insert on product
    referencing new table as added for each statement execute function search_added_products()`.execute(db)
  await sql`create trigger product_changed_in_search after update on product
    referencing old table as removed new table as added
    for each statement execute function search_changed_products()`.execute(db)
  await sql`select make_products_searchable(array(select id from product))`.execute(db)

  await sql`
    create table empty_search (
      term text primary key check (length(term) between 1 and 100),
      times integer not null default 1,
      first_at timestamptz not null,
      last_at timestamptz not null
    )`.execute(db)
  await sql`create index on empty_search (times, last_at)`.execute(db)
}

/** Where the trigram functions are; on a database of somebody else's they may stand in a schema of their own. */
async function findTrigrams(db: Kysely<unknown>): Promise<string> {
  const find = () =>
    sql<{ schema: string }>`
      select nspname::text as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where extname = 'pg_trgm'`.execute(db)
  const there = (await find()).rows[0]
  if (there) return there.schema
  try {
    await sql`create extension pg_trgm`.execute(db)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `Searching needs the extension pg_trgm of PostgreSQL, which could not be added (${reason}): have an administrator of the database run "create extension pg_trgm", then start again.`,
      { cause: error },
    )
  }
  return (await find()).rows[0]?.schema ?? 'public'
}
