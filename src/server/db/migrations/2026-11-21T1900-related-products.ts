import { type Kysely, sql } from 'kysely'

/** For the products of a category and colour that cost about as much as another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on product (category, color, price_cents, id) where deleted_at is null`.execute(db)
  await sql`create index on product (category, price_cents, id) where deleted_at is null`.execute(db)
}
