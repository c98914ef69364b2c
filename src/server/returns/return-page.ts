import { sql } from 'kysely'
import type { OrderStatus, PaymentState } from '#domain/orders/order.ts'
import { labelOf } from '#domain/products/size.ts'
import { returnAddress, returnSentence } from '#domain/returns/policy.ts'
import type { ReturnablePiece, ReturnPage } from '#domain/returns/return.ts'
import { returnablePieces } from '#domain/returns/returnable.ts'
import type { ReturnPolicy } from '#domain/settings/section.ts'
import { lateFrom } from '#domain/withdrawals/deadline.ts'
import type { CheckoutContext } from '../checkout/context.ts'
import type { Db } from '../db/connection.ts'
import type { Buyer } from '../orders/key-queries.ts'
import { readSettings } from '../settings/queries.ts'
import { findOwnOrder } from './order-facts.ts'
import { findOrderPieces } from './order-pieces.ts'
import { findReturnsOf } from './queries.ts'

/**
 * What a buyer sees before something goes back, and the returns of the order.
 * @throws ShopError 404 for everybody else
 */
export async function findReturnPage(
  context: Pick<CheckoutContext, 'db' | 'clock' | 'origin'>,
  orderId: string,
  buyer: Buyer,
): Promise<ReturnPage> {
  const { db, clock, origin } = context
  const order = await findOwnOrder(db, context, orderId, buyer)
  const settings = await readSettings(db, 'identity', 'returns', 'catalogue', 'contact')
  const { returns: policy, catalogue } = settings
  const until = lateFrom(order.facts, policy.days)
  const why = whyNothing(order, policy, until, clock.now())
  return {
    number: order.number,
    policy: returnSentence(policy, catalogue.categories),
    ...(why && { why }),
    ...(until && { until: until.toISOString() }),
    address: returnAddress(settings),
    labelLink: policy.labelLink,
    pieces: await findPieces(db, order.id, origin),
    returns: await findReturnsOf(db, order.id, origin),
  }
}

/** Why nothing of an order can be sent back, in one sentence; undefined when something may. */
export function whyNothing(
  { status, payment_state }: { status: OrderStatus; payment_state: PaymentState },
  { days }: Pick<ReturnPolicy, 'days'>,
  until: Date | undefined,
  now: Date,
): string | undefined {
  if (payment_state === 'refunded') return 'This order was refunded.'
  if (payment_state !== 'paid' && payment_state !== 'review') return 'This order is not paid.'
  if (status === 'pending' || status === 'processing')
    return 'Nothing has been sent yet. Once it has, you can send it back from here.'
  if (days === 0)
    return 'This shop offers no returns of its own. What the law gives you is yours: withdraw from the contract, or write to us.'
  if (until && until < now) return `The ${days} days for returns are over. Write to us if something is wrong with it.`
  return undefined
}

async function findPieces(db: Db, orderId: string, origin: string): Promise<ReturnablePiece[]> {
  const { bought, gone } = await findOrderPieces(db, orderId)
  const products = bought.flatMap(({ productId }) => productId ?? [])
  const { rows: sizes } = await sql<{
    id: string
    productId: string
    size: string
    available: boolean
    isOnSale: boolean
    isSealed: boolean
  }>`
    select variant.id, variant.product_id as "productId", size, coalesce(on_hand > held, true) as available,
      variant.deleted_at is null and product.deleted_at is null as "isOnSale", is_sealed as "isSealed"
    from variant join product on product.id = variant.product_id left join stock on stock.variant_id = variant.id
    where variant.product_id = any(${products}::uuid[]) order by variant.product_id, variant.place`.execute(db)
  return returnablePieces(bought, gone).flatMap(({ position, variantId, left }) => {
    const line = bought.find(each => each.position === position)
    if (!line) return []
    const swapped = variantId === line.variantId ? undefined : sizes.find(({ id }) => id === variantId)?.size
    const size = swapped ?? line.size
    const own = sizes.findIndex(({ id }) => id === variantId)
    return {
      position,
      ...(variantId && { variantId }),
      name: line.name,
      image: `${origin}/images/${line.imageId ?? 'placeholder'}/320.webp`,
      ...(size && { size: labelOf(size) }),
      ...(line.color && { color: line.color }),
      left,
      isSealed: sizes.some(({ productId, isSealed }) => productId === line.productId && isSealed),
      swaps: sizes
        .filter(
          ({ id, productId, isOnSale, size: other }) =>
            isOnSale && productId === line.productId && id !== variantId && other !== 'one',
        )
        .map(each => ({
          variantId: each.id,
          size: labelOf(each.size),
          available: each.available,
          ...(own >= 0 && { isLarger: sizes.indexOf(each) > own }),
        })),
    }
  })
}
