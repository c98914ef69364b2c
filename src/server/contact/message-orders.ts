import { sql } from 'kysely'
import { validate } from 'uuid'
import { type MessageOrders, maxMessageOrders } from '#domain/message-answer.ts'
import { toDollars } from '#domain/money.ts'
import type { OrderStatus, PaymentState } from '#domain/orders/order.ts'
import { emailForms } from '#domain/users/user.ts'
import type { Db } from '../db/connection.ts'
import { notFound } from '../lib/errors.ts'
import { hasEmail } from '../users/email-queries.ts'

interface Row {
  orderId: string
  number: number
  createdAt: Date
  status: OrderStatus
  paymentState: PaymentState
  cents: number
  isGuest: boolean
  total: number
}

const hasArrived = sql`payment_state in ('paid', 'refunded', 'review') and deleted_at is null`

/**
 * The orders with the address of a message, newest first: those of the account that has confirmed it, and those of guests who typed
 * it. Nothing proves that who wrote the message is the same person.
 * @returns the newest 20, and how many there are
 * @throws ShopError 404 for an unknown message
 */
export async function findMessageOrders(db: Db, messageId: string): Promise<MessageOrders> {
  const message = validate(messageId)
    ? await db.selectFrom('contact_message').select('email').where('id', '=', messageId).executeTakeFirst()
    : undefined
  if (!message) throw notFound('Message')
  const forms = emailForms(message.email.toLowerCase())
  const { rows } = await sql<Row>`
    with found as (
      select id from "order" where user_id is null and lower(email) = any(${forms}) and ${hasArrived}
      union select id from "order" where user_id is null and lower(contact_email) = any(${forms}) and ${hasArrived}
      union select id from "order" where ${hasArrived} and user_id = any(array(
        select id from "user" where ${hasEmail(message.email)} and email_verified_at is not null and deleted_at is null
      ))
    )
    select order_id as "orderId", number, created_at as "createdAt", status, payment_state as "paymentState",
      amount_cents as cents, user_id is null as "isGuest", (count(*) over ())::int as total
    from "order" join found using (id)
    order by created_at desc, id desc limit ${maxMessageOrders}`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    orders: rows.map(({ total: _, cents, createdAt, ...order }) => ({
      ...order,
      amount: toDollars(cents),
      createdAt: createdAt.toISOString(),
    })),
  }
}
