import { passwordFault } from '#domain/password.ts'
import { isEmail, type User } from '#domain/user.ts'
import { badRequest } from '../http/errors.ts'
import type { Accounts } from './accounts.ts'
import { hashPassword } from './password-hash.ts'
import { isUsername } from './profile-fields.ts'
import { userFields } from './queries.ts'

/** One refusal for everything: it does not say which field was wrong, nor that an e-mail is taken. */
export const notValid = () => badRequest('Your given info is not valid')

/** A new account of an ordinary user. ShopError 400 when anything about it cannot be, or the e-mail is or was somebody's. */
export async function register(
  { db, clock, ids }: Pick<Accounts, 'db' | 'clock' | 'ids'>,
  { username: typed, email, password }: { username: string; email: string; password: string },
): Promise<User> {
  const username = typed.trim()
  if (!isUsername(username) || !isEmail(email) || hasControls(email) || passwordFault(password)) throw notValid()
  const user = await db
    .insertInto('user')
    .values({
      id: ids.uuid(),
      username,
      email,
      password_hash: await hashPassword(password),
      created_at: clock.now(),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning(userFields)
    .executeTakeFirst()
  if (!user) throw notValid()
  return user
}

const hasControls = (text: string) => /\p{Cc}/u.test(text)
