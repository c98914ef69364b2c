import { type Kysely, sql } from 'kysely'

/**
 * Letters about shipping and refunds, and news for the owner. The release before takes every letter with a next_try_at, and one
 * whose kind it does not know it closes unsent: these have their time in a column that it does not look at.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mail
      add column due_at timestamptz,
      add column news jsonb,
      drop constraint mail_kind_check,
      drop constraint mail_check,
      drop constraint mail_check1,
      add constraint mail_kind_check check (
        kind in ('order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news')
      ),
      add constraint mail_order_check check (
        (kind in ('order-confirmation', 'order-shipped', 'order-refunded')) = (order_id is not null)
      ),
      add constraint mail_address_check check ((kind in ('password-reset', 'house-news')) = (address is not null)),
      add constraint mail_news_check check ((kind = 'house-news') = (news is not null))`.execute(db)
  await sql`create index on mail (due_at) where due_at is not null`.execute(db)

  await sql`
    create table house_news (
      only_row boolean primary key default true check (only_row),
      last_event bigint not null,
      messages_until timestamptz not null,
      next_at timestamptz not null
    )`.execute(db)
  await sql`
    insert into house_news (last_event, messages_until, next_at)
    select coalesce(max(id), 0), now(), now() from order_event`.execute(db)
}
