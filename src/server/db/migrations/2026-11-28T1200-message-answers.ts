import { type Kysely, sql } from 'kysely'

/** The answers to visitors' messages, each sent by an e-mail. They go with their message. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_answer (
      id uuid primary key,
      message_id uuid not null references contact_message on delete cascade,
      author uuid not null references "user",
      text text not null check (length(text) between 1 and 5000),
      at timestamptz not null
    )`.execute(db)
  await sql`create index on message_answer (message_id, at)`.execute(db)
  await sql`create index on contact_message (lower(email))`.execute(db)
  await sql`
    alter table mail
      add column answer_id uuid references message_answer on delete cascade,
      drop constraint mail_kind_check,
      drop constraint mail_address_check,
      add constraint mail_kind_check check (
        kind in (
          'order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news', 'dispute-opened',
          'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock', 'invitation', 'message-answer'
        )
      ),
      add constraint mail_address_check check (
        (kind in (
          'password-reset', 'house-news', 'dispute-opened', 'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock',
          'invitation', 'message-answer'
        )) = (address is not null)
      )`.execute(db)
  await sql`create index on mail (answer_id) where answer_id is not null`.execute(db)
}
