import { type Kysely, sql } from 'kysely'

/** The sizes that a user wears, for who wishes to keep them in the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "user" add column sizes text[] check (cardinality(sizes) between 1 and 40)`.execute(db)
}
