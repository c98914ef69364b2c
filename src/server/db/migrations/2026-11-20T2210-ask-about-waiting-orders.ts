import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "order" add column check_at timestamptz not null default now()`.execute(db)
  await sql`create index on "order" (check_at) where payment_state = 'awaiting'`.execute(db)
  await sql`update "order" set expires_at = created_at + interval '31 minutes' where expires_at is null`.execute(db)
}
