import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "user"
      add column profile_image text not null default '',
      add column bio text not null default '',
      add column profession text not null default ''`.execute(db)

  await sql`
    create table session (
      token_hash bytea primary key,
      bearer_hash bytea not null unique,
      user_id uuid not null references "user",
      created_at timestamptz not null,
      seen_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index on session (user_id)`.execute(db)
  await sql`create index on session (expires_at)`.execute(db)

  await sql`
    create table device (
      token_hash bytea primary key,
      user_id uuid not null references "user",
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index on device (user_id)`.execute(db)

  await sql`
    create table password_reset (
      token_hash bytea primary key,
      user_id uuid not null references "user",
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index on password_reset (user_id)`.execute(db)

  await sql`
    create table mail (
      id uuid primary key,
      kind text not null check (kind in ('order-confirmation', 'password-reset')),
      address text,
      order_id uuid references "order",
      created_at timestamptz not null,
      attempts integer not null default 0,
      next_try_at timestamptz,
      sent_at timestamptz,
      check ((kind = 'order-confirmation') = (order_id is not null)),
      check ((kind = 'password-reset') = (address is not null))
    )`.execute(db)
  await sql`create unique index on mail (kind, order_id) where order_id is not null`.execute(db)
  await sql`create index on mail (next_try_at) where next_try_at is not null`.execute(db)

  await sql`create index on "order" (user_id, created_at desc) where user_id is not null`.execute(db)
  await sql`create index on review (user_id, created_at desc)`.execute(db)
}
