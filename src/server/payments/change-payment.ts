import type { PaymentState } from '#domain/orders/order.ts'
import type { Db } from '../db/connection.ts'
import { run } from '../db/raw-query.ts'
import type { Ids } from '../lib/clock.ts'
import { orderConfirmationSql } from '../mail/queue.ts'
import { settleStock } from '../stock/settling-sql.ts'
import type { PaymentEvent, PaymentSession } from './provider.ts'

/** An order in the state that it was read in, or is expected to be in. */
export type ExpectedOrder = { paymentState: PaymentState } & ({ id: string } | SoldOrder)

/** An order and its price. */
interface SoldOrder {
  orderId: string
  amountCents: number
  /** ISO code in lower case. */
  currency: string
}

/** A change of an order's payment. */
export interface PaymentChange {
  order: ExpectedOrder
  to: PaymentState
  /** Why an admin has to review the payment. */
  reason?: string
  /** The payment's state at the provider; without it the order keeps its data. */
  session?: PaymentSession
  /** The event that reported it. */
  event?: Pick<PaymentEvent, 'id' | 'type'>
  actor: string
  at: Date
}

/**
 * Changes the payment of an order that is in the expected state, and writes everything that belongs to it: the history, the event,
 * the address, the pieces that were held and, when it is paid, the order's first status and the e-mail to the buyer. One statement,
 * so that all of it happens or nothing.
 * @returns whether the order was in the expected state
 */
export async function changePayment(db: Db, change: PaymentChange, ids: Pick<Ids, 'uuid'>): Promise<boolean> {
  const { order, to, reason, session, event, actor, at } = change
  const { address } = session ?? {}
  const hasId = 'id' in order
  const changed = await run(db, hasId ? changeById : changeByPrice, [
    ...[order.paymentState, to, reason, actor, at, to === 'paid', ids.uuid()],
    ...[session?.id, session?.email, event?.id, event?.type],
    ...[session?.paid ?? false, session?.name, session?.phone, address?.line1, address?.line2],
    ...[address?.city, address?.state, address?.postalCode, address?.country],
    ...(hasId ? [order.id] : [order.orderId, order.amountCents, order.currency]),
  ])
  return changed.length === 1
}

/** "is not distinct from" means the same as = here, see `orders/queries.ts`. */
const changeWhere = (condition: string) => `
  with changed as (
    update "order" set
      payment_state = $2, review_reason = $3, visitor = null, idempotency_key = null, address = null, updated_at = $5,
      payment_session = coalesce($8, payment_session),
      email = coalesce(email, $9),
      contact_email = coalesce($9, contact_email)
    where ${condition} and payment_state is not distinct from $1
    returning id, status
  ), history as (
    insert into order_event (order_id, kind, value, actor, at)
    select id, kind, value, $4, $5
    from changed, lateral (values (1, 'payment', $2::text), (2, 'status', status)) entry (place, kind, value)
    where place = 1 or $6::boolean order by place
  ), told as (
    insert into payment_event (id, type, order_id, received_at)
    select $10, $11, id, $5 from changed where $10::text is not null
    on conflict do nothing
  ), letter as (
    ${orderConfirmationSql({ order: 'select id from changed where $6', id: '$7', at: '$5' })}
  ), delivery as (
    insert into address (order_id, name, phone, line1, line2, city, state, postal_code, country)
    select id, $13, $14, $15, $16, $17, $18, $19, $20 from changed where $12::boolean
    on conflict do nothing
  )
  select ${settleStock({ order: 'id', from: '$1', to: '$2', at: '$5' })} from changed`

const changeById = changeWhere('id = $21')
const changeByPrice = changeWhere('order_id = $21 and amount_cents = $22 and currency = $23')

/** Records an event that changes nothing. */
export async function recordEvent(
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
