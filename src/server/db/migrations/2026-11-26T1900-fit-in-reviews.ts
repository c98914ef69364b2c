import { type Kysely, sql } from 'kysely'

/** A review can say how the product fits its author. The release before goes on writing reviews without the new columns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table review
      add column fit smallint check (fit between -1 and 1),
      add column height_cm smallint check (height_cm between 100 and 230),
      add column usual_size text check (usual_size <> 'one' and char_length(usual_size) between 1 and 20)`.execute(db)
  await sql`create index on review (product_id, fit) where hidden_at is null and fit is not null`.execute(db)
}
