import { isOrderId, isUuid } from '#domain/ids.ts'
import { hasStaffRights } from '#domain/users/user.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import { notFound } from '../lib/errors.ts'
import type { Viewer } from './find-orders.ts'
import { isOfBuyer } from './key-queries.ts'

/**
 * Finds an order by either id for its buyer, who has its account or a key of it, and for staff.
 * @throws ShopError 404 for anybody else, the same as when there is no such order
 */
export async function getOwnOrder(
  { db, clock }: Pick<CheckoutContext, 'db' | 'clock'>,
  idOrOrderId: string,
  viewer: Viewer,
) {
  if (!isOrderId(idOrOrderId)) throw notFound('Order')
  const order = await db
    .selectFrom('order')
    .select(['id', 'payment_state', 'payment_session'])
    .select(isOfBuyer(viewer, clock.now()).$castTo<boolean>().as('isBuyer'))
    .where(isUuid(idOrOrderId) ? 'id' : 'order_id', '=', idOrOrderId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const isStaff = hasStaffRights(viewer.caller?.role)
  if (!order || !(order.isBuyer || isStaff)) throw notFound('Order')
  return order
}
