import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { currencyCode, toDollars } from '#domain/money.ts'
import type { Db } from '../db/connection.ts'
import { wholeInvoices } from '../invoices/queries.ts'
import { orderAddress } from '../orders/address-queries.ts'
import { ordersOf } from '../privacy/erase-related-rows.ts'
import { visibleName } from '../wishlist/queries.ts'

const atOnce = 200

/** All orders of a user, oldest first, paid or not, each with all its related rows. */
export async function* ordersInPages(db: Db, userId: string): AsyncGenerator<object[]> {
  const { rows } = await sql<{ id: string }>`
    select id from "order" where id in (${ordersOf(userId)}) order by created_at, id`.execute(db)
  for (let at = 0; at < rows.length; at += atOnce)
    yield await findOrders(
      db,
      rows.slice(at, at + atOnce).map(({ id }) => id),
    )
}

/** SQL: whether the buyer of an order wrote the withdrawal, and not somebody who typed its number. */
const isOfBuyer = sql<boolean>`lower(withdrawal.email) in (lower("order".email), lower(contact_email))`

async function findOrders(db: Db, ids: string[]): Promise<object[]> {
  const rows = await db
    .selectFrom('order')
    .select([
      'order_id',
      'email',
      'contact_email',
      'status',
      'payment_state',
      'amount_cents',
      'refunded_cents',
      'currency',
    ])
    .select(['payment_session', 'created_at', 'updated_at', 'deleted_at', 'cancelled_at'])
    .select(orderAddress)
    .select(wholeInvoices)
    .select(({ selectFrom }) => [
      jsonArrayFrom(
        selectFrom('order_line')
          .select(['product_id', 'name', 'size', 'color', 'unit_cents', 'quantity'])
          .whereRef('order_line.order_id', '=', 'order.id')
          .orderBy('position'),
      ).as('lines'),
      // The buyer may not see the e-mail of an admin.
      jsonArrayFrom(
        selectFrom('order_event')
          .select(['kind', 'value', 'at'])
          .select(sql<string>`case when actor like '%@%' then 'the house' else actor end`.as('by'))
          .whereRef('order_event.order_id', '=', 'order.id')
          .orderBy('order_event.id'),
      ).as('events'),
      jsonArrayFrom(
        selectFrom('payment_event')
          .select(['id', 'type', 'received_at as receivedAt'])
          .whereRef('payment_event.order_id', '=', 'order.id')
          .orderBy('received_at'),
      ).as('providerEvents'),
      jsonArrayFrom(
        selectFrom('shipment')
          .select(['carrier', 'shipment.number', 'url', 'sent_at as sentAt', 'delivered_at as deliveredAt'])
          .whereRef('shipment.order_id', '=', 'order.id')
          .orderBy('sent_at'),
      ).as('parcels'),
      jsonArrayFrom(
        selectFrom('contact_message')
          .select(['message', 'contact_message.created_at as writtenAt'])
          .whereRef('contact_message.order_id', '=', 'order.id')
          .orderBy('contact_message.created_at'),
      ).as('messages'),
      jsonArrayFrom(
        selectFrom('refund')
          .select(['cents', 'state', 'at', 'updated_at as updatedAt', 'lines', 'delivery'])
          .whereRef('refund.order_id', '=', 'order.id')
          .orderBy('refund.at'),
      ).as('refunds'),
      jsonArrayFrom(
        selectFrom('dispute')
          .select(['cents', 'reason', 'dispute.status', 'at', 'dispute.updated_at as updatedAt'])
          .whereRef('dispute.order_id', '=', 'order.id')
          .orderBy('dispute.at'),
      ).as('disputes'),
      jsonArrayFrom(
        selectFrom('return')
          .innerJoin('withdrawal', 'return_id', 'return.id')
          .select(['asked_at as receivedAt', 'is_late as isLate', 'objected_at as objectedAt'])
          .select('return.cancelled_at as cancelledAt')
          .select(({ ref }) =>
            (['name', 'contract', 'withdrawal.email', 'pieces'] as const).map(column =>
              sql<string | null>`case when ${isOfBuyer} then ${ref(column)} end`.as(column.replace('withdrawal.', '')),
            ),
          )
          .whereRef('return.order_id', '=', 'order.id')
          .orderBy('asked_at'),
      ).as('withdrawals'),
      jsonArrayFrom(
        selectFrom('return')
          .leftJoin('return_line', 'return_id', 'return.id')
          .select(['kind', 'message', 'asked_at as askedAt', 'arrived_at as arrivedAt', 'settled_at as settledAt'])
          .select(['refused_at as refusedAt', 'refusal', 'return.cancelled_at as cancelledAt'])
          .select(['position', 'quantity', 'reason', 'swap_state as swap'])
          .whereRef('return.order_id', '=', 'order.id')
          .orderBy('asked_at')
          .orderBy('place'),
      ).as('returns'),
      jsonArrayFrom(
        selectFrom('mail')
          .select(['kind', 'created_at as askedForAt', 'sent_at as sentAt'])
          .select(({ fn }) => fn.coalesce('next_try_at', 'due_at').as('nextTryAt'))
          .where(({ eb, or, ref }) =>
            or([
              eb('mail.order_id', '=', ref('order.id')),
              eb(
                'mail.refund_id',
                'in',
                selectFrom('refund').select('id').whereRef('refund.order_id', '=', 'order.id'),
              ),
              eb(
                'mail.return_id',
                'in',
                selectFrom('return').select('id').whereRef('return.order_id', '=', 'order.id'),
              ),
              eb(
                'mail.shipment_id',
                'in',
                selectFrom('shipment').select('id').whereRef('shipment.order_id', '=', 'order.id'),
              ),
            ]),
          )
          .orderBy('created_at')
          .orderBy('mail.id'),
      ).as('letters'),
    ])
    .where('order.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('created_at')
    .orderBy('order.id')
    .execute()
  return rows.map(row => ({
    orderId: row.order_id,
    email: row.email,
    contactEmail: row.contact_email,
    status: row.status,
    ...amount('amount', row.amount_cents),
    ...amount('refunded', row.refunded_cents),
    currency: row.currency,
    payment: {
      state: row.payment_state,
      session: row.payment_session,
      events: row.providerEvents,
      refunds: row.refunds.map(({ cents, ...refund }) => ({ ...amount('amount', cents), ...refund })),
      disputes: row.disputes.map(({ cents, ...dispute }) => ({ ...amount('amount', cents), ...dispute })),
    },
    lines: row.lines.map(({ product_id, name, size, color, unit_cents, quantity }) => ({
      productId: product_id,
      name,
      size,
      color,
      quantity,
      ...amount('unitPrice', unit_cents),
    })),
    address: row.address,
    invoices: row.invoices.map(({ snapshot }) => snapshot),
    events: row.events,
    withdrawals: row.withdrawals,
    returns: row.returns,
    parcels: row.parcels,
    messages: row.messages,
    letters: row.letters,
    cancelledAt: row.cancelled_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
  }))
}

/** An amount in major units, and in the currency's smallest unit. */
const amount = (name: string, cents: number) => ({
  [currencyCode() === 'USD' ? `${name}Dollars` : name]: toDollars(cents),
  [currencyCode() === 'USD' ? `${name}Cents` : `${name}InSmallestUnit`]: cents,
})

/** All reviews by a user. */
export async function* reviewsInPages(db: Db, userId: string): AsyncGenerator<object[]> {
  let last: string | undefined
  for (;;) {
    let page = db
      .selectFrom('review')
      .innerJoin('product', 'product.id', 'review.product_id')
      .select(['review.id', 'product_id as productId', 'review.rating', 'comment'])
      .select(visibleName.as('product'))
      .select(['fit', 'height_cm as heightCm', 'usual_size as usualSize'])
      .select([
        'review.created_at as writtenAt',
        'hidden_at as hiddenAt',
        'answer as shopAnswer',
        'answered_at as answeredAt',
      ])
      .where('user_id', '=', userId)
      .orderBy('review.id')
      .limit(atOnce)
    if (last) page = page.where('review.id', '>', last)
    const rows = await page.execute()
    yield rows
    if (rows.length < atOnce) return
    last = rows.at(-1)?.id
  }
}
