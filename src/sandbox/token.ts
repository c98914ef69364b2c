import { randomUUID } from 'node:crypto'

/** Random letters and digits from a cryptographic source. */
export function randomToken(length: number): string {
  let token = ''
  while (token.length < length) token += randomUUID().replaceAll('-', '') // Node caches random bytes for randomUUID
  return token.slice(0, length)
}
