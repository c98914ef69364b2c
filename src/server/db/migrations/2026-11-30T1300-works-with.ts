import { type Kysely, sql } from 'kysely'

/** Which older releases still work with these tables: those that know `works_with`, as long as `newest` is the last migration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table works_with (
      only_row boolean primary key default true check (only_row),
      newest text not null,
      works_with text not null
    )`.execute(db)
}
