import { type Kysely, sql } from 'kysely'

/**
 * Refunds of a part of an order: what came back and why, and how much in all. The release before refunds everything that is left. It
 * must never finish the refund of a part, so it does not see when that is due; a process of it keeps the sum right, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await describeRefunds(db)
  await sumRefunds(db)
  await tellOfParts(db)
}

async function describeRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refund
      add column is_rest boolean not null default true,
      add column note text check (length(note) <= 300),
      add column lines jsonb not null default '[]',
      add column delivery boolean not null default false,
      add column due_at timestamptz`.execute(db)
  await sql`
    create function hide_part_refund() returns trigger language plpgsql as $$
    begin
      new.check_at := 'infinity';
      return new;
    end $$`.execute(db)
  await sql`
    create trigger refund_of_part before insert or update on refund for each row when (not new.is_rest)
    execute function hide_part_refund()`.execute(db)
}

/** Orders keep what was refunded, at most their amount, and the tally counts what is left of them. */
async function sumRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table "order"
      add column refunded_cents integer not null default 0,
      add constraint order_refunded_check check (refunded_cents between 0 and amount_cents)`.execute(db)
  const hasArrived = sql`payment_state in ('paid', 'refunded', 'review') and deleted_at is null`
  const monthOf = sql`date_trunc('month', created_at at time zone 'UTC')::date`
  await sql`
    create or replace function tally_orders() returns trigger language plpgsql as $$
    declare
      sign integer := case tg_op when 'INSERT' then 1 else -1 end;
    begin
      perform tally_order(
        month, payment_state, status, sign * count(*), sign * sum(amount_cents - refunded_cents)::bigint
      )
      from (select *, ${monthOf} as month from moved) made where ${hasArrived} group by month, payment_state, status;
      return null;
    end $$`.execute(db)
  await sql`
    create or replace function tally_changed_order() returns trigger language plpgsql as $$
    begin
      perform tally_order(${monthOf}, payment_state, status, sign, sign * (amount_cents - refunded_cents))
      from (select old.*, -1 as sign union all select new.*, 1) each where ${hasArrived};
      return null;
    end $$`.execute(db)
  await sql`
    create or replace trigger order_changed after update on "order" for each row
    when ((old.created_at, old.payment_state, old.status, old.amount_cents, old.refunded_cents, old.deleted_at)
      is distinct from (new.created_at, new.payment_state, new.status, new.amount_cents, new.refunded_cents, new.deleted_at))
    execute function tally_changed_order()`.execute(db)

  // The lock comes first, so that the sum sees the refunds of the one who held it.
  await sql`
    create function sum_refunds() returns trigger language plpgsql as $$
    declare
      of_order uuid := coalesce(new.order_id, old.order_id);
    begin
      perform from "order" where id = of_order for no key update;
      update "order" set refunded_cents = least(
        amount_cents, (select coalesce(sum(cents), 0) from refund where order_id = of_order and state = 'done')
      ) where id = of_order;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger refund_added after insert on refund for each row when (new.state = 'done')
    execute function sum_refunds()`.execute(db)
  await sql`
    create trigger refund_changed after update on refund for each row
    when ((old.state = 'done' or new.state = 'done') and (old.state, old.cents) is distinct from (new.state, new.cents))
    execute function sum_refunds()`.execute(db)
  await sql`
    create trigger refund_removed after delete on refund for each row when (old.state = 'done')
    execute function sum_refunds()`.execute(db)
  await sql`
    update "order" set refunded_cents = least(amount_cents, done.cents)
    from (select order_id, sum(cents) as cents from refund where state = 'done' group by order_id) done
    where done.order_id = "order".id`.execute(db)
}

/** The e-mail about a refund of a part, one for each. */
async function tellOfParts(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mail
      add column refund_id uuid references refund,
      drop constraint mail_kind_check,
      add constraint mail_kind_check check (
        kind in (
          'order-confirmation', 'order-shipped', 'order-refunded', 'password-reset', 'house-news', 'dispute-opened',
          'verify-email', 'low-stock', 'alert-confirmation', 'back-in-stock', 'invitation', 'message-answer',
          'part-refunded'
        )
      ),
      add constraint mail_refund_check check ((kind = 'part-refunded') = (refund_id is not null))`.execute(db)
  await sql`create unique index mail_refund_once on mail (refund_id) where refund_id is not null`.execute(db)
}
