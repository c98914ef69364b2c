import { type Kysely, sql } from 'kysely'

/** For how many products it is called, and how many there are by then, makes all the difference. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function make_products_searchable(uuid[]) set plan_cache_mode = force_custom_plan`.execute(db)
}
