import { type CartLine, lineKey } from '#domain/orders/cart.ts'
import type { CheckoutSession } from '#domain/orders/checkout.ts'
import { storage, tabStorage } from '../storage.ts'

/** The quantities of a payment by the key of their line. */
export type Bought = Record<string, number>

const key = 'checkouts'
const tabKey = 'checkout'
const openKey = 'open-checkout'
const lineKeyOfTab = 'line'
/** As long as the shop keeps the place of somebody who asks no more. */
const placeMs = 90_000
const maxRemembered = 5

/** Stores what this browser's cart contained at each payment, so that a finished payment removes exactly that. */
export function rememberCheckout(
  { id: sessionId, url, expiresAt }: CheckoutSession,
  lines: Pick<CartLine, '_id' | 'variantId' | 'quantity'>[],
): void {
  const bought: Bought = Object.fromEntries(lines.map(line => [lineKey(line), line.quantity]))
  const sessions = [...readSessions(), [sessionId, bought] as const]
  storage.write(key, JSON.stringify(sessions.slice(-maxRemembered)))
  tabStorage.write(tabKey, 'begun')
  storage.write(openKey, JSON.stringify({ id: sessionId, url, expiresAt }))
}

/** The payment page that this browser has left open, while it holds the cart's pieces. */
export function openCheckout(): CheckoutSession | undefined {
  try {
    const { id, url, expiresAt } = JSON.parse(storage.read(openKey) ?? '{}')
    return typeof id === 'string' && /^https?:/.test(url) && Date.parse(expiresAt) > Date.now()
      ? { id, url, expiresAt }
      : undefined
  } catch {
    return undefined // not written by this code
  }
}

/** The cart's content at that payment. Undefined for a payment begun elsewhere. */
export const boughtAt = (sessionId: string): Bought | undefined => readSessions().find(([id]) => id === sessionId)?.[1]

/** The open payment page is paid, or was given up. */
export const forgetOpenCheckout = (): void => storage.remove(openKey)

/**
 * Payments that this browser began and whose result is unknown. None in a tab that began one: it either reaches the
 * success page, which asks itself, or has left the payment page without paying.
 */
export const unknownCheckouts = (): string[] =>
  tabStorage.read(tabKey) ? [] : readSessions().map(([sessionId]) => sessionId)

/** The visitor has reached the success page, so that a payment of this tab may arrive later. */
export const expectPayment = (): void => tabStorage.remove(tabKey)

/** The same, once: it is removed. */
export function takeCheckout(sessionId: string): Bought | undefined {
  const bought = boughtAt(sessionId)
  if (bought) storage.write(key, JSON.stringify(readSessions().filter(([id]) => id !== sessionId)))
  if (openCheckout()?.id === sessionId) forgetOpenCheckout()
  return bought
}

function readSessions(): (readonly [string, Bought])[] {
  try {
    const sessions = JSON.parse(storage.read(key) ?? '[]')
    return Array.isArray(sessions) ? sessions.filter(session => Array.isArray(session) && session[1]) : []
  } catch {
    return [] // not written by this code
  }
}

/** This tab waits in line for the checkout, and goes on when its page is loaded again. */
export const rememberLine = (): void => tabStorage.write(lineKeyOfTab, String(Date.now()))
export const forgetLine = (): void => tabStorage.remove(lineKeyOfTab)
/** Later the place is gone, and nobody expects the payment page any more. */
export const isInLine = (): boolean => Date.now() - Number(tabStorage.read(lineKeyOfTab) ?? 0) < placeMs
