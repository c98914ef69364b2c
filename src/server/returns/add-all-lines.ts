import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Adds all pieces of an order to a withdrawal; none when it is null. */
export async function addAllLines(tx: Tx, returnId: string, orderId: string | null): Promise<void> {
  await sql`
    insert into return_line (return_id, place, position, variant_id, quantity)
    select ${returnId}::uuid, row_number() over (order by position) - 1, position, variant_id, quantity
    from order_line where order_id = ${orderId}::uuid`.execute(tx)
}
