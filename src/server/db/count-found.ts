import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from './connection.ts'
import type { Tables } from './tables.ts'

/** A search counts at most this many rows, because nobody pages further. */
export const maxCounted = 10_000

/** How many rows a search finds, 10,000 or `most` at most. */
export async function countFound<Table extends keyof Tables>(
  db: Db,
  found: SelectQueryBuilder<Tables, Table, object>,
  most = maxCounted,
): Promise<number> {
  const { total } = await db
    .selectFrom(found.select(sql.lit(1).as('one')).limit(sql.lit(most)).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
