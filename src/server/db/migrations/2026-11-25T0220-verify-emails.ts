import { type Kysely, sql } from 'kysely'

/** Users prove by a link that an e-mail address is theirs. Only hashes of the links are stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table "user" add column email_verified_at timestamptz`.execute(db)
  await sql`
    create table email_verification (
      token_hash bytea primary key,
      user_id uuid not null references "user" on delete cascade,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index on email_verification (user_id)`.execute(db)
  await sql`create index on email_verification (expires_at)`.execute(db)
  await sql`
    alter table mail
      drop constraint mail_kind_check,
      drop constraint mail_address_check,
      add constraint mail_kind_check check (
        kind in (
          'order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news', 'dispute-opened',
          'verify-email'
        )
      ),
      add constraint mail_address_check check (
        (kind in ('password-reset', 'house-news', 'dispute-opened', 'verify-email')) = (address is not null)
      )`.execute(db)
}
