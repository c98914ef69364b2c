import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Holds where a column, or another text, contains this one, in whatever case; `%` and `_` stand for themselves. */
export const contains = (column: string | RawBuilder<unknown>, text: string) =>
  sql<SqlBool>`${typeof column === 'string' ? sql.ref(column) : column} ilike ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
