import { type Kysely, sql } from 'kysely'

/**
 * What was asked for and could not be bought, summed by day, and what the daily e-mail about low stock has told. A size filter that
 * found nothing is about no product: its rows have neither product nor variant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lost_demand (
      day date not null,
      kind text not null,
      product_id uuid,
      variant_id uuid,
      size text not null,
      visitors integer not null,
      cents bigint not null,
      constraint lost_demand_kind_check check (kind in ('tapped', 'alert', 'refused', 'filtered')),
      constraint lost_demand_product_check check (
        (product_id is null) = (variant_id is null) and (variant_id is not null or kind = 'filtered')
      ),
      constraint lost_demand_visitors_check check (visitors > 0),
      constraint lost_demand_cents_check check (cents >= 0),
      constraint lost_demand_key unique nulls not distinct (day, variant_id, size, kind)
    )`.execute(db)

  await sql`
    create table low_stock_told (
      kind text not null,
      subject_id uuid not null,
      told_at timestamptz not null,
      constraint low_stock_told_kind_check check (kind in ('low', 'broken')),
      primary key (kind, subject_id)
    )`.execute(db)
  await sql`
    create table low_stock_turn (
      only_row boolean primary key default true check (only_row),
      next_at timestamptz not null
    )`.execute(db)
  // The first e-mail comes at the next 6:00 UTC.
  await sql`
    insert into low_stock_turn (next_at)
    select (date_trunc('day', (now() at time zone 'utc') - interval '6 hours') + interval '1 day 6 hours') at time zone 'utc'`.execute(
    db,
  )
  await sql`
    alter table mail
      drop constraint mail_kind_check,
      drop constraint mail_address_check,
      add constraint mail_kind_check check (
        kind in (
          'order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news', 'dispute-opened',
          'verify-email', 'low-stock'
        )
      ),
      add constraint mail_address_check check (
        (kind in ('password-reset', 'house-news', 'dispute-opened', 'verify-email', 'low-stock')) = (address is not null)
      )`.execute(db)
}
