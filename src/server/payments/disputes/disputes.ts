import { type Insertable, type SqlBool, sql } from 'kysely'
import { closedDisputeStatuses } from '#domain/orders/order.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import type { Tx } from '../../db/connection.ts'
import type { Tables } from '../../db/tables.ts'
import { queueDisputeOpened } from '../../mail/queue.ts'
import type { ProviderDispute } from '../provider.ts'
import { isOpenDispute } from './queries.ts'

/**
 * Writes down what the provider tells of a dispute about an order, unless it has told of something newer; the admins get an
 * e-mail once, when it is opened.
 * @param toldAt the provider's time of the event
 */
export async function recordDispute(
  context: Pick<CheckoutContext, 'db' | 'clock'>,
  orderId: string,
  { id, cents, reason, status, dueBy, at }: ProviderDispute,
  toldAt: Date,
): Promise<void> {
  const told = { cents, reason, status, due_by: dueBy ?? null, updated_at: toldAt }
  await context.db.transaction().execute(async tx => {
    const isNew = await insert(tx, { id, order_id: orderId, at, ...told })
    if (isNew) return isClosed(status) ? undefined : await queueDisputeOpened(tx, id, context)
    // Events of the same second may come in any order; what is over stays so.
    const isNewer = sql<SqlBool>`(updated_at < ${toldAt} or (updated_at = ${toldAt} and ${isOpenDispute}))`
    await tx.updateTable('dispute').set(told).where('id', '=', id).where(isNewer).execute()
  })
}

const isClosed = (status: string) => closedDisputeStatuses.some(closed => closed === status)

async function insert(tx: Tx, dispute: Insertable<Tables['dispute']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('dispute')
    .values(dispute)
    .onConflict(conflict => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
