import { type Kysely, sql } from 'kysely'

/** An e-mail that could not be delivered stays, with the reason, until it is sent again or forgotten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail add column failed_at timestamptz, add column failure text`.execute(db)
  await sql`create index on mail (failed_at) where failed_at is not null`.execute(db)
  // Password resets are sent before everything else.
  await sql`create index on mail (next_try_at) where next_try_at is not null and kind = 'password-reset'`.execute(db)
}
