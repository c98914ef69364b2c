import { type Kysely, sql } from 'kysely'

/** A search for the name of a record joins the entries of its kind alone. Without the kind in front a join may read them all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on audit (record, record_id)`.execute(db)
}
