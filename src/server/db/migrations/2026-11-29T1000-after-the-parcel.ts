import { type Kysely, sql } from 'kysely'

/** Parcels with their tracking, returns with their swaps, and withdrawals from a contract. The release before reads none of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addReturns(db)
  await addShipments(db)
  await holdForSwaps(db)
  await sendEmails(db)
  await sql`alter table audit drop constraint audit_record_check`.execute(db)
  await sql`alter table audit add constraint audit_record_check check (
    record in (
      'user', 'product', 'order', 'import', 'message', 'review', 'size chart', 'delivery', 'setting', 'bulk edit',
      'invitation', 'content', 'discount code', 'return'
    )
  ) not valid`.execute(db)
}

/** Statement, goods and money of a return are three steps of their own: `asked_at`, `arrived_at` and `settled_at`. */
async function addReturns(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table return (
      id uuid primary key,
      kind text not null check (kind in ('return', 'withdrawal')),
      order_id uuid references "order",
      message text not null default '' check (length(message) <= 1000),
      asked_at timestamptz not null,
      arrived_at timestamptz,
      settled_at timestamptz,
      refused_at timestamptz,
      refusal text check (length(refusal) <= 1000),
      cancelled_at timestamptz,
      held_until timestamptz,
      check ((refused_at is null) = (refusal is null)),
      check (num_nonnulls(settled_at, refused_at, cancelled_at) <= 1),
      check (kind = 'withdrawal' or order_id is not null)
    )`.execute(db)
  await sql`create index on return (order_id)`.execute(db)
  await sql`create index return_open on return (asked_at, id)
    where num_nonnulls(settled_at, refused_at, cancelled_at) = 0`.execute(db)
  await sql`create index return_ended on return (asked_at, id)
    where num_nonnulls(settled_at, refused_at, cancelled_at) > 0`.execute(db)
  await sql`create index return_held on return (held_until) where held_until is not null`.execute(db)
  await sql`
    create table return_line (
      return_id uuid not null references return,
      place smallint not null,
      position integer not null,
      variant_id uuid references variant,
      quantity integer not null check (quantity > 0),
      reason text check (reason in ('too small', 'too large', 'look', 'quality', 'faulty', 'late', 'other')),
      arrived integer not null default 0,
      restocked integer not null default 0,
      swap_variant_id uuid references variant,
      swap_state text check (swap_state in ('held', 'uncounted', 'sent', 'ended')),
      primary key (return_id, place),
      check (arrived between 0 and quantity),
      check (restocked between 0 and arrived),
      check ((swap_variant_id is null) = (swap_state is null))
    )`.execute(db)
  await sql`create index on return_line (variant_id) where arrived > 0`.execute(db)
  await sql`create index on return_line (swap_variant_id) where swap_state = 'held'`.execute(db)
  await sql`
    create table withdrawal (
      return_id uuid primary key references return,
      name text not null check (length(name) <= 200),
      contract text not null check (length(contract) <= 200),
      email text not null check (length(email) <= 254),
      pieces text check (length(pieces) <= 1000),
      is_late boolean not null default false,
      objected_at timestamptz
    )`.execute(db)
  await sql`
    create table withdrawal_objection (
      token_hash bytea primary key,
      return_id uuid not null references return
    )`.execute(db)
  await sql`alter table refund add column return_id uuid references return`.execute(db)
  await sql`create index on refund (return_id) where return_id is not null`.execute(db)
}

async function addShipments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shipment (
      id uuid primary key,
      order_id uuid not null references "order",
      return_id uuid references return,
      carrier text not null default '' check (length(carrier) <= 60),
      number text not null default '' check (length(number) <= 60),
      url text check (url ~ '^https://' and length(url) <= 500),
      sent_at timestamptz not null,
      delivered_at timestamptz,
      actor text not null
    )`.execute(db)
  await sql`create index on shipment (order_id, sent_at)`.execute(db)
  await sql`create index on shipment (return_id) where return_id is not null`.execute(db)
}

/** A movement is of an order or of a return: a swap holds, releases and sells pieces, and what came back is `returned`. */
async function holdForSwaps(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stock_movement add column return_id uuid`.execute(db)
  await sql`
    alter table stock_movement
      drop constraint stock_movement_check,
      add constraint stock_movement_check check (case kind
        when 'held' then held > 0 and on_hand = 0 and num_nonnulls(order_id, return_id) = 1
        when 'released' then held < 0 and on_hand = 0 and num_nonnulls(order_id, return_id) = 1
        when 'sold' then on_hand < 0 and held in (0, on_hand) and num_nonnulls(order_id, return_id) = 1
        when 'returned' then on_hand > 0 and held = 0 and num_nonnulls(order_id, return_id) >= 1
        when 'received' then on_hand > 0 and held = 0
        when 'counted' then held = 0
        when 'corrected' then held = 0
        else false end) not valid`.execute(db)
}

async function sendEmails(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mail
      add column return_id uuid references return,
      add column shipment_id uuid references shipment,
      drop constraint mail_kind_check,
      add constraint mail_kind_check check (
        kind in (
          'order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news', 'dispute-opened',
          'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock', 'invitation', 'message-answer',
          'part-refunded', 'parcel-sent', 'address-changed', 'order-cancelled', 'withdrawal-received',
          'withdrawal-notice', 'return-asked', 'return-arrived', 'return-settled', 'return-refused', 'return-cancelled',
          'swap-ended'
        )
      ),
      add constraint mail_return_check check (return_id is null or kind ~ '^(return|withdrawal|swap)-'),
      add constraint mail_shipment_check check ((kind = 'parcel-sent') = (shipment_id is not null))`.execute(db)
  await sql`create unique index mail_return_once on mail (kind, return_id) where return_id is not null`.execute(db)
  await sql`create unique index mail_shipment_once on mail (shipment_id) where shipment_id is not null`.execute(db)
}
