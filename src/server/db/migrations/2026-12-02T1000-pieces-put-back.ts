import { type Kysely, sql } from 'kysely'

/**
 * Pieces of an order that were refunded before it was sent, and are for sale again: the release before writes none. The index finds the
 * orders to pack of which nothing may be left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_line
      add column put_back integer not null default 0,
      add constraint order_line_put_back_check check (put_back between 0 and quantity)`.execute(db)
  await sql`create index on "order" (id) where payment_state = 'paid' and status in ('pending', 'processing')
    and deleted_at is null and refunded_cents > 0`.execute(db)
}
