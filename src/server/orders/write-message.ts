import { validate } from 'uuid'
import { contactLimits } from '#domain/contact.ts'
import { arrivedStates } from '#domain/orders/order.ts'
import { hasSomethingToSee } from '#domain/text.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import { badRequest, conflict, notFound } from '../lib/errors.ts'
import type { Viewer } from './find-orders.ts'
import { getOwnOrder } from './own-order.ts'

/**
 * Stores a message of the buyer about an order among the messages to the shop, once however often it is sent with the same id.
 * @returns whether this request has stored it
 * @throws ShopError 400 for a wrong id or text; 404 for anybody but the buyer; 409 when the order was not paid, is completed or has no
 *   e-mail address, and when the id belongs to another message
 */
export async function writeMessage(
  context: CheckoutContext,
  idOrOrderId: string,
  viewer: Viewer,
  sent: { id?: unknown; message?: unknown },
): Promise<boolean> {
  const { id, message } = readMessage(sent)
  const own = await getOwnOrder(context, idOrOrderId, viewer)
  if (!own.isBuyer) throw notFound('Order')
  return await context.db.transaction().execute(async tx => {
    const order = await lockOrder(tx, own.id)
    if (!order || !arrivedStates.some(state => state === order.payment_state))
      throw conflict('This order is not paid. Please write to us on the page Contact.')
    if (order.status === 'completed') throw conflict('This order is completed. Please write to us on the page Contact.')
    const email = order.contact_email ?? order.email
    if (!email) throw conflict('We have no e-mail address for this order. Please write to us on the page Contact.')
    const name = (order.name ?? order.username ?? email).slice(0, contactLimits.name)
    const row = { id, name, email, subject: `Order #${order.number}`, message, order_id: own.id }
    const added = await tx
      .insertInto('contact_message')
      .values({ ...row, created_at: context.clock.now() })
      .onConflict(known => known.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) await checkSame(tx, row)
    return added !== undefined
  })
}

function readMessage({ id, message }: { id?: unknown; message?: unknown }) {
  if (typeof id !== 'string' || !validate(id)) throw badRequest('Send id, a UUID of its own for each message.')
  const text = typeof message === 'string' ? message.trim() : ''
  if (!hasSomethingToSee(text)) throw badRequest('Please write your message.')
  if (text.length > contactLimits.message)
    throw badRequest(`Your message can have at most ${contactLimits.message.toLocaleString('en-US')} characters.`)
  return { id: id.toLowerCase(), message: text }
}

/** Locked, so that an erasure of its buyer either includes the message or comes first. */
const lockOrder = (tx: Tx, id: string) =>
  tx
    .selectFrom('order')
    .leftJoin('address', 'address.order_id', 'order.id')
    .leftJoin('user', 'user.id', 'order.user_id')
    .select(['order.number', 'order.status', 'order.payment_state', 'order.contact_email', 'order.email'])
    .select(['address.name', 'user.username'])
    .where('order.id', '=', id)
    .where('order.deleted_at', 'is', null)
    .forUpdate('order')
    .executeTakeFirst()

async function checkSame(tx: Tx, { id, order_id, message }: { id: string; order_id: string; message: string }) {
  const stored = tx.selectFrom('contact_message').select(['order_id', 'message']).where('id', '=', id)
  const same = await stored.executeTakeFirst()
  if (same?.order_id !== order_id || same.message !== message) throw conflict('Another message has this id.')
}
