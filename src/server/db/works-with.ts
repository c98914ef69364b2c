import { sql } from 'kysely'
import type { Db } from './connection.ts'

/**
 * The last migration of the release before this one. Change it with the first migration of a release: a migration drops and
 * requires nothing that the release before writes, so that one can be started again on the new tables.
 */
export const worksWith = '2026-12-01T1100-order-pages-without-archived'

/** Notes in the database which releases work with its tables. */
export async function noteWorksWith(db: Db, newest: string): Promise<void> {
  await sql`
    insert into works_with (newest, works_with) values (${newest}, ${worksWith})
    on conflict (only_row) do update set newest = excluded.newest, works_with = excluded.works_with
    where (works_with.newest, works_with.works_with) is distinct from (excluded.newest, excluded.works_with)`.execute(
    db,
  )
}

/**
 * Whether the newer release that has changed these tables says that a release with these migrations works with them.
 * @param done the migrations that have run, in order
 */
export async function doesWork(db: Db, done: readonly string[], known: readonly string[]): Promise<boolean> {
  const table = await sql<{ found: boolean }>`select to_regclass('works_with') is not null as found`.execute(db)
  if (!table.rows[0]?.found) return false
  const { rows } = await sql<{ newest: string; with: string }>`
    select newest, works_with as "with" from works_with`.execute(db)
  const [row] = rows
  return row !== undefined && row.newest === done.at(-1) && known.includes(row.with)
}
