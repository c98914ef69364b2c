import { type Kysely, sql } from 'kysely'

/** Changes of many products at once, with what each product was before, for the undo of the audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bulk_edit (
      id uuid primary key,
      name text not null,
      asked text not null,
      audit_id uuid references audit,
      applied_at timestamptz not null
    )`.execute(db)
  await sql`
    create table bulk_edit_row (
      bulk_edit_id uuid not null references bulk_edit on delete cascade,
      product_id uuid not null references product on delete cascade,
      before jsonb not null,
      version timestamptz not null,
      primary key (bulk_edit_id, product_id)
    )`.execute(db)
  await sql`create index on bulk_edit_row (product_id)`.execute(db)
  await sql`create index product_managed on product (created_at desc, id desc)
    where deleted_at is null or is_draft`.execute(db)
  await sql`alter table audit drop constraint audit_record_check`.execute(db)
  await sql`alter table audit add constraint audit_record_check check (
    record in ('user', 'product', 'order', 'import', 'message', 'review', 'size chart', 'delivery', 'setting', 'bulk edit')
  ) not valid`.execute(db)
}
