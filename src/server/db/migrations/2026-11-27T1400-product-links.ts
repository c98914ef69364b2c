import { type Kysely, sql } from 'kysely'

/**
 * What an owner says of a product beside itself: the texts for search engines, the related products that come first, and those
 * that complete its look. The page of a product shows which of the latter are on sale, so it is told when one comes or goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table product
      add column seo_title text check (length(seo_title) <= 70),
      add column seo_description text check (length(seo_description) <= 200)`.execute(db)
  await sql`
    create table product_link (
      product_id uuid not null references product on delete cascade,
      kind text not null check (kind in ('related', 'look')),
      linked_id uuid not null references product on delete cascade,
      place smallint not null,
      primary key (product_id, kind, linked_id),
      constraint product_link_other_check check (linked_id <> product_id)
    )`.execute(db)
  await sql`create index on product_link (linked_id)`.execute(db)

  await sql`
    create function tell_linked_products() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array(select distinct 'product:' || product_id from changed limit 101));
      return null;
    end $$`.execute(db)
  for (const [event, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ])
    await sql`create trigger ${sql.id(`product_link_${event}_is_told`)} after ${sql.raw(`${event}`)} on product_link
      referencing ${sql.raw(`${rows}`)} table as changed for each statement execute function tell_linked_products()`.execute(
      db,
    )
  await sql`
    create function tell_products_with_link() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array(
        select distinct 'product:' || product_id
        from added join removed using (id) join product_link on linked_id = id
        where (added.deleted_at is null) <> (removed.deleted_at is null) limit 101
      ));
      return null;
    end $$`.execute(db)
  await sql`create trigger product_changed_is_told_to_linking after update on product
    referencing old table as removed new table as added for each statement execute function tell_products_with_link()`.execute(
    db,
  )
}
