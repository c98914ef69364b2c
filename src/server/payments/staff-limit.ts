import type { PaymentState, RefundState } from '#domain/orders/order.ts'
import { staffLeftCents, staffRefundError } from '#domain/orders/staff-refund.ts'
import { hasStaffRights } from '#domain/users/user.ts'
import type { Db, Tx } from '../db/connection.ts'
import { adminOnly, forbidden } from '../lib/errors.ts'
import { readSettings } from '../settings/queries.ts'

interface OrderWithRefunds {
  payment_state: PaymentState
  refunds: readonly { cents: number; state: RefundState; by_staff: boolean }[]
}

const toOrder = ({ payment_state: paymentState, refunds }: OrderWithRefunds) => ({
  paymentState,
  refunds: refunds.map(({ by_staff: byStaff, ...refund }) => ({ ...refund, byStaff })),
})

/** What staff may still refund of an order, in cents; why they may not refund any of it, in one sentence. */
export async function findStaffLimit(
  db: Db,
  order: OrderWithRefunds,
): Promise<{ leftCents: number; refusal: string | undefined }> {
  const { staff } = await readSettings(db, 'staff')
  const [known, limit] = [toOrder(order), staff.refundLimitCents]
  return { leftCents: Math.max(0, staffLeftCents(known, limit)), refusal: staffRefundError(known, limit, 1) }
}

/**
 * Checks that a user may refund some cents of an order, by the role that they have now.
 * @param order locked by this transaction
 * @returns whether they are staff
 * @throws ShopError 403 when they are staff and it is more than staff may refund, or no longer staff
 */
export async function checkMayRefund(tx: Tx, userId: string, order: OrderWithRefunds, cents: number): Promise<boolean> {
  const user = await tx
    .selectFrom('user')
    .select('role')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!hasStaffRights(user?.role)) throw adminOnly()
  if (user?.role !== 'staff') return false
  const { staff } = await readSettings(tx, 'staff')
  const reason = staffRefundError(toOrder(order), staff.refundLimitCents, cents)
  if (reason) throw forbidden(reason)
  return true
}
