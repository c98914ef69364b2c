const key = 'checkout'

/** Remembers which payment this browser's cart went into, so that only that payment empties it. */
export const rememberCheckout = (sessionId: string) => localStorage.setItem(key, sessionId)

/** The payment that this browser's cart went into and that it has not come back from, if any. */
export function begunCheckout(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined // this browser keeps no storage
  }
}

/** Tells whether this browser began that payment, once: afterwards it is forgotten. */
export function takeCheckout(sessionId: string): boolean {
  const isOurs = localStorage.getItem(key) === sessionId
  if (isOurs) localStorage.removeItem(key)
  return isOurs
}
