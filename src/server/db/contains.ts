import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** True when the column, or the other text, contains this text, ignoring case; `%` and `_` are literal. */
export const contains = (column: string | RawBuilder<unknown>, text: string) =>
  sql<SqlBool>`${typeof column === 'string' ? sql.ref(column) : column} ilike ${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}`
