import { sql } from 'kysely'
import { validate } from 'uuid'
import type { Tx } from '../db/connection.ts'
import { conflict, notFound } from '../lib/errors.ts'

/**
 * Settles a return of which everything is done: each piece was swapped, or its money has gone back. A refund that failed opens it
 * again. The caller has locked its order.
 */
export async function settleIfDone(tx: Tx, id: string, at: Date): Promise<void> {
  await sql`
    update return set settled_at = case when is_done then coalesce(settled_at, ${at}) end
    from (
      select not exists (
        select from return_line
        where return_id = ${id} and (swap_state in ('held', 'uncounted') or (coalesce(swap_state, '') <> 'sent' and not is_refunded))
      ) and (is_refunded or exists (select from return_line where return_id = ${id})) as is_done
      from (select exists (select from refund where return_id = ${id} and state = 'done') as is_refunded) money
    ) state
    where id = ${id} and num_nonnulls(refused_at, cancelled_at) = 0`.execute(tx)
}

/**
 * Makes sure that a refund of this order may settle the return. The caller has locked the order.
 * @throws ShopError 404 when the order has no such return, 409 when it has ended
 */
export async function requireReturn(tx: Tx, id: string, orderId: string): Promise<void> {
  const found = validate(id)
    ? await tx
        .selectFrom('return')
        .select(['settled_at', 'refused_at', 'cancelled_at'])
        .where('id', '=', id)
        .where('order_id', '=', orderId)
        .executeTakeFirst()
    : undefined
  if (!found) throw notFound('Return')
  if (found.settled_at ?? found.refused_at ?? found.cancelled_at) throw conflict('This return has ended.')
}
