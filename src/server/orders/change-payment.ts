import { sql } from 'kysely'
import type { PaymentState } from '#domain/order.ts'
import type { Db } from '../db/connection.ts'
import { queueOrderConfirmation } from '../mail/queue.ts'
import type { Ids } from '../providers/clock.ts'
import type { PaymentEvent, PaymentSession } from '../providers/payments/provider.ts'

/** An order as it was read, or as it should be. */
export type ExpectedOrder = { paymentState: PaymentState } & ({ id: string } | SoldOrder)

/** An order and what it costs. */
interface SoldOrder {
  orderId: string
  amountCents: number
  /** ISO code in lower case. */
  currency: string
}

/** What becomes of a payment. */
export interface PaymentChange {
  order: ExpectedOrder
  to: PaymentState
  /** Why it waits for the owner's review. */
  reason?: string
  /** What the provider says of the payment; without it the order keeps what it knows. */
  session?: PaymentSession
  /** The event that told of it. */
  event?: Pick<PaymentEvent, 'id' | 'type'>
  actor: string
  at: Date
}

/**
 * Changes the payment of an order that is as expected, and writes down all that comes with it: its history, the
 * event, the address and, when it is paid, the letter to the buyer, whose order then begins its way. One statement, so
 * either all of it happened or nothing.
 * @returns whether the order was as expected
 */
export async function changePayment(db: Db, change: PaymentChange, ids: Pick<Ids, 'uuid'>): Promise<boolean> {
  const { order, to, reason = null, session, event, actor, at } = change
  const isPaid = to === 'paid'
  const { rows } = await sql`
    with changed as (
      update "order" set
        payment_state = ${to}, review_reason = ${reason}, visitor = null, updated_at = ${at},
        payment_session = coalesce(${session?.id ?? null}, payment_session),
        email = coalesce(email, ${session?.email ?? null}),
        contact_email = coalesce(${session?.email ?? null}, contact_email)
      where ${isThis(order)} and payment_state = ${order.paymentState}
      returning id, status
    ), history as (
      insert into order_event (order_id, kind, value, actor, at)
      select id, kind, value, ${actor}, ${at}::timestamptz
      from changed, lateral (values (1, 'payment', ${to}), (2, 'status', status)) entry (place, kind, value)
      where place = 1 or ${isPaid} order by place
    ), told as (
      insert into payment_event (id, type, order_id, received_at)
      select ${event?.id ?? null}, ${event?.type ?? null}, id, ${at}::timestamptz from changed where ${event !== undefined}
      on conflict do nothing
    ), letter as (
      ${queueOrderConfirmation(sql`select id from changed where ${isPaid}`, { at, ids })}
    ), delivery as (
      ${insertAddress(session)}
    )
    select from changed`.execute(db)
  return rows.length === 1
}

const isThis = (order: { id: string } | SoldOrder) =>
  'id' in order
    ? sql`id = ${order.id}`
    : sql`order_id = ${order.orderId} and amount_cents = ${order.amountCents} and currency = ${order.currency}`

/** Notes an event that changes nothing. */
export async function noteEvent(
  db: Db,
  event: Pick<PaymentEvent, 'id' | 'type'>,
  orderId: string | null,
  at: Date,
): Promise<void> {
  await db
    .insertInto('payment_event')
    .values({ id: event.id, type: event.type, order_id: orderId, received_at: at })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

function insertAddress(session: PaymentSession | undefined) {
  const { name = null, phone = null, address, paid = false } = session ?? {}
  const { line1 = null, line2 = null, city = null, state = null, postalCode = null, country = null } = address ?? {}
  return sql`
    insert into address (order_id, name, phone, line1, line2, city, state, postal_code, country)
    select id, ${name}, ${phone}, ${line1}, ${line2}, ${city}, ${state}, ${postalCode}, ${country}
    from changed where ${paid} on conflict do nothing`
}
