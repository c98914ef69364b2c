import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { normalisePassword } from '#domain/users/password.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const inTurn = limitConcurrency(2, 64)
/** For known devices, so that no flood from elsewhere keeps them out. */
const knownInTurn = limitConcurrency(1, 16)

const noise = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')
/** Takes as long to compare with as a real one, and no password fits. */
const nobodys = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${noise(16)}$${noise(32)}`

/** The argon2id hash to keep of a password. ShopError 503 when too many are waiting to be hashed. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalisePassword(password), cost))

/**
 * Whether this is the password that was hashed. It takes the same time when there is none.
 * @param isKnown the device that asks is one that this user has signed in with before: it waits for no others
 * ShopError 503 when too many are waiting to be compared.
 */
export const isPassword = (
  saved: string | null | undefined,
  password: string,
  { isKnown = false } = {},
): Promise<boolean> =>
  (isKnown ? knownInTurn : inTurn)(
    async () => (await verify(saved ?? nobodys, normalisePassword(password))) && Boolean(saved),
  )
