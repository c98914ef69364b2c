import { type Kysely, sql } from 'kysely'

/** Whom an admin has invited to work in the shop, and the links in their e-mails (only hashes). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitation (
      id uuid primary key,
      email text not null check (length(email) between 3 and 254),
      role text not null check (role in ('staff', 'admin')),
      invited_by uuid not null references "user",
      created_at timestamptz not null,
      expires_at timestamptz not null,
      accepted_at timestamptz,
      withdrawn_at timestamptz,
      constraint invitation_end_check check (accepted_at is null or withdrawn_at is null)
    )`.execute(db)
  await sql`create unique index invitation_open on invitation (lower(email)) where accepted_at is null and withdrawn_at is null`.execute(
    db,
  )
  await sql`create index on invitation (lower(email))`.execute(db)
  await sql`
    create table invitation_link (
      token_hash bytea primary key,
      invitation_id uuid not null references invitation on delete cascade
    )`.execute(db)
  await sql`create index on invitation_link (invitation_id)`.execute(db)
  await sql`
    alter table mail
      add column invitation_id uuid references invitation on delete cascade,
      drop constraint mail_kind_check,
      drop constraint mail_address_check,
      add constraint mail_kind_check check (
        kind in (
          'order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news', 'dispute-opened',
          'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock', 'invitation'
        )
      ),
      add constraint mail_address_check check (
        (kind in (
          'password-reset', 'house-news', 'dispute-opened', 'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock',
          'invitation'
        )) = (address is not null)
      )`.execute(db)
  await sql`create index on mail (invitation_id) where invitation_id is not null`.execute(db)
  await sql`alter table audit drop constraint audit_record_check`.execute(db)
  await sql`alter table audit add constraint audit_record_check check (
    record in (
      'user', 'product', 'order', 'import', 'message', 'review', 'size chart', 'delivery', 'setting', 'bulk edit', 'invitation'
    )
  ) not valid`.execute(db)
}
