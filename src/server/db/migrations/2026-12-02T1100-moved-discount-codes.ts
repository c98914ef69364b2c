import { type Kysely, sql } from 'kysely'

/** Which discount codes a change of the owner's categories moved, for the undo of the audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table moved_discount_code (
      audit_id uuid not null references audit,
      discount_code_id uuid not null references discount_code on delete cascade,
      before text not null,
      after text not null,
      primary key (audit_id, discount_code_id)
    )`.execute(db)
  await sql`create index on moved_discount_code (discount_code_id)`.execute(db)
}
