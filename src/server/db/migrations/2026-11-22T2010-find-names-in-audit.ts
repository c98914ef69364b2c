import { type Kysely, sql } from 'kysely'

/** The names that a product had: what it is called now is found at the product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const fields of ['before', 'after'])
    await sql`create index on audit using gin ((${sql.id(fields)} ->> 'name') gin_trgm_ops)
      where ${sql.id(fields)} ->> 'name' is not null`.execute(db)
}
