import { type Kysely, sql } from 'kysely'

/**
 * The indexes of lists whose sold-out products come last, one for each order and choice. Prices need one for each direction,
 * because `sold_out` ascends in both. The release before uses the indexes without `sold_out`, so these stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const choice of ['', 'category,', 'color,', 'category, color,']) {
    await sql`create index on product (${sql.raw(choice)} sold_out, created_at desc, id)
      include (price_cents) where deleted_at is null`.execute(db)
    await sql`create index on product (${sql.raw(choice)} sold_out, price_cents, id)
      include (created_at, rating) where deleted_at is null`.execute(db)
    await sql`create index on product (${sql.raw(choice)} sold_out, price_cents desc, id desc)
      where deleted_at is null`.execute(db)
  }
  await sql`create index on product (sold_out, rating desc, created_at desc, id)
    include (category, color, price_cents) where deleted_at is null`.execute(db)
}
