import { CompiledQuery } from 'kysely'
import type { Db } from './connection.ts'

/** Runs a statement whose text is made once, for what is asked all the time. Its values stand as $1, $2 and so on. */
export async function run<Row>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
  return rows as Row[]
}
