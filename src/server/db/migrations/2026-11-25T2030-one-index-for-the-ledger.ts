import { type Kysely, sql } from 'kysely'

/** The ledger is read by variant. One index is enough, and each order of counted goods adds two entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table stock_movement
      drop constraint stock_movement_pkey,
      add primary key (variant_id, id)`.execute(db)
  await sql`drop index stock_movement_variant_id_id_idx`.execute(db)
}
