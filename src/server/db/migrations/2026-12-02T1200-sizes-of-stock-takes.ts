import { type Kysely, sql } from 'kysely'

/** A size is deleted with the product of an import that is undone: whether a stock take names it is looked up for each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on stock_take_line (variant_id)`.execute(db)
}
