import { type Insertable, type SqlBool, sql } from 'kysely'
import { closedDisputeStatuses } from '#domain/orders/order.ts'
import type { CheckoutContext } from '../../checkout/context.ts'
import type { Tx } from '../../db/connection.ts'
import type { Tables } from '../../db/tables.ts'
import { queueDisputeOpened } from '../../mail/queue.ts'
import type { ProviderDispute } from '../provider.ts'
import { isOpenDispute } from './queries.ts'

/**
 * Records the provider's state of a dispute about an order, unless a newer one is recorded; the admins get an e-mail once, when the
 * dispute is opened.
 * @param reportedAt the provider's time of the event
 */
export async function recordDispute(
  context: Pick<CheckoutContext, 'db' | 'clock'>,
  orderId: string,
  { id, cents, reason, status, dueBy, at }: ProviderDispute,
  reportedAt: Date,
): Promise<void> {
  const fields = { cents, reason, status, due_by: dueBy ?? null, updated_at: reportedAt }
  await context.db.transaction().execute(async tx => {
    const isNew = await insert(tx, { id, order_id: orderId, at, ...fields })
    if (isNew) return isClosed(status) ? undefined : await queueDisputeOpened(tx, id, context)
    // Events of the same second may arrive in any order; a closed dispute stays closed.
    const isNewer = sql<SqlBool>`(updated_at < ${reportedAt} or (updated_at = ${reportedAt} and ${isOpenDispute}))`
    await tx.updateTable('dispute').set(fields).where('id', '=', id).where(isNewer).execute()
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
