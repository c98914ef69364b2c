import { type Kysely, sql } from 'kysely'

/** The notes that admins write about an order, and an index of what was shipped when, for the list of today's parcels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_note (
      id uuid primary key,
      order_id uuid not null references "order" on delete cascade,
      text text not null,
      author uuid not null references "user",
      at timestamptz not null,
      constraint order_note_text_check check (length(text) between 1 and 1000)
    )`.execute(db)
  await sql`create index on order_note (order_id, at)`.execute(db)
  await sql`create index on order_event (at) where kind = 'status' and value = 'shipped'`.execute(db)
}
