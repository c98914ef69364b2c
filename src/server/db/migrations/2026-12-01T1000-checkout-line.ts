import { type Kysely, sql } from 'kysely'

/**
 * The line of buyers who wait for their checkout. Unlogged, as a row lives for a minute or two and most of them change every few
 * seconds: backups, standbys and the archive would carry them for nothing. After a crash of the database itself the line begins anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table checkout_line (
      place bigint generated always as identity primary key,
      who text not null unique,
      address bytea not null,
      wants uuid[] not null,
      seen_at timestamptz not null
    ) with (fillfactor = 50)`.execute(db)
  await sql`create index on checkout_line (address)`.execute(db)
}
