import { type Kysely, sql } from 'kysely'

/** Every order gets a number that people can say. Orders that exist are numbered in the order of their creation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence order_number as integer start 1001`.execute(db)
  await sql`alter table "order" add column number integer`.execute(db)
  await sql`
    update "order" set number = numbered.number
    from (select id, 1000 + row_number() over (order by created_at, id) as number from "order") numbered
    where numbered.id = "order".id`.execute(db)
  await sql`select setval('order_number', max(number)) from "order" having max(number) is not null`.execute(db)
  // The release before this one inserts orders without a number.
  await sql`alter table "order" alter column number set default nextval('order_number'), alter column number set not null`.execute(
    db,
  )
  await sql`alter sequence order_number owned by "order".number`.execute(db)
  await sql`create unique index on "order" (number)`.execute(db)
}
