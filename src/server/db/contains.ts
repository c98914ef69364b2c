import { type SqlBool, sql } from 'kysely'

/** Holds where a column contains the text, in whatever case; `%` and `_` stand for themselves. */
export const contains = (column: string, text: string) =>
  sql<SqlBool>`${sql.ref(column)} ilike ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
