import { type Kysely, sql } from 'kysely'

/** Newest first, for each thing that the lists of users and of the audit are filtered by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on "user" (role, created_at desc, id desc) where deleted_at is null`.execute(db)
  await sql`create index on audit (record, at desc, id desc)`.execute(db)
  await sql`create index on audit (actor, at desc, id desc)`.execute(db)
}
