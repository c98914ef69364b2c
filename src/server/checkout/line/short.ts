import { sql } from 'kysely'
import type { CheckoutLine } from '#domain/orders/checkout.ts'
import type { Db } from '../../db/connection.ts'
import { describeShort, endsOfHolds } from '../../stock/shortfall.ts'
import type { Buyer } from '../buyer.ts'
import type { SoldProduct } from '../place-order.ts'
import { SoldOutError } from '../sold-out-error.ts'

/** A variant of which no piece is free: all are sold, or others hold the last ones. */
export interface ShortVariant extends SoldProduct {
  variantId: string
  onHand: number
  held: number
  /** When the first payment page that holds one closes. */
  end?: Date
}

/** A variant of one size has the product's id. */
const variantOf = ({ variantId, productId }: CheckoutLine) => variantId ?? productId

export const variantsOf = (lines: CheckoutLine[]): string[] => lines.map(variantOf)

/** Those of the variants of which no piece is free, in two statements for all buyers together. */
export async function findShort(db: Db, variants: string[]): Promise<Map<string, ShortVariant>> {
  if (variants.length === 0) return new Map()
  const { rows } = await sql<ShortVariant>`
    select product.id, product.name, price_cents as "priceCents", image_id as "imageId", variant.id as "variantId",
      nullif(size, 'one') as size, on_hand as "onHand", held,
      case when style_id is not null or product.card ? 'sizes' then coalesce(shade, product.color) end as color
    from stock join variant on variant.id = stock.variant_id join product on product.id = variant.product_id
    where stock.variant_id = any (${variants}::uuid[]) and on_hand = held
      and variant.deleted_at is null and product.deleted_at is null`.execute(db)
  const ends = await endsOfHolds(
    db,
    rows.flatMap(({ variantId, held }) => (held > 0 ? variantId : [])),
  )
  return new Map(rows.map(row => [row.variantId, { ...row, end: ends.get(row.variantId) }]))
}

type Holder = Pick<Buyer, 'visitor' | 'idempotencyKey'>

/** Tells which of these buyers have an order that awaits its payment: they may hold a piece themselves. */
export async function findHolders(db: Db, buyers: Holder[]): Promise<(buyer: Holder) => boolean> {
  if (buyers.length === 0) return () => false
  const visitors = buyers.map(({ visitor }) => visitor)
  const sent = buyers.flatMap(({ idempotencyKey }) => idempotencyKey ?? [])
  const { rows } = await sql<{ visitor: string; key: string | null }>`
    select visitor, idempotency_key as key from "order" where visitor = any (${visitors}) and payment_state = 'awaiting'
    union all
    select visitor, idempotency_key from "order" where idempotency_key = any (${sent}) and payment_state = 'awaiting'`.execute(
    db,
  )
  const holding = new Set(rows.map(({ visitor }) => visitor))
  const keys = new Set(rows.map(({ key }) => key))
  return ({ visitor, idempotencyKey }) => holding.has(visitor) || keys.has(idempotencyKey ?? null)
}

/** The answer to a cart with such a variant, as the checkout itself would give it; undefined if it has none. */
export function shortError(
  lines: CheckoutLine[],
  variants: ReadonlyMap<string, ShortVariant>,
): SoldOutError | undefined {
  const short = lines.flatMap((line, index) => {
    const variant = variants.get(variantOf(line))
    if (variant?.id !== line.productId) return []
    return { ...variant, quantity: line.quantity, position: index + 1, sizes: null, line: line.line }
  })
  if (short.length === 0) return undefined
  return new SoldOutError(short.map(line => `Line ${line.line}: ${describeShort(line, line.end)}`).join(' '), short)
}
