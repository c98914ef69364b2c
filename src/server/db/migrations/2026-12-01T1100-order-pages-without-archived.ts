import { type Kysely, sql } from 'kysely'

const arrived = sql`where payment_state in ('paid', 'refunded', 'review') and deleted_at is null`

/**
 * The lists leave archived orders out. Their indexes say which these are, so that a page far back reads no order before it. The former
 * indexes go last: until then orders can be read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows: former } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index
    where indrelid = '"order"'::regclass and indnkeyatts < indnatts`.execute(db)
  await sql`create index on "order" (created_at desc, id desc)
    include (payment_state, status, archived_at) ${arrived}`.execute(db)
  await sql`create index on "order" (status, created_at desc, id desc)
    include (payment_state, archived_at) ${arrived}`.execute(db)
  await sql`create index on "order" (payment_state, created_at desc, id desc) include (status, archived_at)
    where payment_state in ('refunded', 'review') and deleted_at is null`.execute(db)
  for (const { name } of former) await sql`drop index ${sql.raw(name)}`.execute(db)
}
