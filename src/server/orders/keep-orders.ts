import { validate } from 'uuid'
import { toDollars } from '#domain/money.ts'
import { arrivedStates, type OrderStatus, type PaymentState } from '#domain/order.ts'
import { recordDeed } from '../audit/record.ts'
import type { Tx } from '../db/connection.ts'
import { busy, conflict, notFound, ShopError } from '../http/errors.ts'
import type { SignedIn } from '../http/sessions.ts'
import { queueOrderRefunded, queueOrderShipped } from '../mail/queue.ts'
import { ProviderRefused, ProviderUnavailable } from '../providers/payments/provider.ts'
import { changePayment } from './change-payment.ts'
import { addEvent } from './queries.ts'
import { acceptPayment } from './settle.ts'
import type { Till } from './till.ts'

type Admin = Pick<SignedIn, 'id' | 'email'>

/**
 * Sets how far an order has come: any of the four steps from any other.
 * @throws ShopError 404 when there is no such order, or no money has arrived for it
 */
export async function setStatus(till: Till, admin: Admin, id: string, status: OrderStatus): Promise<void> {
  await till.db.transaction().execute(async tx => {
    const order = await lockOrder(tx, id)
    if (order.status === status) return
    const at = till.clock.now()
    await tx.updateTable('order').set({ status, updated_at: at }).where('id', '=', id).execute()
    await addEvent(tx, { id, kind: 'status', value: status, actor: admin.email, at })
    if (status === 'shipped' && order.payment_state === 'paid') await queueOrderShipped(tx, id, till)
    await deed(tx, till, admin, id, 'change status', { before: { status: order.status }, after: { status } })
  })
}

/**
 * Takes an order out of the lists and the figures.
 * @returns the audit entry with which it can be taken back
 * @throws ShopError 404 as above
 */
export async function deleteOrder(till: Till, admin: Admin, id: string): Promise<string> {
  return await till.db.transaction().execute(async tx => {
    const { order_id, amount_cents } = await lockOrder(tx, id)
    await tx.updateTable('order').set({ deleted_at: till.clock.now() }).where('id', '=', id).execute()
    const before = { orderId: order_id, amount: toDollars(amount_cents) }
    return await deed(tx, till, admin, id, 'delete', { before })
  })
}

/**
 * Counts an order in review as paid.
 * @throws ShopError 404 as above, 409 when it is not in review
 */
export async function acceptOrder(till: Till, admin: Admin, id: string): Promise<void> {
  await till.db.transaction().execute(async tx => {
    await lockOrder(tx, id)
    if (!(await acceptPayment(tx, id, admin.email, till))) throw conflict('This payment is not in review.')
    await deed(tx, till, admin, id, 'accept payment', changeOf('review', 'paid'))
  })
}

/**
 * Gives the money of an order back through the provider, once however often it is asked. When the shop breaks off in
 * between, asking again finishes it.
 * @throws ShopError 404 as above, 409 when the provider refuses, 503 when it does not answer
 */
export async function refundOrder(till: Till, admin: Admin, id: string): Promise<void> {
  const order = await till.db.transaction().execute(tx => lockOrder(tx, id))
  if (order.payment_state === 'refunded') return
  await giveBack(till, order.payment_session)
  await till.db.transaction().execute(async tx => {
    // The money has gone back: that is written down even if the order was deleted meanwhile.
    const asked = tx.selectFrom('order').select('payment_state').where('id', '=', id).forUpdate()
    const { payment_state } = await asked.executeTakeFirstOrThrow()
    if (payment_state === 'refunded') return
    const order = { id, paymentState: payment_state }
    await changePayment(tx, { order, to: 'refunded', actor: admin.email, at: till.clock.now() }, till.ids)
    await queueOrderRefunded(tx, id, till)
    await deed(tx, till, admin, id, 'refund', changeOf(payment_state, 'refunded'))
  })
}

async function giveBack({ payments }: Till, session: string | null): Promise<void> {
  try {
    await payments.refund(session ?? '')
  } catch (error) {
    if (error instanceof ProviderRefused) throw new ShopError(409, 'refund_refused', error.message)
    if (!(error instanceof ProviderUnavailable)) throw error
    throw busy(
      error,
      'The payment provider does not answer. Nothing has changed here: please try again in a moment.',
      5,
    )
  }
}

async function lockOrder(tx: Tx, id: string) {
  const order = validate(id)
    ? await tx
        .selectFrom('order')
        .select(['order_id', 'status', 'payment_state', 'payment_session', 'amount_cents'])
        .where('id', '=', id)
        .where('payment_state', 'in', arrivedStates)
        .where('deleted_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!order) throw notFound('Order')
  return order
}

type Change = Pick<Parameters<typeof recordDeed>[1], 'before' | 'after'>

const deed = (tx: Tx, till: Till, { id: actor }: Admin, recordId: string, action: string, change: Change) =>
  recordDeed(tx, { actor, action, record: 'order', recordId, ...change }, till)

const changeOf = (before: PaymentState, after: PaymentState): Change => ({
  before: { paymentState: before },
  after: { paymentState: after },
})
