import { type Kysely, sql } from 'kysely'

/**
 * A refund is a row that stands before the provider is asked; its id is the provider's idempotency key. Orders that the release
 * before refunds, or has refunded, have none. A dispute is what the provider last told of it. The release before leaves e-mails
 * about disputes to this one: it neither knows their kind nor looks at due_at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refund (
      id uuid primary key,
      order_id uuid not null references "order",
      cents integer not null check (cents > 0),
      state text not null check (state in ('asked', 'done', 'failed')),
      provider_id text unique,
      reason text,
      actor text not null,
      actor_id uuid references "user",
      at timestamptz not null,
      updated_at timestamptz not null,
      check_at timestamptz not null
    )`.execute(db)
  await sql`create index on refund (order_id)`.execute(db)
  await sql`create index on refund (check_at) where state = 'asked'`.execute(db)
  await sql`
    create unique index refund_asked_once on refund (order_id) where state = 'asked' and actor <> 'provider'`.execute(
    db,
  )

  await sql`
    create table dispute (
      id text primary key,
      order_id uuid not null references "order",
      cents bigint not null,
      reason text not null,
      status text not null,
      due_by timestamptz,
      at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`create index on dispute (order_id)`.execute(db)

  await sql`
    alter table mail
      add column dispute_id text references dispute,
      drop constraint mail_kind_check,
      drop constraint mail_address_check,
      add constraint mail_kind_check check (
        kind in (
          'order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news', 'dispute-opened'
        )
      ),
      add constraint mail_address_check check (
        (kind in ('password-reset', 'house-news', 'dispute-opened')) = (address is not null)
      ),
      add constraint mail_dispute_check check ((kind = 'dispute-opened') = (dispute_id is not null))`.execute(db)
}
