import { type Kysely, sql } from 'kysely'

const arrived = sql`where payment_state in ('paid', 'refunded', 'review') and deleted_at is null`

/** An order that awaits its payment stands in no index of the lists: it changes twice, and most lists never show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = '"order"'::regclass and not indisunique`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)

  await sql`create index on "order" (check_at) where payment_state = 'awaiting'`.execute(db)
  await sql`create index on "order" (visitor, created_at) where payment_state = 'awaiting'`.execute(db)

  await sql`create index on "order" (created_at desc, id desc) include (payment_state, status) ${arrived}`.execute(db)
  await sql`create index on "order" (status, created_at desc, id desc) include (payment_state) ${arrived}`.execute(db)
  await sql`create index on "order" (payment_state, created_at desc, id desc) include (status)
    where payment_state in ('refunded', 'review') and deleted_at is null`.execute(db)
  await sql`create index on "order" (user_id, created_at desc, id desc) ${arrived}`.execute(db)
  await sql`create index on "order" (lower(email)) ${arrived}`.execute(db)
  await sql`create index on "order" (lower(contact_email)) ${arrived}`.execute(db)
  await sql`create index on "order"
    using gin (order_id gin_trgm_ops, email gin_trgm_ops, contact_email gin_trgm_ops) ${arrived}`.execute(db)
}
