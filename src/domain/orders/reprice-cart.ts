import { toCents } from '../money.ts'
import type { ShownStock } from '../products/stock.ts'
import type { Cart, CartLine } from './cart.ts'

/** For a shopper who was shown other prices, or another total, than there are now. */
export const cartChangedSentence = 'Something in your cart has changed. Please look it over, then proceed.'

/** The cart at today's prices, and what changed. */
export interface Repricing {
  cart: Cart
  /** Sentences for the shopper, empty when nothing changed. */
  notices: string[]
}

type Stock = Partial<ShownStock>

/** A product that the server still sells, price in major units. A product of one size has no `sizes`, and its stock itself. */
interface Current extends Stock {
  _id: string
  name: string
  price: number
  image: string
  sizes?: ({ _id: string; label: string } & Stock)[]
}

/** Those of the lines that can be bought right now, at today's prices and pieces: none whose pieces are in others' checkouts. */
export function findBuyable(lines: CartLine[], current: Current[], format: (cents: number) => string): CartLine[] {
  const free = current.map(product => ({ ...asOut(product), sizes: product.sizes?.map(asOut) }))
  return repriceCart({ products: lines }, free, format).cart.products
}

const asOut = <T extends Stock>(stock: T): T => (stock.state === 'held' ? { ...stock, state: 'out' } : stock)

/**
 * Updates a cart to today's prices and pieces, removes what is no longer sold, and reports each change. Pieces that are only in
 * others' checkouts stay: they may come free, or be held by this cart's own.
 * @param holdsPieces an open payment page holds the pieces of the cart, so the others are not all that it can have
 */
export function repriceCart(
  cart: Cart,
  current: Current[],
  format: (cents: number) => string,
  { holdsPieces = false } = {},
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
    const { state, left = line.quantity }: Stock = holdsPieces ? {} : (size ?? today)
    const piece = size ? `${name}, ${size.label}` : name
    if (state === 'out') {
      notices.push(`${piece} is sold out and was taken out of your cart.`)
      continue
    }
    const quantity = Math.min(line.quantity, left)
    if (quantity < line.quantity) notices.push(`Only ${left} left of ${piece}: your cart now has ${quantity}.`)
    products.push({ ...line, ...(size && { size: size.label }), name, price, image, quantity })
  }
  return { cart: { products }, notices: [...new Set(notices)] } // the same product may be there in two sizes
}
