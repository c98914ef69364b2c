import { type Kysely, sql } from 'kysely'

/**
 * The parts of an order's amount, and the discount codes. An order of a release before has none of the parts: its goods are its
 * amount.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table discount_code (
      id uuid primary key,
      code text not null unique check (code ~ '^[A-Z0-9]([A-Z0-9-]{1,28}[A-Z0-9])$'),
      kind text not null check (kind in ('percent', 'fixed', 'delivery')),
      value integer not null check (case kind when 'percent' then value between 1 and 10000 when 'fixed' then value > 0 else value = 0 end),
      category text,
      min_cents integer not null default 0 check (min_cents >= 0),
      starts_at timestamptz,
      ends_at timestamptz check (ends_at > starts_at),
      max_uses integer check (max_uses > 0),
      is_once boolean not null default false,
      is_active boolean not null default true,
      version integer not null default 1,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`
    alter table "order"
      add column goods_cents integer check (goods_cents >= 0),
      add column discount_cents integer not null default 0 check (discount_cents >= 0),
      add column delivery_cents integer not null default 0 check (delivery_cents >= 0),
      add column tax_cents integer not null default 0 check (tax_cents >= 0),
      add column tax_bp integer check (tax_bp between 0 and 3000),
      add column tax_label text,
      add column country text,
      add column delivery_method text,
      add column is_pickup boolean not null default false,
      add column min_days integer,
      add column max_days integer,
      add column discount_code_id uuid references discount_code,
      add column discount_code text,
      add constraint order_amount_check check (amount_cents = goods_cents - discount_cents + delivery_cents)`.execute(
    db,
  )
  await sql`
    create index order_discount_code on "order" (discount_code_id, created_at)
    where discount_code_id is not null and payment_state not in ('failed', 'expired')`.execute(db)
  await sql`
    alter table order_line add column discount_cents integer not null default 0
      check (discount_cents between 0 and unit_cents::bigint * quantity)`.execute(db)
  await sql`
    create function tell_discount_codes() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array['settings']);
      return null;
    end $$`.execute(db)
  await sql`create trigger discount_codes_are_told after insert or update or delete on discount_code
    for each statement execute function tell_discount_codes()`.execute(db)
  await sql`alter table audit drop constraint audit_record_check`.execute(db)
  await sql`alter table audit add constraint audit_record_check check (
    record in (
      'user', 'product', 'order', 'import', 'message', 'review', 'size chart', 'delivery', 'setting', 'bulk edit',
      'invitation', 'content', 'discount code'
    )
  ) not valid`.execute(db)
}
