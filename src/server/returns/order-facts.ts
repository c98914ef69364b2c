import { validate } from 'uuid'
import type { OrderStatus, PaymentState } from '#domain/orders/order.ts'
import type { DeliveryFacts } from '#domain/withdrawals/deadline.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Db, Tx } from '../db/connection.ts'
import { notFound } from '../lib/errors.ts'
import { type Buyer, isOfBuyer } from '../orders/key-queries.ts'
import { deliveryColumns, toDeliveryFacts } from './delivery-facts.ts'

interface OwnOrder {
  id: string
  number: number
  status: OrderStatus
  payment_state: PaymentState
  /** What is known of its delivery. */
  facts: DeliveryFacts
}

type Context = Pick<CheckoutContext, 'clock'>

const ownOrder = (db: Db, { clock }: Context, orderId: string, buyer: Buyer) =>
  db
    .selectFrom('order')
    .select(['id', 'number', 'status', 'payment_state'])
    .select(deliveryColumns)
    .where(validate(orderId) ? 'id' : 'order_id', '=', orderId)
    .where('deleted_at', 'is', null)
    .where(isOfBuyer(buyer, clock.now()))

/**
 * The order of its buyer.
 * @param orderId either id of the order
 * @throws ShopError 404 for everybody else
 */
export async function findOwnOrder(db: Db, context: Context, orderId: string, buyer: Buyer): Promise<OwnOrder> {
  const order = await ownOrder(db, context, orderId, buyer).executeTakeFirst()
  if (!order) throw notFound('Order')
  return { ...order, facts: toDeliveryFacts(order) }
}

/** Like `findOwnOrder`, and locks it. */
export async function lockOwnOrder(tx: Tx, context: Context, orderId: string, buyer: Buyer): Promise<OwnOrder> {
  const order = await ownOrder(tx, context, orderId, buyer).forUpdate().executeTakeFirst()
  if (!order) throw notFound('Order')
  return { ...order, facts: toDeliveryFacts(order) }
}
