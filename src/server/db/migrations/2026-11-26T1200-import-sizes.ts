import { type Kysely, sql } from 'kysely'

/** The counts of a product file with a row per size, and an index of the further pictures that the undo of an import needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table product_import_count (
      import_id uuid not null references product_import on delete cascade,
      line integer not null,
      product_id uuid not null,
      size text not null,
      shelf integer not null check (shelf between 0 and 1000000),
      seen integer,
      result text check (result in ('counted', 'changed', 'being_paid', 'gone')),
      message text not null default '',
      primary key (import_id, line)
    )`.execute(db)
  await sql`
    create index on product_import_row using gin ((before -> 'images') jsonb_path_ops)
    where kind = 'changed' and before ? 'images'`.execute(db)
}
