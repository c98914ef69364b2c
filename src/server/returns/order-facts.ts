import { sql } from 'kysely'
import { validate } from 'uuid'
import type { OrderStatus, PaymentState } from '#domain/orders/order.ts'
import { daysEnd } from '#domain/returns/window.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { notFound } from '../lib/errors.ts'
import { isOpenedBy } from '../orders/key-queries.ts'

/** Who asks: the signed-in user, and the key that the request carries. */
export interface Buyer {
  caller?: Pick<SignedIn, 'id'>
  key?: string
}

interface OwnOrder {
  id: string
  number: number
  status: OrderStatus
  payment_state: PaymentState
  is_pickup: boolean
}

type Context = Pick<CheckoutContext, 'clock'>

const ownOrder = (db: Db, { clock }: Context, orderId: string, { caller, key }: Buyer) =>
  db
    .selectFrom('order')
    .select(['id', 'number', 'status', 'payment_state', 'is_pickup'])
    .where(validate(orderId) ? 'id' : 'order_id', '=', orderId)
    .where('deleted_at', 'is', null)
    .where(({ eb, or, val }) =>
      or([caller ? eb('user_id', '=', caller.id) : val(false), key ? isOpenedBy(key, clock.now()) : val(false)]),
    )

/**
 * The order of its buyer.
 * @param orderId either id of the order
 * @throws ShopError 404 for everybody else
 */
export async function findOwnOrder(db: Db, context: Context, orderId: string, buyer: Buyer): Promise<OwnOrder> {
  const order = await ownOrder(db, context, orderId, buyer).executeTakeFirst()
  if (!order) throw notFound('Order')
  return order
}

/** Like `findOwnOrder`, and locks it. */
export async function lockOwnOrder(tx: Tx, context: Context, orderId: string, buyer: Buyer): Promise<OwnOrder> {
  const order = await ownOrder(tx, context, orderId, buyer).forUpdate().executeTakeFirst()
  if (!order) throw notFound('Order')
  return order
}

/** The end of so many days after an order arrived; undefined while nothing was sent. */
export async function findDaysEnd(db: Db, orderId: string, days: number): Promise<Date | undefined> {
  const { rows } = await sql<{ shipped_at: Date | null; delivered_at: (string | null)[] | null }>`
    select (
      select min(at) from order_event where order_id = ${orderId} and kind = 'status' and value in ('shipped', 'completed')
    ) as shipped_at, (
      select json_agg(delivered_at) from shipment where order_id = ${orderId} and return_id is null
    ) as delivered_at`.execute(db)
  const { shipped_at, delivered_at } = rows[0] ?? { shipped_at: null, delivered_at: null }
  return daysEnd(
    {
      shippedAt: shipped_at ?? undefined,
      deliveredAt: (delivered_at ?? []).map(at => (at === null ? null : new Date(at))),
    },
    days,
  )
}
