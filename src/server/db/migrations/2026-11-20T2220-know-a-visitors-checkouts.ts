import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "order" add column visitor text, add column cart_hash text`.execute(db)
  await sql`create index on "order" (visitor, created_at) where payment_state = 'awaiting'`.execute(db)
}
