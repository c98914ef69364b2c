import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { normalisePassword } from '#domain/users/password.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const inTurn = limitConcurrency(2, 64)
/** A separate queue for known devices, so that a flood of other logins cannot block them. */
const knownInTurn = limitConcurrency(1, 16)

const noise = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
/** A hash that no password matches; comparing with it takes as long as with a real one. */
const nobodys = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${noise(16)}$${noise(32)}`

/** The argon2id hash of a password, for storage. ShopError 503 when too many passwords wait to be hashed. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalisePassword(password), cost))

/**
 * Whether this is the password that was hashed. It takes the same time when there is no hash.
 * @param isKnown the user has signed in with this device before; such logins have their own queue
 * @throws ShopError 503 when too many passwords wait to be compared
 */
export const isPassword = (
  saved: string | null | undefined,
  password: string,
  { isKnown = false } = {},
): Promise<boolean> =>
  (isKnown ? knownInTurn : inTurn)(
    async () => (await verify(saved ?? nobodys, normalisePassword(password))) && Boolean(saved),
  )
