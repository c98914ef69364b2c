import { sql } from 'kysely'
import { undoDays } from '#domain/audit.ts'
import type { Db } from '../../db/connection.ts'
import type { Clock, MayDelete } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { runEvery } from '../../lib/run-every.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** More wait for the next hour. */
const maxSizes = 10_000

/** Takes SKU and barcode from the sizes of products whose deletion can no longer be undone, so that others can have them. */
export async function freeCodesOfDeleted({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const old = new Date(+clock.now() - (undoDays + 1) * dayMs)
  await sql`
    update variant set sku = null, barcode = null
    where id in (
      select variant.id from variant join product on product.id = product_id
      where (sku is not null or barcode is not null) and product.deleted_at < ${old} and not is_draft limit ${maxSizes}
    )`.execute(db)
}

/**
 * Frees them every hour for as long as the shop runs, while its clock can be trusted.
 * @returns a handle whose `close` stops it after the current run
 */
export function startFreeingCodes(
  { mayDelete, ...context }: { db: Db; clock: Clock; mayDelete: MayDelete },
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: hourMs,
      runsAtStart: true,
      mayRun: mayDelete,
      run: () => freeCodesOfDeleted(context),
      messageFor: () => 'SKUs and barcodes of deleted products could not be freed',
    },
    log,
  )
}
