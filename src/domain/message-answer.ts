import { type Static, Type } from 'typebox'
import { orderStatuses, paymentStates } from './orders/order.ts'
import { literals } from './schema.ts'

export const maxAnswers = 20

/** An answer of the shop to a message. */
export const MessageAnswer = Type.Object({
  _id: Type.String(),
  text: Type.String(),
  author: Type.String({ description: 'The e-mail of who wrote it' }),
  at: Type.String(),
  /** What has come of its e-mail. */
  mail: literals(['waiting', 'sent', 'failed']),
})
export type MessageAnswer = Static<typeof MessageAnswer>

export const maxMessageOrders = 20

/** The orders with the address of a message. */
export const MessageOrders = Type.Object({
  total: Type.Integer(),
  orders: Type.Array(
    Type.Object({
      orderId: Type.String(),
      number: Type.Integer(),
      createdAt: Type.String(),
      status: literals(orderStatuses),
      paymentState: literals(paymentStates),
      amount: Type.Number({ description: 'In the shop’s currency' }),
      isGuest: Type.Boolean({ description: 'Placed without an account' }),
    }),
  ),
})
export type MessageOrders = Static<typeof MessageOrders>
