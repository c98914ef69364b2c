import { sql } from 'kysely'

/** SQL for the number of rows in a table, of one kind or of all. Exact, and maintained by triggers. */
export const countOf = (table: 'user' | 'audit' | 'review' | 'contact_message', kind?: string) => sql<number>`(
  select coalesce(sum(n), 0)::int8 from row_tally
  where rows_of = ${sql.lit(table)} and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
)`
