import { randomUUID } from 'node:crypto'

/** Letters and digits that cannot be guessed. */
export function randomToken(length: number): string {
  let token = ''
  while (token.length < length) token += randomUUID().replaceAll('-', '') // which node keeps in store
  return token.slice(0, length)
}
