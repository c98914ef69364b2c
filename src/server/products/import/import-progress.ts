import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connection.ts'

const nameFor = (id: string) => `vitrine import ${id}`

/**
 * Reports the number of products that an import has applied, while the uncommitted rows are invisible to others. The number goes
 * into `application_name`, which every process can read and which is reset at the end of the transaction.
 */
export async function reportProgress(tx: Tx, id: string, products: number): Promise<void> {
  await sql`select set_config('application_name', ${`${nameFor(id)} ${products}`}, true)`.execute(tx)
}

/** Returns the number of products that an import has applied so far; undefined when it is not being applied. */
export async function findProgress(db: Db, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ products: number }>`
    select substring(application_name from '[0-9]+$')::int as products from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${`${nameFor(id)} `})`.execute(db)
  return rows[0]?.products
}
