import { CompiledQuery } from 'kysely'
import type { Db } from './connection.ts'

/** Runs a statement whose text is built once, because it is frequent. Its values are $1, $2 and so on. */
export async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
  return rows as Row[]
}
