import { type Kysely, sql } from 'kysely'

/** What many products have is found by going from the newest on, until there are enough. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on product_search (created_at desc, product_id)`.execute(db)
}
