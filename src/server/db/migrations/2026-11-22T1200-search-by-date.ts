import { type Kysely, sql } from 'kysely'

/** What many products have is found by going from the newest on, until there are enough. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on product_search (created_at desc, product_id)`.execute(db)

  // What Postgres itself expects, from how often each word was found when it last looked.
  await sql`
    create function expected_products(query tsquery) returns float language plpgsql as $$
    declare
      plan json;
    begin
      execute format('explain (format json) select from product_search where words @@ %L::tsquery', query) into plan;
      return plan -> 0 -> 'Plan' ->> 'Plan Rows';
    end $$`.execute(db)
}
