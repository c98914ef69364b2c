import { type Kysely, sql } from 'kysely'

/** What a product file does to the collections that the owner makes by hand. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table product_import add column collections jsonb not null default '[]'`.execute(db)
}
