import { type Kysely, sql } from 'kysely'

/** Beside its words a product with an old price has a mark for it, so that a search of what is reduced reads only those. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function offer_marks(old_price_cents integer, sold_out boolean) returns tsvector
    language sql immutable parallel safe as $$
      select array_to_tsvector(array_remove(array[case when old_price_cents is not null then 'is@sale' end], null))
    $$`.execute(db)
  await sql`
    create or replace function make_products_searchable(ids uuid[]) returns void language plpgsql
    set plan_cache_mode = force_custom_plan as $$
    begin
      delete from product_search where product_id in (select id from product where id = any(ids) and deleted_at is not null);

      with text as materialized (
        select *, search_text(name) as name_text, search_text(description) as description_text,
          concat_ws(' ', category, color, search_text(shade), case when old_price_cents is not null then 'sale' end) as kind
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
            || offer_marks(old_price_cents, sold_out)
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
  await sql`
    update product_search set words = words || offer_marks(old_price_cents, false)
    from product where id = product_id and old_price_cents is not null`.execute(db)
}
