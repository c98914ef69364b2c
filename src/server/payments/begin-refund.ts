import type { PaymentState, RefundState } from '#domain/orders/order.ts'
import { isRest, isSameRefund, planRefund, type RefundPlan, type RefundWish } from '#domain/orders/refund.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Tx } from '../db/connection.ts'
import type { SignedIn } from '../http/sessions.ts'
import { badRequest, ShopError, sentBefore } from '../lib/errors.ts'
import { requireReturn } from '../returns/settle.ts'
import { findRefundable } from './refund-queries.ts'
import { checkMayRefund } from './staff-limit.ts'

/** Until then the request that began the refund still handles it. */
export const firstCheckMs = 20_000
/** The provider's largest payment. */
const maxCents = 99_999_999

/** The actor of a refund by the buyer, who has cancelled the order. */
export const buyerActor = 'buyer'

/** What is wanted back of an order, by which refund, and why. */
export interface WantedRefund extends RefundWish {
  /** The refund's id, if the caller has made one. */
  key?: string
  reason?: string
  /** The return that it settles. */
  returnId?: string
}

/** A refund, with its order. */
export interface BegunRefund {
  id: string
  order_id: string
  state: RefundState
  /** Why it failed. */
  reason: string | null
  actor: string
  cents: number
  is_rest: boolean
  publicOrderId: string
  payment_session: string | null
}

export interface RefundedOrder {
  id: string
  order_id: string
  payment_session: string | null
  payment_state: PaymentState
}

/**
 * Records a refund of an order, or returns the one that is meant: with the same key, or pending like this one for all that is left. It
 * is committed before the request to the provider, so that a refund is visible, and gets finished, whatever happens to the request.
 * @param order locked by this transaction
 * @returns undefined when all is wanted of an order that was refunded
 * @throws ShopError 400 when it breaks a rule; 409 `conflict` when the return that it settles has ended; 403 when the actor is staff, and it is more than staff may refund; 409 `refunding` while
 *   another one is pending, `sent_before` when the key is that of another refund, `nothing_left` when the order was refunded
 */
export async function beginRefund(
  tx: Tx,
  { clock, ids }: Pick<CheckoutContext, 'clock' | 'ids'>,
  order: RefundedOrder,
  actor: Pick<SignedIn, 'id' | 'email'> | typeof buyerActor,
  wanted: WantedRefund,
): Promise<BegunRefund | undefined> {
  const { id: order_id, order_id: publicOrderId, payment_session } = order
  const refundable = await findRefundable(tx, order_id)
  const known = findKnown(refundable, wanted)
  if (known) return { ...known, order_id, publicOrderId, payment_session }
  if (order.payment_state === 'refunded') {
    if (isRest(wanted)) return undefined
    throw new ShopError(409, 'nothing_left', 'Nothing is left to refund: this order was refunded.')
  }
  if (wanted.returnId !== undefined) await requireReturn(tx, wanted.returnId, order_id)
  const plan = planRefund(refundable, wanted)
  if (typeof plan === 'string') throw badRequest(plan)
  const isBuyer = actor === buyerActor
  const row = {
    id: wanted.key ?? ids.uuid(),
    order_id,
    cents: Math.min(Math.max(plan.cents, 1), maxCents),
    state: 'asked' as const,
    reason: null,
    actor: isBuyer ? buyerActor : actor.email,
    is_rest: plan.isRest,
  }
  const at = clock.now()
  const by_staff = !isBuyer && (await checkMayRefund(tx, actor.id, { ...order, refunds: refundable.rows }, row.cents))
  const due = new Date(+at + firstCheckMs)
  const stored = await tx
    .insertInto('refund')
    .values({
      ...row,
      ...{ provider_id: null, actor_id: isBuyer ? null : actor.id, by_staff, note: wanted.reason || null },
      return_id: wanted.returnId ?? null,
      ...partsOf(plan),
      ...{ at, updated_at: at, check_at: due, due_at: plan.isRest ? null : due },
    })
    .onConflict(known => known.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!stored) throw sentBefore('This key belongs to the refund of another order. Make a new one.')
  return { ...row, publicOrderId, payment_session }
}

const partsOf = ({ lines, delivery }: RefundPlan) => ({ lines: JSON.stringify(lines), delivery })

type Refundable = Awaited<ReturnType<typeof findRefundable>>

/** Throws ShopError 409 when the key is that of another refund, or while another one is pending. */
function findKnown({ rows, deliveryCents }: Refundable, wanted: WantedRefund): Refundable['rows'][number] | undefined {
  const known = wanted.key && rows.find(({ id }) => id === wanted.key)
  if (known) {
    const isSame = isSameRefund({ ...known, isRest: known.is_rest }, wanted, deliveryCents)
    if (isSame && known.return_id === (wanted.returnId?.toLowerCase() ?? null)) return known
    throw sentBefore('Other parts of this order were refunded under this key: see what is left.')
  }
  const asked = rows.find(({ state }) => state === 'asked')
  if (asked && !(asked.is_rest && isRest(wanted)))
    throw new ShopError(409, 'refunding', 'Another refund of this order is on its way. Ask again once it is done.')
  return asked
}
