import { sql } from 'kysely'
import type { Db, Tx } from '../../db/connection.ts'

const nameFor = (id: string) => `vitrine import ${id}`

/**
 * Tells how many products of an import are done, while nobody else can see them: by the name of the connection, which every
 * process sees and which ends with the transaction.
 */
export async function tellProgress(tx: Tx, id: string, products: number): Promise<void> {
  await sql`select set_config('application_name', ${`${nameFor(id)} ${products}`}, true)`.execute(tx)
}

/** How many products are done of an import that is being applied, undefined when it is not. */
export async function findProgress(db: Db, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ products: number }>`
    select substring(application_name from '[0-9]+$')::int as products from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${`${nameFor(id)} `})`.execute(db)
  return rows[0]?.products
}
