import { type Kysely, sql } from 'kysely'

/** Which products a change of the owner's categories and colors moved, for the undo of the audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table moved_product (
      audit_id uuid not null references audit,
      field text not null check (field in ('category', 'color')),
      product_id uuid not null references product on delete cascade,
      before text not null,
      after text not null,
      primary key (audit_id, field, product_id)
    )`.execute(db)
  await sql`create index on moved_product (product_id)`.execute(db)
}
