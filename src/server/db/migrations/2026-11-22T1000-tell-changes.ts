import { type Kysely, sql } from 'kysely'

/** Whoever keeps answers is told what has changed when a transaction is through: names with commas between them, or 'all'. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_changes(names text[]) returns void language sql as $$
      select pg_notify('shop_changed', case when cardinality(names) > 100 then 'all' else array_to_string(names, ',') end)
      where cardinality(names) > 0
    $$`.execute(db)

  await sql`
    create function tell_added_products() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array(select 'products' from added limit 1));
      return null;
    end $$`.execute(db)
  await sql`
    create function tell_removed_products() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array(select 'products' from removed limit 1) || array(select 'product:' || id from removed limit 101));
      return null;
    end $$`.execute(db)
  // A review changes the rating alone: lists in another order show it only where they show the product itself.
  await sql`
    create function tell_changed_products() returns trigger language plpgsql as $$
    declare
      names text[] := array(
        select 'product:' || id from added join removed using (id) where added is distinct from removed limit 101
      );
    begin
      if cardinality(names) > 0 then
        perform tell_changes(names || case when exists (
          select from added join removed using (id)
          where to_jsonb(added) - 'rating' is distinct from to_jsonb(removed) - 'rating'
        ) then 'products' else 'ratings' end);
      end if;
      return null;
    end $$`.execute(db)
  await sql`create trigger product_added_is_told after insert on product
    referencing new table as added for each statement execute function tell_added_products()`.execute(db)
  await sql`create trigger product_removed_is_told after delete on product
    referencing old table as removed for each statement execute function tell_removed_products()`.execute(db)
  await sql`create trigger product_changed_is_told after update on product
    referencing old table as removed new table as added for each statement execute function tell_changed_products()`.execute(
    db,
  )

  await sql`
    create function tell_reviews() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array['reviews'] || array(select distinct 'reviews:' || product_id from written limit 101));
      return null;
    end $$`.execute(db)
  for (const [deed, table] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ])
    await sql`create trigger ${sql.id(`review_${deed}_is_told`)} after ${sql.raw(`${deed}`)} on review
      referencing ${sql.raw(`${table}`)} table as written for each statement execute function tell_reviews()`.execute(
      db,
    )

  // Of a user, products show the name alone, and that somebody is no longer here.
  await sql`
    create function tell_changed_users() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array(
        select 'user:' || id from added join removed using (id)
        where (added.username, added.deleted_at) is distinct from (removed.username, removed.deleted_at) limit 101
      ));
      return null;
    end $$`.execute(db)
  await sql`create trigger user_changed_is_told after update on "user"
    referencing old table as removed new table as added for each statement execute function tell_changed_users()`.execute(
    db,
  )
}
