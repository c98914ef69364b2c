import { type CartLine, lineKey } from '#domain/orders/cart.ts'
import { storage } from '../storage.ts'
import type { CartChoice } from './choice.ts'

const storageKey = 'checkout-key'
const keyBytes = 16

/**
 * The idempotency key of this cart. All tabs share it while products, quantities, prices, the choices and the total stay the same, so a
 * repeated checkout yields one order; a changed cart gets a new key.
 */
export function checkoutKeyOf(
  lines: Pick<CartLine, '_id' | 'variantId' | 'quantity' | 'price'>[],
  { country, method, code }: CartChoice,
  total: number | undefined,
): string {
  const cart = [
    ...lines.map(line => `${lineKey(line)} ${line.quantity} ${line.price}`),
    country,
    method,
    code,
    total,
  ].join()
  const stored = read()
  if (stored?.cart === cart) return stored.key
  // Browsers offer randomUUID on https only, and a shop may be tried on another machine over http.
  const key = Array.from(crypto.getRandomValues(new Uint8Array(keyBytes)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  storage.write(storageKey, JSON.stringify({ cart, key }))
  return key
}

function read(): { cart: string; key: string } | undefined {
  try {
    const { cart, key } = JSON.parse(storage.read(storageKey) ?? '{}')
    return /^[0-9a-f]{32}$/.test(key) ? { cart, key } : undefined
  } catch {
    return undefined // not written by this code
  }
}
