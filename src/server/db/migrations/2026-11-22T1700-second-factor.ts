import { type Kysely, sql } from 'kysely'

/** Codes of an authenticator app at login, and the codes for whoever has lost it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_factor (
      user_id uuid primary key references "user" on delete cascade,
      secret text not null,
      confirmed_at timestamptz,
      last_step integer not null default 0,
      created_at timestamptz not null
    )`.execute(db)

  await sql`
    create table recovery_code (
      user_id uuid not null references second_factor on delete cascade,
      hash bytea not null,
      used_at timestamptz,
      primary key (user_id, hash)
    )`.execute(db)
}
