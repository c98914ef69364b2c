import { isPassword } from '../auth/password-hash.ts'
import type { Guess } from '../http/limits/rate-limit.ts'
import type { ShopError } from '../lib/errors.ts'
import type { Accounts } from '../users/accounts.ts'

/**
 * Checks the password of a signed-in user once more.
 * @param guess the guess at the password, already counted
 * @param notRight the error to throw when the password is wrong
 * @returns the hash that the password matched; the caller checks in its transaction that it is still the user's
 */
export async function checkOwnPassword(
  { db }: Pick<Accounts, 'db'>,
  userId: string,
  password: string,
  guess: Guess,
  notRight: () => ShopError,
) {
  const user = await db
    .selectFrom('user')
    .select(['password_hash', 'email', 'username'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const isRight = await isPassword(user?.password_hash, password).catch(async error => {
    await guess.takeBack()
    throw error
  })
  if (!user?.password_hash || !isRight) throw notRight()
  await guess.wasRight()
  return { ...user, password_hash: user.password_hash }
}
