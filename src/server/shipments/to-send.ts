import { sql } from 'kysely'
import { maxParcelRows, parcelColumns } from '#domain/shipments/bulk.ts'
import { writeCsv } from '../csv/write.ts'
import type { Db } from '../db/connection.ts'
import { hasNothingLeft, isGoingBack } from '../payments/refund-queries.ts'
import { isWithdrawn } from '../returns/queries.ts'
import { isWaitingForPieces } from '../stock/queries.ts'

/** Writes the paid orders that wait to be sent, and may be, as a list of parcels to fill in, oldest first: without any it is an empty form. */
export const writeToSend = (db: Db) => writeCsv(parcelColumns, rowsOf(db))

async function* rowsOf(db: Db): AsyncGenerator<string[][]> {
  const { rows } = await sql<{ number: number }>`
    select number from "order"
    where payment_state = 'paid' and deleted_at is null and status in ('pending', 'processing') and cancelled_at is null
      and not is_pickup and check_since is null and not ${isWithdrawn}
      and not ${isGoingBack}
      and not (refunded_cents > 0 and ${hasNothingLeft(sql`"order".id`)})
      and not ${isWaitingForPieces(sql`"order".id`)}
    order by created_at, id limit ${maxParcelRows}`.execute(db)
  yield rows.map(({ number }) => [String(number), '', '', ''])
}
