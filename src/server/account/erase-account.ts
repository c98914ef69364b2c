import { withGuess, wrongCode } from '../auth/two-factor/login.ts'
import { lockSecondFactor, spendCode } from '../auth/two-factor/queries.ts'
import type { Tx } from '../db/connection.ts'
import type { Guess } from '../http/limits/rate-limit.ts'
import { badRequest, ShopError, unauthorized } from '../lib/errors.ts'
import { erasePerson, lockPerson } from '../privacy/erase-person.ts'
import type { Accounts } from '../users/accounts.ts'
import { checkOwnPassword } from './own-password.ts'

interface Guesses {
  password: Guess
  /** Requested only when a code is needed. */
  code: () => Promise<Guess>
}

const wrongPassword = () => badRequest('The password is not right.')

/**
 * Erases the account of a signed-in user for good, at their own request.
 * @throws ShopError 400 for a wrong password, 400 `code_needed` or `code_wrong` when the user has a second factor, 401 when
 * the account is already erased, 409 as `erasePerson`
 */
export async function eraseAccount(
  accounts: Accounts,
  userId: string,
  { password, code }: { password: string; code: string },
  guesses: Guesses,
): Promise<void> {
  const { password_hash } = await checkOwnPassword(accounts, userId, password, guesses.password, wrongPassword)
  const guess = code === '' ? undefined : await guesses.code()
  await withGuess(guess, () =>
    accounts.db.transaction().execute(async tx => {
      const person = await lockPerson(tx, userId)
      if (!person || person.deleted_at) throw unauthorized()
      if (person.password_hash !== password_hash) throw wrongPassword()
      await passCode(tx, userId, code, accounts.clock.now())
      await erasePerson(tx, person, userId, accounts)
    }),
  )
}

async function passCode(tx: Tx, userId: string, code: string, now: Date): Promise<void> {
  const factor = await lockSecondFactor(tx, userId)
  if (!factor?.confirmed_at) return
  if (code === '')
    throw new ShopError(400, 'code_needed', 'This account needs a code from its authenticator app, or a recovery code.')
  if (!(await spendCode(tx, factor, code, now))) throw wrongCode(400)
}
