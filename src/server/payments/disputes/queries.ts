import { sql } from 'kysely'
import { closedDisputeStatuses } from '#domain/orders/order.ts'

/** Whether the shop can still respond to a dispute, a row of `dispute`. */
export const isOpenDispute = sql<boolean>`dispute.status <> all(${sql.lit(`{${closedDisputeStatuses.join(',')}}`)}::text[])`
