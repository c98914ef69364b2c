import { type Kysely, sql } from 'kysely'

/** The pictures that an import fetches from other hosts, and what an undo needs to know of those that it has attached. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table picture_download (
      import_id uuid not null references product_import on delete cascade,
      product_id uuid not null,
      place smallint not null check (place between 0 and 11),
      line integer not null,
      address text not null check (length(address) <= 2000),
      state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
      tries smallint not null default 0,
      reason text not null default '',
      next_at timestamptz,
      image_id text,
      primary key (import_id, product_id, place),
      check ((state = 'waiting') = (next_at is not null)),
      check ((state = 'done') = (image_id is not null))
    )`.execute(db)
  await sql`create index on picture_download (next_at, line, place) where state = 'waiting'`.execute(db)
  await sql`create index on picture_download (import_id, address) where state = 'waiting'`.execute(db)
  await sql`create index on picture_download (product_id) where state = 'waiting'`.execute(db)
  await sql`alter table product_import add column pictures integer not null default 0`.execute(db)
  await sql`alter table product_import_row add column attached_at timestamptz`.execute(db)
}
