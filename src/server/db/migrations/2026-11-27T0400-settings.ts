import { type Kysely, sql } from 'kysely'

/** What the owner says in the dashboard, one row a section, and what each change replaced, for the undo of the audit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table shop_setting (
      id uuid primary key default gen_random_uuid(),
      section text not null unique check (length(section) between 1 and 40),
      value jsonb not null,
      version int not null default 1,
      changed_at timestamptz
    )`.execute(db)
  await sql`
    create table shop_setting_change (
      audit_id uuid primary key references audit,
      section text not null,
      before jsonb not null,
      version int not null
    )`.execute(db)
  await sql`alter table audit drop constraint audit_record_check`.execute(db)
  await sql`alter table audit add constraint audit_record_check check (
    record in ('user', 'product', 'order', 'import', 'message', 'review', 'size chart', 'delivery', 'setting')
  ) not valid`.execute(db)
  await sql`
    create function tell_settings() returns trigger language plpgsql as $$
    begin
      perform tell_changes(array['settings']);
      return null;
    end $$`.execute(db)
  await sql`create trigger setting_is_told after insert or update or delete on shop_setting
    for each statement execute function tell_settings()`.execute(db)
}
