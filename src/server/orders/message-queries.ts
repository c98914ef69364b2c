import type { ExpressionBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OrderMessage } from '#domain/orders/order.ts'
import type { Tables } from '../db/tables.ts'

const maxShown = 50

/** Selects what the buyer wrote about an order, oldest first. */
export const messages = ({ selectFrom }: ExpressionBuilder<Tables, 'order'>) =>
  jsonArrayFrom(
    selectFrom('contact_message')
      .select(['contact_message.id', 'message', 'contact_message.created_at as at'])
      .whereRef('contact_message.order_id', '=', 'order.id')
      .orderBy('contact_message.created_at')
      .orderBy('contact_message.id')
      .limit(maxShown),
  ).as('messages')

export const toMessage = ({ id, message, at }: { id: string; message: string; at: Date | string }): OrderMessage => ({
  ...{ _id: id, message },
  at: new Date(at).toISOString(),
})
