import { oneSize } from '#domain/products/size.ts'
import { ShopError } from '../lib/errors.ts'
import type { DemandGatherer } from '../stock/lost-demand/gather.ts'
import type { PricedLine } from './place-order.ts'

/** There are too few pieces of something in a cart. */
export class SoldOutError extends ShopError {
  /** The lines of which pieces are missing. */
  readonly short: readonly PricedLine[]

  /** @param message names every line with what is left */
  constructor(message: string, short: readonly PricedLine[]) {
    super(409, 'sold_out', message)
    this.short = short
  }
}

/** A cart with many pieces of one size may be a reseller's, or a joke. */
const maxMissing = 10

/** Notes what a visitor would have paid for the pieces that were missing. */
export function noteRefusal(demand: Pick<DemandGatherer, 'note'>, visitor: string, { short }: SoldOutError): void {
  for (const { id: productId, variantId, size, priceCents, quantity, onHand, held } of short) {
    if (!variantId) continue
    const missing = Math.min(maxMissing, quantity - Math.max(0, (onHand ?? 0) - (held ?? 0)))
    demand.note(visitor, {
      ...{ kind: 'refused', productId, variantId, size: size ?? oneSize },
      cents: priceCents * missing,
    })
  }
}
