import { sql } from 'kysely'
import type { OrderStatus, PaymentState } from '#domain/order.ts'
import type { Db, Tx } from '../db/connection.ts'
import type { SoldProduct } from './place-order.ts'

/** What the provider is told of an order. */
export interface PayableOrder {
  orderId: string
  /** The account, null for a guest. */
  userId: string | null
  /** The account's, null for a guest. */
  email: string | null
  amountCents: number
  expiresAt: Date
  lines: (Omit<SoldProduct, 'id'> & { id: string | null; quantity: number })[]
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
 * Notes where an order is being paid. An order that is no longer awaiting keeps what it has.
 * @returns how many orders of its visitor await their payment
 */
export async function savePaymentSession(db: Db, id: string, session: { id: string; url: string }): Promise<number> {
  const saved = await db
    .updateTable('order')
    .set({ payment_session: session.id, payment_url: session.url })
    .where('id', '=', id)
    .where('payment_state', '=', 'awaiting')
    .returning(({ selectFrom }) =>
      selectFrom('order as waiting')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('waiting.visitor', '=', 'order.visitor')
        .where('waiting.payment_state', '=', sql.lit('awaiting')) // as the index of waiting orders says it
        .as('waiting'),
    )
    .executeTakeFirst()
  return saved?.waiting ?? 0
}

/** An order as it was sold, to ask the provider for its payment again. */
export async function findPayableOrder(db: Db, id: string): Promise<PayableOrder | undefined> {
  const order = await db
    .selectFrom('order')
    .select(['order_id as orderId', 'user_id as userId', 'email'])
    .select(['amount_cents as amountCents', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!order?.expiresAt) return undefined
  const lines = await db
    .selectFrom('order_line')
    .select(['product_id as id', 'name', 'unit_cents as priceCents', 'image_id as imageId', 'quantity'])
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...order, expiresAt: order.expiresAt, lines }
}
