import { type Kysely, sql } from 'kysely'

/**
 * What the dashboards count is kept, so that it costs the same however many rows there are. Nobody waits for whoever else is
 * changing the same figure: its row is left alone, and another one put beside it. A figure is the sum of its rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tallyOrders(db)
  await tallyRows(db)
}

const hasArrived = sql`payment_state in ('paid', 'refunded', 'review') and deleted_at is null`
const monthOf = sql`date_trunc('month', created_at at time zone 'UTC')::date`

/** Orders for which money has arrived, by the month in which they were made (UTC), payment and status. */
async function tallyOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_tally (
      id bigint generated always as identity primary key,
      month date not null,
      payment_state text not null,
      status text not null,
      n bigint not null,
      cents bigint not null
    ) with (fillfactor = 50)`.execute(db)
  await sql`create index on order_tally (month, payment_state, status)`.execute(db)
  await sql`
    create function tally_order(of_month date, of_state text, of_status text, more bigint, more_cents bigint)
    returns void language plpgsql as $$
    declare
      free bigint;
    begin
      select id into free from order_tally where month = of_month and payment_state = of_state and status = of_status
      limit 1 for update skip locked;
      if found then
        update order_tally set n = n + more, cents = cents + more_cents where id = free;
      else
        insert into order_tally (month, payment_state, status, n, cents)
        values (of_month, of_state, of_status, more, more_cents);
      end if;
    end $$`.execute(db)
  await sql`
    create function tally_orders() returns trigger language plpgsql as $$
    declare
      sign integer := case tg_op when 'INSERT' then 1 else -1 end;
    begin
      perform tally_order(month, payment_state, status, sign * count(*), sign * sum(amount_cents)::bigint)
      from (select *, ${monthOf} as month from moved) made where ${hasArrived} group by month, payment_state, status;
      return null;
    end $$`.execute(db)
  await sql`
    create function tally_changed_order() returns trigger language plpgsql as $$
    begin
      perform tally_order(${monthOf}, payment_state, status, sign, sign * amount_cents)
      from (select old.*, -1 as sign union all select new.*, 1) each where ${hasArrived};
      return null;
    end $$`.execute(db)
  await sql`create function forget_order_tally() returns trigger language plpgsql as $$
    begin
      delete from order_tally;
      return null;
    end $$`.execute(db)
  await sql`create trigger order_added after insert on "order" referencing new table as moved
    for each statement execute function tally_orders()`.execute(db)
  await sql`create trigger order_removed after delete on "order" referencing old table as moved
    for each statement execute function tally_orders()`.execute(db)
  await sql`create trigger order_changed after update on "order" for each row
    when ((old.created_at, old.payment_state, old.status, old.amount_cents, old.deleted_at)
      is distinct from (new.created_at, new.payment_state, new.status, new.amount_cents, new.deleted_at))
    execute function tally_changed_order()`.execute(db)
  await sql`create trigger order_emptied after truncate on "order" execute function forget_order_tally()`.execute(db)
  await sql`
    insert into order_tally (month, payment_state, status, n, cents)
    select ${monthOf}, payment_state, status, count(*), sum(amount_cents) from "order" where ${hasArrived}
    group by 1, 2, 3`.execute(db)
}

const tallied = [
  { table: 'user', kind: 'role', counted: 'deleted_at is null' },
  { table: 'audit', kind: 'record', counted: 'true' },
  { table: 'review', kind: "''", counted: 'true' },
  { table: 'contact_message', kind: "''", counted: 'true' },
]

/** Users that are not deleted by role, the audit by kind of record, all reviews and all messages. */
async function tallyRows(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table row_tally (
      id bigint generated always as identity primary key,
      rows_of text not null,
      kind text not null,
      n bigint not null
    ) with (fillfactor = 50)`.execute(db)
  await sql`create index on row_tally (rows_of, kind)`.execute(db)
  await sql`
    create function tally_row(of text, of_kind text, more bigint) returns void language plpgsql as $$
    declare
      free bigint;
    begin
      select id into free from row_tally where rows_of = of and kind = of_kind limit 1 for update skip locked;
      if found then
        update row_tally set n = n + more where id = free;
      else
        insert into row_tally (rows_of, kind, n) values (of, of_kind, more);
      end if;
    end $$`.execute(db)
  await sql`
    create function forget_row_tally() returns trigger language plpgsql as $$
    begin
      delete from row_tally where rows_of = tg_table_name;
      return null;
    end $$`.execute(db)

  for (const { table, ...raw } of tallied) {
    const [name, kind, counted] = [sql.table(table), sql.raw(raw.kind), sql.raw(raw.counted)]
    const tally = sql.id(`tally_${table}s`)
    await sql`
      create function ${tally}() returns trigger language plpgsql as $$
      begin
        perform tally_row(tg_table_name, kind, case tg_op when 'INSERT' then count(*) else -count(*) end)
        from (select ${kind} as kind from moved where ${counted}) each group by kind;
        return null;
      end $$`.execute(db)
    await sql`create trigger ${sql.id(`${table}_added`)} after insert on ${name} referencing new table as moved
      for each statement execute function ${tally}()`.execute(db)
    await sql`create trigger ${sql.id(`${table}_removed`)} after delete on ${name} referencing old table as moved
      for each statement execute function ${tally}()`.execute(db)
    await sql`create trigger ${sql.id(`${table}_emptied`)} after truncate on ${name}
      execute function forget_row_tally()`.execute(db)
    await sql`
      insert into row_tally (rows_of, kind, n)
      select ${sql.lit(table)}, ${kind}, count(*) from ${name} where ${counted} group by 2`.execute(db)
  }
  await sql`
    create function tally_changed_user() returns trigger language plpgsql as $$
    begin
      perform tally_row('user', role, sign)
      from (values (old.role, old.deleted_at, -1), (new.role, new.deleted_at, 1)) each (role, deleted_at, sign)
      where deleted_at is null;
      return null;
    end $$`.execute(db)
  await sql`create trigger user_changed after update of role, deleted_at on "user"
    for each row execute function tally_changed_user()`.execute(db)
}
