import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chore (
      id uuid primary key,
      kind text not null check (kind in ('backup', 'drill', 'check')),
      started_at timestamptz not null,
      finished_at timestamptz,
      failed text,
      facts jsonb
    )`.execute(db)
  await sql`create index on chore (kind, started_at desc)`.execute(db)

  // An order that is brought back from the provider may name goods that came after the backup.
  await sql`alter table order_line alter column product_id drop not null`.execute(db)
}
