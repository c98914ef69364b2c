import { storedKey } from '../session/browser-key.ts'
import { storage } from '../storage.ts'

const linkKeys = 'order-keys'
/** Of this visit, in a browser that stores nothing. */
const links = new Map<string, string>()
const maxLinks = 30
const pattern = /^[\w-]{43}$/

/** The key that opens an order: that of a link in an e-mail, else that of this browser if it has one. */
export const keyOf = (orderId: string): string | undefined =>
  links.get(orderId) ?? readLinks().get(orderId) ?? storedKey()

/**
 * Stores the key behind the `#` of a link.
 * @returns whether it is a key
 */
export function rememberLink(orderId: string, fragment: string): boolean {
  if (!pattern.test(fragment)) return false
  links.set(orderId, fragment)
  const others = [...readLinks()].filter(([id]) => id !== orderId)
  storage.write(linkKeys, JSON.stringify([...others, [orderId, fragment]].slice(-maxLinks)))
  return true
}

function readLinks(): Map<string, string> {
  try {
    return new Map(JSON.parse(storage.read(linkKeys) ?? '[]'))
  } catch {
    return new Map() // not written by this code
  }
}
