import { type Kysely, sql } from 'kysely'

/** Sessions that can be told apart and ended one by one, and people of whom nothing is known any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The default gives a name to sessions that are there, and to those that the version before begins meanwhile.
  await sql`
    alter table session
      add column id uuid default gen_random_uuid(),
      add column browser text,
      add column system text`.execute(db)

  await sql`alter table "user" add column erased_at timestamptz`.execute(db)
  await sql`create index on "user" (deleted_at) where deleted_at is not null`.execute(db)

  // The orders of a user that stand in no other index; buying writes nothing into this one.
  await sql`create index on "order" (user_id)
    where user_id is not null and (payment_state in ('failed', 'expired') or deleted_at is not null)`.execute(db)
}
