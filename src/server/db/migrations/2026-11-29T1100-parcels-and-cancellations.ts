import { type Kysely, sql } from 'kysely'

/** Orders that their buyer has cancelled, that are archived, and messages about an order. The release before reads none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "order" add column cancelled_at timestamptz, add column archived_at timestamptz`.execute(db)
  await sql`
    create index order_archived on "order" (created_at, id)
    where archived_at is not null and deleted_at is null`.execute(db)
  await sql`alter table contact_message add column order_id uuid references "order"`.execute(db)
  await sql`
    create index on contact_message (order_id, created_at) where order_id is not null`.execute(db)
  await sql`
    alter table mail
      drop constraint mail_order_check,
      add constraint mail_order_check check (
        (kind in ('order-confirmation', 'order-shipped', 'order-refunded', 'address-changed', 'order-cancelled'))
          = (order_id is not null)
      )`.execute(db)
}
