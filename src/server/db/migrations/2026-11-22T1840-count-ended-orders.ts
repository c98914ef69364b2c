import { type Kysely, sql } from 'kysely'

const hasEnded = sql`payment_state in ('failed', 'expired')`

/**
 * Orders that nobody paid are counted as the other figures are: nobody waits for whoever else is changing one, and a figure
 * is the sum of its rows. They have a table of their own, for the release before checks the others against what it knows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ended_order_tally (
      id bigint generated always as identity primary key,
      payment_state text not null,
      n bigint not null
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    create function tally_ended_order(of_state text, more bigint) returns void language plpgsql as $$
    declare
      free bigint;
    begin
      select id into free from ended_order_tally where payment_state = of_state limit 1 for update skip locked;
      if found then
        update ended_order_tally set n = n + more where id = free;
      else
        insert into ended_order_tally (payment_state, n) values (of_state, more);
      end if;
    end $$`.execute(db)
  await sql`
    create function tally_ended_orders() returns trigger language plpgsql as $$
    begin
      perform tally_ended_order(payment_state, case tg_op when 'INSERT' then count(*) else -count(*) end)
      from moved where ${hasEnded} group by payment_state;
      return null;
    end $$`.execute(db)
  await sql`
    create function tally_order_that_ended() returns trigger language plpgsql as $$
    begin
      perform tally_ended_order(payment_state, sign)
      from (values (old.payment_state, -1), (new.payment_state, 1)) each (payment_state, sign) where ${hasEnded};
      return null;
    end $$`.execute(db)
  await sql`
    create function forget_ended_order_tally() returns trigger language plpgsql as $$
    begin
      delete from ended_order_tally;
      return null;
    end $$`.execute(db)
  await sql`create trigger ended_order_added after insert on "order" referencing new table as moved
    for each statement execute function tally_ended_orders()`.execute(db)
  await sql`create trigger ended_order_removed after delete on "order" referencing old table as moved
    for each statement execute function tally_ended_orders()`.execute(db)
  await sql`create trigger order_ended after update on "order" for each row
    when (old.payment_state is distinct from new.payment_state) execute function tally_order_that_ended()`.execute(db)
  await sql`create trigger ended_order_emptied after truncate on "order"
    execute function forget_ended_order_tally()`.execute(db)
  await sql`
    insert into ended_order_tally (payment_state, n)
    select payment_state, count(*) from "order" where ${hasEnded} group by payment_state`.execute(db)
}
