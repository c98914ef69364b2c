import type { PaymentState, RefundState } from '#domain/orders/order.ts'
import { staffRefundError } from '#domain/orders/staff-refund.ts'
import { hasStaffRights } from '#domain/users/user.ts'
import type { Db, Tx } from '../db/connection.ts'
import { adminOnly, forbidden } from '../lib/errors.ts'
import { readSettings } from '../settings/queries.ts'

interface OrderWithRefunds {
  amount_cents: number
  payment_state: PaymentState
  refunds: readonly { cents: number; state: RefundState; by_staff: boolean }[]
}

/** Why staff may not refund this order, in one sentence; undefined when they may. */
export async function findStaffRefundError(db: Db | Tx, order: OrderWithRefunds): Promise<string | undefined> {
  const { staff } = await readSettings(db, 'staff')
  const refunds = order.refunds.map(({ by_staff: byStaff, ...refund }) => ({ ...refund, byStaff }))
  return staffRefundError(
    { amountCents: order.amount_cents, paymentState: order.payment_state, refunds },
    staff.refundLimitCents,
  )
}

/**
 * Checks that a user may refund an order, by the role that they have now.
 * @param order locked by this transaction
 * @returns whether they are staff
 * @throws ShopError 403 when they are staff and it is more than staff may refund, or no longer staff
 */
export async function checkMayRefund(tx: Tx, userId: string, order: OrderWithRefunds): Promise<boolean> {
  const user = await tx
    .selectFrom('user')
    .select('role')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!hasStaffRights(user?.role)) throw adminOnly()
  const reason = user?.role === 'staff' ? await findStaffRefundError(tx, order) : undefined
  if (reason) throw forbidden(reason)
  return user?.role === 'staff'
}
