import type { OrderStatus, PaymentState } from '#domain/orders/order.ts'
import type { SoldProduct } from '../checkout/place-order.ts'
import type { Db, Tx } from '../db/connection.ts'
import { run } from '../db/raw-query.ts'
import type { PaymentDelivery } from '../payments/provider.ts'

/** An order as the payment provider needs it. */
export interface PayableOrder {
  id: string
  orderId: string
  number: number
  /** The id of the account, null for a guest. */
  userId: string | null
  /** The e-mail of the account, null for a guest. */
  email: string | null
  amountCents: number
  /** ISO code in lower case. */
  currency: string
  expiresAt: Date
  /** Undefined: the buyer chooses the country at the provider. */
  delivery?: PaymentDelivery
  /** Undefined without tax. */
  taxBp?: number
  /** See `Buyer`. */
  returnOrigin: string | null
  lines: (Omit<SoldProduct, 'id'> & { id: string | null; quantity: number; discountCents?: number })[]
}

interface NewEvent {
  id: string
  kind: 'status' | 'payment'
  value: OrderStatus | PaymentState
  actor: string
  at: Date
}

export async function addEvent(tx: Tx, { id, ...event }: NewEvent): Promise<void> {
  await tx
    .insertInto('order_event')
    .values({ order_id: id, ...event })
    .execute()
}

/**
 * Stores the payment session of an order, unless it no longer awaits payment.
 * @returns how many orders of its visitor await payment
 */
export async function savePaymentSession(db: Db, id: string, session: { id: string; url: string }): Promise<number> {
  const [saved] = await run<{ waiting: number }>(db, savePaymentSessionSql, [session.id, session.url, id])
  return saved?.waiting ?? 0
}

// "is not distinct from" means the same as = here. With = and outdated statistics, the planner would scan all orders that await
// payment instead of finding the one by its id.
const savePaymentSessionSql = `
  update "order" set payment_session = $1, payment_url = $2 where id = $3 and payment_state is not distinct from 'awaiting'
  returning (
    select count(*) from "order" waiting
    where waiting.visitor = "order".visitor and waiting.payment_state is not distinct from 'awaiting'
  ) as waiting`

/** Returns an order as it was sold, to request its payment session from the provider again. */
export async function findPayableOrder(db: Db, id: string): Promise<PayableOrder | undefined> {
  const order = await db
    .selectFrom('order')
    .select(['id', 'order_id as orderId', 'number', 'user_id as userId', 'email', 'return_origin as returnOrigin'])
    .select([
      'amount_cents as amountCents',
      'expires_at as expiresAt',
      'country',
      'currency',
      'delivery_cents as deliveryCents',
      'tax_bp',
    ])
    .select(['delivery_method as method', 'is_pickup as isPickup', 'min_days as minDays', 'max_days as maxDays'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!order?.expiresAt) return undefined
  const lines = await db
    .selectFrom('order_line')
    .select(['product_id as id', 'name', 'unit_cents as priceCents', 'image_id as imageId', 'quantity'])
    .select(['variant_id as variantId', 'size', 'color', 'discount_cents as discountCents'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  const { country, deliveryCents, method, isPickup, minDays, maxDays, expiresAt, tax_bp, ...rest } = order
  const delivery = country === null ? undefined : { country, deliveryCents, method, isPickup, minDays, maxDays }
  return { ...rest, expiresAt, delivery, taxBp: tax_bp ?? undefined, lines }
}
