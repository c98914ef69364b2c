import { type Kysely, sql } from 'kysely'

/**
 * The last hour at which the shop trusted its machine's clock. An existing shop begins with the time of its last job. The release before
 * reads none of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clock_heartbeat (
      only_row boolean primary key default true check (only_row),
      seen_at timestamptz not null,
      was_behind boolean not null default false,
      held_until timestamptz
    )`.execute(db)
  await sql`
    insert into clock_heartbeat (seen_at) select max(started_at) from chore having max(started_at) is not null`.execute(
    db,
  )
}
