import { type Kysely, sql } from 'kysely'

/** A message to the shop that an admin erases is named in the audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit
      drop constraint audit_record_check,
      add constraint audit_record_check check (record in ('user', 'product', 'order', 'import', 'message'))`.execute(db)
}
