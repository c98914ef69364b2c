import { storage } from '../storage.ts'

/** What went into a payment: how many of which product. */
export type Bought = Record<string, number>

const key = 'checkouts'
const maxRemembered = 5

/** Remembers what of this browser's cart went into which payment, so that each payment takes out just that. */
export function rememberCheckout(sessionId: string, lines: { _id: string; quantity: number }[]): void {
  const bought: Bought = Object.fromEntries(lines.map(({ _id, quantity }) => [_id, quantity]))
  const sessions = [...readSessions(), [sessionId, bought] as const]
  storage.write(key, JSON.stringify(sessions.slice(-maxRemembered)))
}

/** The payments that this browser's cart went into and that it has not come back from. */
export const begunCheckouts = (): string[] => readSessions().map(([sessionId]) => sessionId)

/** What this browser put into that payment, once: afterwards it is forgotten. Undefined for somebody else's payment. */
export function takeCheckout(sessionId: string): Bought | undefined {
  const sessions = readSessions()
  const bought = sessions.find(([id]) => id === sessionId)?.[1]
  if (bought) storage.write(key, JSON.stringify(sessions.filter(([id]) => id !== sessionId)))
  return bought
}

function readSessions(): (readonly [string, Bought])[] {
  try {
    const sessions = JSON.parse(storage.read(key) ?? '[]')
    return Array.isArray(sessions) ? sessions.filter(session => Array.isArray(session) && session[1]) : []
  } catch {
    return [] // not ours
  }
}
