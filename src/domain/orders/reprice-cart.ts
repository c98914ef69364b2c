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
 * @param current the products of the cart that the server still sells, prices in dollars
 */
export function repriceCart(
  cart: Cart,
  current: { _id: string; name: string; price: number; image: string }[],
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
    if (toCents(today.price) !== toCents(line.price)) {
      notices.push(
        `The price of ${today.name} changed from ${format(toCents(line.price))} to ${format(toCents(today.price))}.`,
      )
    }
    products.push({ ...line, name: today.name, price: today.price, image: today.image })
  }
  return { cart: { products }, notices }
}
