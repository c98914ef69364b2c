import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'

const batchSize = 20_000

/**
 * Gives each product that is older than the table of variants its one-size variant, in batches that are committed one by one, so
 * that a shop of the release before goes on selling meanwhile. After an interruption the next start continues; once it is done,
 * this reads one row. The caller ensures that only one process runs it at a time.
 */
export async function giveVariants(db: Db): Promise<void> {
  await db.connection().execute(async connection => {
    await sql`set statement_timeout = '60s'`.execute(connection)
    try {
      while (await giveSome(connection)) {
        // the next batch
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

/** @returns whether there may be more */
async function giveSome(db: Db): Promise<boolean> {
  const row = await db.selectFrom('variant_backfill').select('last_product').executeTakeFirst()
  if (!row) return false
  return await db.transaction().execute(async tx => {
    const { rows } = await sql<{ last: string | null }>`
      with batch as (
        select id, created_at from product where id > ${row.last_product} order by id limit ${batchSize}
      ), given as (
        insert into variant (id, product_id, size, place, created_at) select id, id, 'one', 0, created_at from batch
        on conflict do nothing
      )
      select max(id::text) as last from batch`.execute(tx)
    const last = rows[0]?.last
    if (!last) {
      await tx.deleteFrom('variant_backfill').execute()
      return false
    }
    await tx.updateTable('variant_backfill').set({ last_product: last }).execute()
    return true
  })
}
