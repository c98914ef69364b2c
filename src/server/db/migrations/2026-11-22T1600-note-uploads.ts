import type { Kysely } from 'kysely'

/** Pictures that are being kept: what was stored of one whose process was killed belongs to nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('upload')
    .addColumn('image_id', 'text', column => column.primaryKey())
    .addColumn('begun_at', 'timestamptz', column => column.notNull())
    .execute()
}
