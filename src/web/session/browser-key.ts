import { storage } from '../storage.ts'

const storageKey = 'order-key'
const pattern = /^[\w-]{43}$/
const keyBytes = 32

/** The key of this browser, if it has bought anything without an account. */
export function storedKey(): string | undefined {
  const key = storage.read(storageKey) ?? ''
  return pattern.test(key) ? key : undefined
}

/** The key of this browser, which opens what it buys without an account. */
export function keyOfBrowser(): string {
  const stored = storedKey()
  if (stored) return stored
  const key = toBase64Url(crypto.getRandomValues(new Uint8Array(keyBytes)))
  storage.write(storageKey, key)
  return key
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
