import { type Kysely, sql } from 'kysely'

/** A visitor's message is open until an admin marks it as done; those of earlier releases begin as open. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contact_message add column done_at timestamptz`.execute(db)
  await sql`create index on contact_message (created_at desc, id desc) where done_at is null`.execute(db)
  await sql`create index on contact_message (created_at desc, id desc) where done_at is not null`.execute(db)
}
