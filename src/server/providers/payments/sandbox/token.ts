import { randomBytes } from 'node:crypto'

/** Letters and digits that cannot be guessed. */
export function randomToken(length: number): string {
  return randomBytes(length).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, length)
}
