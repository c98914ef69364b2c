import { type Kysely, sql } from 'kysely'

/**
 * What the dashboards count is kept, so that it costs the same however many rows there are. Nobody waits for whoever else is
 * changing the same figure: its row is left alone, and another one put beside it. A figure is the sum of its rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tallyOrders(db)
  await tallyRows(db)
}

/** Orders for which money has arrived, by the month in which they were made (UTC), payment and status. */
async function tallyOrders(db: Kysely<unknown>): Promise<void> {
  const arrived = (row: string) =>
    sql.raw(`(${row}.payment_state in ('paid', 'refunded', 'review') and ${row}.deleted_at is null)`)
  const facts = (row: string) =>
    sql.raw(`(${row}.created_at, ${row}.payment_state, ${row}.status, ${row}.amount_cents, ${row}.deleted_at)`)
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
    create function tally_order(made "order", sign integer) returns void language plpgsql as $$
    declare
      month_made date := date_trunc('month', made.created_at at time zone 'UTC');
      free bigint;
    begin
      select id into free from order_tally
      where month = month_made and payment_state = made.payment_state and status = made.status
      limit 1 for update skip locked;
      if found then
        update order_tally set n = n + sign, cents = cents + sign * made.amount_cents where id = free;
      else
        insert into order_tally (month, payment_state, status, n, cents)
        values (month_made, made.payment_state, made.status, sign, sign * made.amount_cents);
      end if;
    end $$`.execute(db)
  await sql`
    create function tally_orders() returns trigger language plpgsql as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from order_tally;
        return null;
      end if;
      if tg_op <> 'INSERT' and ${arrived('old')} then
        perform tally_order(old, -1);
      end if;
      if tg_op <> 'DELETE' and ${arrived('new')} then
        perform tally_order(new, 1);
      end if;
      return null;
    end $$`.execute(db)
  const counting = sql`for each row`
  await sql`create trigger order_added after insert on "order" ${counting} when ${arrived('new')}
    execute function tally_orders()`.execute(db)
  await sql`create trigger order_removed after delete on "order" ${counting} when ${arrived('old')}
    execute function tally_orders()`.execute(db)
  await sql`create trigger order_changed after update on "order" ${counting}
    when (${facts('old')} is distinct from ${facts('new')}) execute function tally_orders()`.execute(db)
  await sql`create trigger order_emptied after truncate on "order" execute function tally_orders()`.execute(db)
  await sql`
    insert into order_tally (month, payment_state, status, n, cents)
    select date_trunc('month', created_at at time zone 'UTC'), payment_state, status, count(*), sum(amount_cents)
    from "order" where ${arrived('"order"')} group by 1, 2, 3`.execute(db)
}

/** Users that are not deleted by role, the audit by kind of record, all reviews and all messages. */
const tallied = [
  {
    table: 'user',
    kind: 'role',
    changes: 'insert or delete or update of role, deleted_at',
    all: 'where deleted_at is null',
  },
  { table: 'audit', kind: 'record', changes: 'insert or delete', all: '' },
  { table: 'review', kind: '', changes: 'insert or delete', all: '' },
  { table: 'contact_message', kind: '', changes: 'insert or delete', all: '' },
]

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
    create function tally_row(of text, made jsonb, told_by text, sign integer) returns void language plpgsql as $$
    declare
      made_kind text := coalesce(made ->> told_by, '');
      free bigint;
    begin
      if made ->> 'deleted_at' is not null then
        return;
      end if;
      select id into free from row_tally where rows_of = of and kind = made_kind limit 1 for update skip locked;
      if found then
        update row_tally set n = n + sign where id = free;
      else
        insert into row_tally (rows_of, kind, n) values (of, made_kind, sign);
      end if;
    end $$`.execute(db)
  // Its argument is the column that tells the kind of a row.
  await sql`
    create function tally_rows() returns trigger language plpgsql as $$
    begin
      if tg_op = 'TRUNCATE' then
        delete from row_tally where rows_of = tg_table_name;
        return null;
      end if;
      if tg_op <> 'INSERT' then
        perform tally_row(tg_table_name, to_jsonb(old), tg_argv[0], -1);
      end if;
      if tg_op <> 'DELETE' then
        perform tally_row(tg_table_name, to_jsonb(new), tg_argv[0], 1);
      end if;
      return null;
    end $$`.execute(db)
  for (const { table, kind, changes, all } of tallied) {
    const counting = sql`execute function tally_rows(${sql.lit(kind)})`
    await sql`create trigger ${sql.id(`${table}_tallied`)} after ${sql.raw(changes)} on ${sql.table(table)}
      for each row ${counting}`.execute(db)
    await sql`create trigger ${sql.id(`${table}_emptied`)} after truncate on ${sql.table(table)} ${counting}`.execute(
      db,
    )
    await sql`
      insert into row_tally (rows_of, kind, n)
      select ${sql.lit(table)}, ${kind ? sql.ref(kind) : sql.lit('')}, count(*) from ${sql.table(table)} ${sql.raw(all)}
      group by 2`.execute(db)
  }
}
