import { type Kysely, sql } from 'kysely'

/** A list adds up two dozen counts, which now come from the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table product_count
      drop constraint product_count_pkey,
      add primary key (category, color, bucket) include (n)`.execute(db)
}
