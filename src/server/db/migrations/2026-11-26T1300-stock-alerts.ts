import { type Kysely, sql } from 'kysely'

/** Who wants to be told when a size is back, the links in their e-mails (only hashes), and the two kinds of e-mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stock_alert (
      id uuid primary key,
      variant_id uuid not null references variant on delete cascade,
      email text not null,
      asked_at timestamptz not null,
      confirmed_at timestamptz,
      told_at timestamptz,
      constraint stock_alert_told_check check (told_at is null or confirmed_at is not null)
    )`.execute(db)
  await sql`create unique index on stock_alert (variant_id, lower(email)) where told_at is null`.execute(db)
  await sql`create index on stock_alert (variant_id, asked_at, id) where confirmed_at is not null and told_at is null`.execute(
    db,
  )
  await sql`create index on stock_alert (variant_id, told_at) where told_at is not null`.execute(db)
  await sql`create index on stock_alert (lower(email))`.execute(db)
  await sql`create index on stock_alert (coalesce(told_at, asked_at))`.execute(db)
  await sql`
    create table stock_alert_link (
      token_hash bytea primary key,
      alert_id uuid not null references stock_alert on delete cascade,
      purpose text not null check (purpose in ('confirm', 'end'))
    )`.execute(db)
  await sql`create index on stock_alert_link (alert_id)`.execute(db)
  await sql`
    alter table mail
      add column alert_id uuid references stock_alert on delete cascade,
      drop constraint mail_kind_check,
      drop constraint mail_address_check,
      add constraint mail_kind_check check (
        kind in (
          'order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news', 'dispute-opened',
          'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock'
        )
      ),
      add constraint mail_address_check check (
        (kind in (
          'password-reset', 'house-news', 'dispute-opened', 'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock'
        )) = (address is not null)
      )`.execute(db)
  await sql`create index on mail (alert_id) where alert_id is not null`.execute(db)
}
