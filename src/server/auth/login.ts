import type { User } from '#domain/users/user.ts'
import type { Tx } from '../db/connection.ts'
import { failureLimiter, limiter } from '../http/limits/rate-limit.ts'
import type { NewSession } from '../http/sessions.ts'
import { ShopError } from '../lib/errors.ts'
import type { Accounts } from '../users/accounts.ts'
import { findAccount, type LoginAccount, userFields } from '../users/queries.ts'
import { rememberDevice } from './devices.ts'
import { isPassword } from './password-hash.ts'
import { passSecondFactor, withGuess } from './two-factor/login.ts'

export interface Credentials {
  email: string
  password: string
  /** Code of the second factor; empty when the request has none. */
  code: string
  /** The client address, as the rate limits count it. */
  address: string
  /** The device cookie of an earlier login, when the request carries one. */
  device: string | undefined
  /** The User-Agent header. */
  userAgent: string | undefined
}

export interface Login {
  user: User
  session: NewSession
  /** Set when the device was not known yet. */
  device?: string
}

const refused = () => new ShopError(401, 'unauthorized', 'Please Provide a valid email and password!')

/**
 * @returns a function that signs a user in. It throws the same ShopError 401 after the same time for a wrong password and for
 * an account that does not exist, is deleted or has no password. It throws 429 after too many failures (a device that this
 * user has signed in with before has its own count) and after 30 logins of one account within a minute. It asks for a second
 * factor only after the right password: 401 `code_needed` or `code_wrong`, and 429 after too many wrong codes, counted
 * likewise.
 */
export function openLogin(accounts: Accounts): (credentials: Credentials) => Promise<Login> {
  const { db, clock, sessions } = accounts
  const guessOf = failureLimiter('login', accounts)
  const countAddress = limiter('loginsOfAddress', accounts)
  const countRight = limiter('rightLogins', accounts)
  const guessCode = failureLimiter('code', accounts)

  async function begin(
    tx: Tx,
    { id, passwordHash, device }: LoginAccount,
    { code, userAgent }: Pick<Credentials, 'code' | 'userAgent'>,
  ): Promise<Login> {
    const user = await tx
      .selectFrom('user')
      .select(userFields)
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash)
      .where('deleted_at', 'is', null)
      // With this lock, a concurrent password change waits and then ends this session too, and concurrent logins apply the
      // session limit one after the other.
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user) throw refused()
    await passSecondFactor(tx, id, code, clock.now())
    const session = await sessions.start(tx, id, userAgent)
    return device ? { user, session } : { user, session, device: await rememberDevice(tx, id, clock.now()) }
  }

  return async ({ email, password, address, device, ...sent }) => {
    const account = await findAccount(db, email, device, clock.now())
    const who = account?.id ?? email.toLowerCase()
    // Counted first, so that one address with ever new e-mails leaves only its own count behind.
    const uncountAddress = account?.device ? undefined : await countAddress(address)
    const guess = await guessOf(account?.device ? `${who} on ${account.device}` : `${who} from ${address}`).catch(
      async error => {
        await uncountAddress?.() // the password will not be compared
        throw error
      },
    )
    let isRight: boolean
    try {
      isRight = await isPassword(account?.passwordHash, password, { isKnown: account?.device !== undefined })
    } catch (error) {
      await guess.takeBack()
      throw error
    }
    if (!account || !isRight) throw refused()
    await countRight(account.id) // one too many stays counted, so that the next ones wait before anything is hashed
    await guess.wasRight()
    await uncountAddress?.()
    const whose = account.device ? `${account.id} on ${account.device}` : account.id
    const codeGuess = sent.code ? await guessCode(whose) : undefined
    return await withGuess(codeGuess, () => db.transaction().execute(tx => begin(tx, account, sent)))
  }
}
