import { type Kysely, sql } from 'kysely'

/** The role `staff`, and which refunds staff made: together they have a limit for each order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "user"
      drop constraint user_role_check,
      add constraint user_role_check check (role in ('user', 'staff', 'admin'))`.execute(db)
  await sql`alter table refund add column by_staff boolean not null default false`.execute(db)
}
