import { storage } from '../storage.ts'

const browserKey = 'order-key'
const linkKeys = 'order-keys'
/** Of this visit, in a browser that stores nothing. */
const links = new Map<string, string>()
const maxLinks = 30
const pattern = /^[\w-]{43}$/
const keyBytes = 32

/** The key of this browser, if it has bought anything without an account. */
export function storedKey(): string | undefined {
  const key = storage.read(browserKey) ?? ''
  return pattern.test(key) ? key : undefined
}

/** The key of this browser, which opens what it buys without an account. */
export function keyOfBrowser(): string {
  const stored = storedKey()
  if (stored) return stored
  const key = toBase64Url(crypto.getRandomValues(new Uint8Array(keyBytes)))
  storage.write(browserKey, key)
  return key
}

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

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
