import { sql } from 'kysely'
import { closedDisputeStatuses } from '#domain/orders/order.ts'

/** Something can still be done about a dispute, a row of `dispute`. */
export const isOpenDispute = sql<boolean>`dispute.status <> all(${sql.lit(`{${closedDisputeStatuses.join(',')}}`)}::text[])`
