import { recordAuditEntry } from '../audit/record.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import type { Admin } from '../orders/manage/manage-orders.ts'

export type ReturnContext = Pick<CheckoutContext, 'db' | 'clock' | 'ids'>

/** Notes in the audit what an admin did to a return. */
export const recordReturnEntry = (
  tx: Tx,
  context: ReturnContext,
  { id: actor }: Admin,
  recordId: string,
  action: string,
  after?: Record<string, string | number>,
) => recordAuditEntry(tx, { actor, action, record: 'return', recordId, ...(after && { after }) }, context)
