import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on "order" (lower(email))`.execute(db)
  await sql`create index on "order" (lower(contact_email))`.execute(db)
}
