import { type Kysely, sql } from 'kysely'

/**
 * A color that was just added to a style is a draft: off sale until it has a picture. The release before sees it as a deleted
 * product. A deleted size chart can be brought back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table product
      add column is_draft boolean not null default false,
      add constraint product_draft_check check (not is_draft or deleted_at is not null)`.execute(db)
  await sql`create index on product (created_at desc) where is_draft`.execute(db)
  await sql`alter table size_chart add column deleted_at timestamptz`.execute(db)
}
