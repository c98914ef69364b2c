import { type Kysely, sql } from 'kysely'

/** One index for each order in which the shop can be browsed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index product_price_cents_idx`.execute(db)
  await sql`create index on product (price_cents, id) where deleted_at is null`.execute(db)
  await sql`create index on product (rating desc, created_at desc, id) where deleted_at is null`.execute(db)
}
