import { type Static, Type } from 'typebox'
import { isUuid } from '../ids.ts'
import { cartLimits } from './cart.ts'

/** Where a shopper returns after the payment page. The payment provider fills in `{CHECKOUT_SESSION_ID}`. */
export const returnPaths = {
  success: '/success?session_id={CHECKOUT_SESSION_ID}',
  cancel: '/shop?cart=open',
} as const

/**
 * The body of a checkout. Front ends send whole products; `readCheckout` reads `_id`, `variantId` and `quantity` only, and validates
 * them itself so that an error can name the line. `userId` is accepted and ignored.
 */
export const CheckoutRequest = Type.Object({
  products: Type.Array(Type.Unknown()),
  country: Type.Optional(
    Type.String({ pattern: '^[A-Z]{2}$', description: "ISO 3166-1; the shop's first without one" }),
  ),
  method: Type.Optional(
    Type.String({ maxLength: 100, description: 'The name of a way of delivery; the first without one' }),
  ),
  code: Type.Optional(Type.String({ maxLength: 100, description: 'A discount code' })),
  total: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1e9,
      description: 'What the shopper was shown; 409 `total_changed` when it is another now',
    }),
  ),
})
export type CheckoutRequest = Static<typeof CheckoutRequest>

/** The payment page to which the browser goes. `id` is the payment session. */
export const CheckoutSession = Type.Object({
  id: Type.String(),
  url: Type.String(),
  expiresAt: Type.String({ description: 'Until when the page is open and its pieces are held; an ISO time' }),
})
export type CheckoutSession = Static<typeof CheckoutSession>

export interface CheckoutLine {
  productId: string
  /** One of the product's sizes; undefined for the only one. */
  variantId?: string
  quantity: number
  /** The first line with this variant, counted from 1. */
  line: number
}

/** A cart that cannot be bought as it was sent. The message names the line. */
export class UnusableCart extends Error {
  override name = 'UnusableCart'
}

/**
 * Reads the lines of a cart as a browser sends them and merges lines of the same variant.
 * @throws UnusableCart
 */
export function readCheckout(products: readonly unknown[]): CheckoutLine[] {
  if (products.length === 0) throw new UnusableCart('Your cart is empty.')
  if (products.length > cartLimits.lines) {
    throw new UnusableCart(`A cart can have at most ${cartLimits.lines} lines, this one has ${products.length}.`)
  }
  const merged = new Map<string, CheckoutLine>()
  for (const [index, product] of products.entries()) {
    const { productId, variantId, quantity, line } = readLine(product, index + 1)
    const key = variantId ?? productId
    const same = merged.get(key)
    const together = (same?.quantity ?? 0) + quantity
    if (together > cartLimits.quantity) {
      throw new UnusableCart(
        `Line ${line}: at most ${cartLimits.quantity} of one product, together it would be ${together}.`,
      )
    }
    merged.set(key, { productId, ...(variantId && { variantId }), quantity: together, line: same?.line ?? line })
  }
  return [...merged.values()]
}

function readLine(product: unknown, line: number): CheckoutLine {
  if (typeof product !== 'object' || product === null || Array.isArray(product)) {
    throw new UnusableCart(`Line ${line} is not a product.`)
  }
  const { _id, variantId, quantity = 1 } = product as { _id?: unknown; variantId?: unknown; quantity?: unknown }
  if (typeof _id !== 'string' || !isUuid(_id)) throw new UnusableCart(`Line ${line} has no usable _id.`)
  const hasVariant = variantId !== undefined && variantId !== null && variantId !== ''
  if (hasVariant && (typeof variantId !== 'string' || !isUuid(variantId)))
    throw new UnusableCart(`Line ${line} has no usable variantId.`)
  if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1 || quantity > cartLimits.quantity) {
    throw new UnusableCart(`Line ${line}: the quantity must be a whole number from 1 to ${cartLimits.quantity}.`)
  }
  return { productId: _id.toLowerCase(), ...(hasVariant && { variantId: variantId.toLowerCase() }), quantity, line }
}
