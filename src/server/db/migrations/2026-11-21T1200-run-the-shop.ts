import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db)

  await sql`
    create table audit (
      id uuid primary key,
      at timestamptz not null,
      actor uuid references "user",
      action text not null,
      record text not null check (record in ('user', 'product', 'order')),
      record_id uuid not null,
      before jsonb,
      after jsonb,
      undone_at timestamptz
    )`.execute(db)
  await sql`create index on audit (at desc, id desc)`.execute(db)
  await sql`create index on audit (record_id, at desc)`.execute(db)

  await sql`
    create table contact_message (
      id uuid primary key,
      name text not null,
      email text not null,
      subject text not null,
      message text not null,
      created_at timestamptz not null
    )`.execute(db)
  await sql`create index on contact_message (created_at desc, id desc)`.execute(db)

  await sql`
    alter table session
      add column must_renew boolean not null default false,
      add column old_token_hash bytea unique,
      add column renewed_at timestamptz`.execute(db)

  await sql`create index on "order" (created_at desc, id desc)
    where payment_state in ('paid', 'refunded', 'review') and deleted_at is null`.execute(db)
  await sql`create index on "user" (created_at desc, id desc) where deleted_at is null`.execute(db)
  await sql`create index on "order" using gin (order_id gin_trgm_ops, email gin_trgm_ops, contact_email gin_trgm_ops)`.execute(
    db,
  )
  await sql`create index on "user" using gin (email gin_trgm_ops, username gin_trgm_ops)`.execute(db)
  await sql`create index on product using gin (name gin_trgm_ops)`.execute(db)
}
