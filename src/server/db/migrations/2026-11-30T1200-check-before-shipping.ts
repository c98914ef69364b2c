import { type Kysely, sql } from 'kysely'

/** Orders that may have changed after the moment that was restored. The release before reads none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "order" add column check_since timestamptz`.execute(db)
}
