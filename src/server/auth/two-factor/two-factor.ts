import type { RecoveryCodes, SecondFactorKey } from '#domain/users/two-factor.ts'
import { hasStaffRights, type Role } from '#domain/users/user.ts'
import { checkOwnPassword } from '../../account/own-password.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import type { Tx } from '../../db/connection.ts'
import type { Guess } from '../../http/limits/rate-limit.ts'
import type { NewSession } from '../../http/sessions.ts'
import { adminOnly, badRequest, conflict, unauthorized } from '../../lib/errors.ts'
import type { Accounts } from '../../users/accounts.ts'
import { endAccess } from '../../users/queries.ts'
import { rememberDevice } from '../devices.ts'
import { withGuess, wrongCode } from './login.ts'
import { lockSecondFactor, removeSecondFactor, replaceRecoveryCodes, spendAppCode, spendCode } from './queries.ts'
import { keyOf, newSecret } from './totp.ts'

interface Proof {
  password: string
  code: string
}

/** Guesses that are counted before they are checked, so that many at once get no extra attempts. */
interface Guesses {
  password: Guess
  code: () => Promise<Guess>
}

const wrongPassword = () => badRequest('The password is not right.')
const isOnAlready = () => conflict('Two-step sign-in is on already.')
const isNotOn = () => conflict('Two-step sign-in is not on.')

/**
 * Creates a new key for the authenticator app of staff or an admin, replacing one that was never confirmed. Nothing else changes yet.
 * @param guess the guess at their password, already counted
 * @throws ShopError 400 for a wrong password, 403 for who is neither staff nor an admin, 409 when it is already on
 */
export async function beginSecondFactor(
  accounts: Accounts,
  userId: string,
  { password, shopName }: { password: string; shopName: string },
  guess: Guess,
): Promise<SecondFactorKey> {
  const { password_hash, email } = await checkOwnPassword(accounts, userId, password, guess, wrongPassword)
  const secret = newSecret()
  await accounts.db.transaction().execute(async tx => {
    mustBeStaff(await lockUser(tx, userId, password_hash))
    const fresh = { secret, created_at: accounts.clock.now() }
    const begun = await tx
      .insertInto('second_factor')
      .values({ user_id: userId, ...fresh })
      .onConflict(conflict =>
        conflict.column('user_id').doUpdateSet(fresh).where('second_factor.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst()
    if (!begun) throw isOnAlready()
  })
  return keyOf(secret, { issuer: `${shopName} ${new URL(accounts.origin).hostname}`, label: email })
}

/**
 * Turns it on with the first code of the app. All sessions, known devices and links of this user end, and this browser gets a
 * new session.
 * @throws ShopError 400 `code_wrong`, 403 for who is neither staff nor an admin, 409 when nothing was begun or it is already on
 */
export async function confirmSecondFactor(
  accounts: Accounts,
  userId: string,
  code: string,
  { guess, userAgent }: { guess: Guess; userAgent: string | undefined },
) {
  const { db, clock, sessions } = accounts
  return await withGuess(guess, () =>
    db.transaction().execute(async (tx): Promise<RecoveryCodes & { session: NewSession; device: string }> => {
      mustBeStaff(await lockUser(tx, userId))
      const factor = await lockSecondFactor(tx, userId)
      if (!factor) throw conflict('Please begin again with your password.')
      if (factor.confirmed_at) throw isOnAlready()
      const now = clock.now()
      if (!(await spendAppCode(tx, factor, code, now))) throw wrongCode(400)
      await tx.updateTable('second_factor').set({ confirmed_at: now }).where('user_id', '=', userId).execute()
      const codes = await replaceRecoveryCodes(tx, userId)
      await endAccess(tx, userId)
      const [session, device] = [await sessions.start(tx, userId, userAgent), await rememberDevice(tx, userId, now)]
      await record(tx, accounts, userId, 'second factor on')
      return { codes, session, device }
    }),
  )
}

/**
 * Creates ten new recovery codes for a user who still has the app.
 * @throws ShopError 400 for a wrong password, 400 `code_wrong`, 409 when it is not on
 */
export async function renewRecoveryCodes(
  accounts: Accounts,
  userId: string,
  proof: Proof,
  guesses: Guesses,
): Promise<RecoveryCodes> {
  return await proven(accounts, userId, proof, guesses, spendAppCode, async tx => {
    const codes = await replaceRecoveryCodes(tx, userId)
    await record(tx, accounts, userId, 'new recovery codes')
    return { codes }
  })
}

/** Turns it off, with a code of the app or a recovery code. ShopError as above. */
export async function turnOffSecondFactor(
  accounts: Accounts,
  userId: string,
  proof: Proof,
  guesses: Guesses,
): Promise<void> {
  await proven(accounts, userId, proof, guesses, spendCode, async tx => {
    await removeSecondFactor(tx, userId)
    await record(tx, accounts, userId, 'second factor off')
  })
}

async function proven<Result>(
  accounts: Accounts,
  userId: string,
  { password, code }: Proof,
  guesses: Guesses,
  spend: typeof spendCode,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { password_hash } = await checkOwnPassword(accounts, userId, password, guesses.password, wrongPassword)
  return await withGuess(await guesses.code(), () =>
    accounts.db.transaction().execute(async tx => {
      await lockUser(tx, userId, password_hash)
      const factor = await lockSecondFactor(tx, userId)
      if (!factor?.confirmed_at) throw isNotOn()
      if (!(await spend(tx, factor, code, accounts.clock.now()))) throw wrongCode(400)
      return await work(tx)
    }),
  )
}

/** @param passwordHash must still be the user's, where the request contained the password */
async function lockUser(tx: Tx, userId: string, passwordHash?: string) {
  const user = await tx
    .selectFrom('user')
    .select(['role', 'password_hash'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) throw unauthorized()
  if (passwordHash && user.password_hash !== passwordHash) throw wrongPassword()
  return user
}

function mustBeStaff({ role }: { role: Role }): void {
  if (!hasStaffRights(role)) throw adminOnly() // the role changed after the request arrived
}

const record = (tx: Tx, book: Accounts, userId: string, action: string) =>
  recordAuditEntry(tx, { actor: userId, action, record: 'user', recordId: userId }, book)
