import { type Kysely, sql } from 'kysely'

/** A nightly job more: the copy of the database's files for the archive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chore
      drop constraint chore_kind_check,
      add constraint chore_kind_check check (kind in ('backup', 'drill', 'check', 'base'))`.execute(db)
}
