import { type Kysely, sql } from 'kysely'

/**
 * Invoices and credit notes. Triggers note which are due, so that a payment that a process of the release before settles gets its
 * invoice, too. Orders that were paid before get none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invoice (
      id uuid primary key,
      order_id uuid not null references "order",
      refund_id uuid references refund,
      kind text not null check (kind in ('invoice', 'credit note')),
      year integer not null,
      number integer not null check (number > 0),
      issued_at timestamptz not null,
      amount_cents integer not null check (amount_cents >= 0),
      tax_cents integer not null check (tax_cents between 0 and amount_cents),
      snapshot jsonb not null,
      unique (year, number),
      check ((kind = 'credit note') = (refund_id is not null))
    )`.execute(db)
  await sql`create unique index invoice_once on invoice (order_id) where refund_id is null`.execute(db)
  await sql`create unique index credit_note_once on invoice (refund_id) where refund_id is not null`.execute(db)
  await sql`create index invoice_order on invoice (order_id)`.execute(db)
  await sql`
    create table invoice_due (
      id bigint generated always as identity primary key,
      order_id uuid not null references "order" on delete cascade,
      refund_id uuid references refund on delete cascade,
      due_at timestamptz not null,
      unique nulls not distinct (order_id, refund_id)
    )`.execute(db)
  await sql`
    create table invoice_gap (
      id bigint generated always as identity primary key,
      opened_at timestamptz not null,
      closed_at timestamptz,
      year integer,
      first integer,
      last integer,
      check ((closed_at is null) = (year is null) and (year is null) = (first is null) and (first is null) = (last is null)),
      check (first <= last)
    )`.execute(db)
  await noteWhatIsDue(db)
}

async function noteWhatIsDue(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function want_invoice() returns trigger language plpgsql as $$
    begin
      insert into invoice_due (order_id, due_at) values (new.id, new.updated_at) on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger order_wants_invoice after update on "order" for each row
    when (new.payment_state = 'paid' and old.payment_state <> 'paid') execute function want_invoice()`.execute(db)
  await sql`
    create function want_credit_note() returns trigger language plpgsql as $$
    begin
      insert into invoice_due (order_id, refund_id, due_at) values (new.order_id, new.id, new.updated_at) on conflict do nothing;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger done_refund_wants_credit_note after insert on refund for each row
    when (new.state = 'done') execute function want_credit_note()`.execute(db)
  await sql`
    create trigger refund_wants_credit_note after update on refund for each row
    when (new.state = 'done' and old.state <> 'done') execute function want_credit_note()`.execute(db)
}
