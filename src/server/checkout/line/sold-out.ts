import { sql } from 'kysely'
import type { CheckoutLine } from '#domain/orders/checkout.ts'
import type { Db } from '../../db/connection.ts'
import { soldOutSentence } from '../../stock/shortfall.ts'
import type { SoldProduct } from '../place-order.ts'
import { SoldOutError } from '../sold-out-error.ts'

/** A variant of which the last piece is sold, and not merely held. */
export type SoldOutVariant = SoldProduct & { variantId: string }

/** A variant of one size has the product's id. */
const variantOf = ({ variantId, productId }: CheckoutLine) => variantId ?? productId

export const variantsOf = (lines: CheckoutLine[]): string[] => lines.map(variantOf)

/** Those of the variants that are sold out. */
export async function findSoldOut(db: Db, variants: string[]): Promise<Map<string, SoldOutVariant>> {
  if (variants.length === 0) return new Map()
  const { rows } = await sql<SoldOutVariant>`
    select product.id, product.name, price_cents as "priceCents", image_id as "imageId", variant.id as "variantId",
      nullif(size, 'one') as size,
      case when style_id is not null or product.card ? 'sizes' then coalesce(shade, product.color) end as color
    from stock join variant on variant.id = stock.variant_id join product on product.id = variant.product_id
    where stock.variant_id = any (${variants}::uuid[]) and on_hand = 0
      and variant.deleted_at is null and product.deleted_at is null`.execute(db)
  return new Map(rows.map(row => [row.variantId, row]))
}

/** The answer to a cart of which something is sold out, as the checkout itself would give it; undefined if nothing is. */
export function soldOutError(
  lines: CheckoutLine[],
  soldOut: ReadonlyMap<string, SoldOutVariant>,
): SoldOutError | undefined {
  const short = lines.flatMap((line, index) => {
    const variant = soldOut.get(variantOf(line))
    if (variant?.id !== line.productId) return []
    return {
      ...variant,
      quantity: line.quantity,
      position: index + 1,
      sizes: null,
      onHand: 0,
      held: 0,
      line: line.line,
    }
  })
  if (short.length === 0) return undefined
  return new SoldOutError(short.map(line => `Line ${line.line}: ${soldOutSentence(line)}`).join(' '), short)
}
