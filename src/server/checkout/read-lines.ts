import { type CheckoutLine, readCheckout, UnusableCart } from '#domain/orders/checkout.ts'
import { badRequest } from '../lib/errors.ts'

/** The lines of a cart as they are sent. @throws ShopError 400 naming the first line that is not valid */
export function readLines(products: readonly unknown[]): CheckoutLine[] {
  try {
    return readCheckout(products)
  } catch (error) {
    throw error instanceof UnusableCart ? badRequest(error.message) : error
  }
}
