import { toCents } from '../money.ts'
import type { Cart, CartLine } from './cart.ts'

/** The cart at today's prices, and what changed. */
export interface Repricing {
  cart: Cart
  /** Sentences for the shopper, empty when nothing changed. */
  notices: string[]
}

/**
 * Updates a cart to today's prices, removes what is no longer sold, and reports each change.
 * @param current the products of the cart that the server still sells, prices in dollars; `sizes` are missing for a product of one size
 */
export function repriceCart(
  cart: Cart,
  current: { _id: string; name: string; price: number; image: string; sizes?: { _id: string; label: string }[] }[],
  format: (cents: number) => string,
): Repricing {
  const sold = new Map(current.map(product => [product._id, product]))
  const notices: string[] = []
  const products: CartLine[] = []
  for (const line of cart.products) {
    const today = sold.get(line._id)
    if (!today) {
      notices.push(`${line.name} is no longer available and was taken out of your cart.`)
      continue
    }
    const size = today.sizes?.find(({ _id }) => _id === line.variantId)
    if (line.variantId && !size) {
      const named = line.size ? `${today.name} in ${line.size}` : today.name
      notices.push(`${named} is no longer available and was taken out of your cart.`)
      continue
    }
    if (!line.variantId && today.sizes?.length) {
      notices.push(`${today.name} now comes in sizes: please choose one again.`)
      continue
    }
    if (toCents(today.price) !== toCents(line.price)) {
      notices.push(
        `The price of ${today.name} changed from ${format(toCents(line.price))} to ${format(toCents(today.price))}.`,
      )
    }
    const { name, price, image } = today
    products.push({ ...line, ...(size && { size: size.label }), name, price, image })
  }
  return { cart: { products }, notices: [...new Set(notices)] } // the same product may be there in two sizes
}
