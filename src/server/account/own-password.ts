import { isPassword } from '../auth/password-hash.ts'
import type { Guess } from '../http/limits/rate-limit.ts'
import type { ShopError } from '../lib/errors.ts'
import type { Accounts } from '../users/accounts.ts'

/**
 * Asks somebody who is signed in for their password once more.
 * @param guess that it is right, already counted
 * @param notRight what is thrown when it is not
 * @returns what the password was compared with, to look in a transaction whether it still is theirs
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
