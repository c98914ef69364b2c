import { type Kysely, sql } from 'kysely'

/** Keys that open an order for its buyer without an account: that of the browser that bought, and one in each e-mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_key (
      token_hash bytea not null,
      order_id uuid not null references "order" on delete cascade,
      expires_at timestamptz not null,
      primary key (token_hash, order_id)
    )`.execute(db)
  await sql`create index on order_key (order_id)`.execute(db)
  await sql`create index on order_key (expires_at)`.execute(db)
}
