import { type Kysely, sql } from 'kysely'

/** The products that a user has saved. A product that was taken off sale stays in it, and the user is told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table wishlist_item (
      user_id uuid not null references "user" on delete cascade,
      product_id uuid not null references product on delete cascade,
      added_at timestamptz not null,
      primary key (user_id, product_id)
    )`.execute(db)
  await sql`create index on wishlist_item (product_id)`.execute(db)
}
