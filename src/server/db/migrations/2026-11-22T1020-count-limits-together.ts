import { type Kysely, sql } from 'kysely'

/** Limits hold right across processes. Unlogged: after a crash of the database everybody may begin anew. */
export async function up(db: Kysely<unknown>) {
  // Room in each page for the next form of a row, and a long one is not stored apart: it changes with every deed.
  await sql`
    create unlogged table rate_limit (
      key bytea primary key,
      times timestamptz[] not null,
      allowed boolean not null,
      forget_at timestamptz not null
    ) with (fillfactor = 50, toast_tuple_target = 8160)`.execute(db)
  await sql`
    create unlogged table failed_guess (
      key bytea primary key,
      count integer not null,
      last timestamptz not null,
      allowed boolean not null,
      free_at timestamptz not null,
      forget_at timestamptz not null
    ) with (fillfactor = 50)`.execute(db)
}
