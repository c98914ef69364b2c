import { sql } from 'kysely'
import { undoDays } from '#domain/audit.ts'
import { passwordError } from '#domain/users/password.ts'
import { readEmail, type User } from '#domain/users/user.ts'
import { isReserved, isUsername } from '../account/profile-fields.ts'
import type { Db, Tx } from '../db/connection.ts'
import { badRequest } from '../lib/errors.ts'
import { queueEmailVerification } from '../mail/queue.ts'
import { anonymisedHost, isAnonymisedEmail } from '../privacy/anonymised-email.ts'
import type { Accounts } from '../users/accounts.ts'
import { hasEmail } from '../users/email-queries.ts'
import { userFields } from '../users/queries.ts'
import { hashPassword } from './password-hash.ts'

/** One refusal for every reason: it does not say which field was wrong, nor that an e-mail is taken. */
export const notValid = () => badRequest('Your given info is not valid')

/** Registers a customer, and queues the e-mail that asks them to confirm their address. ShopError 400 when a field is not valid, or when the e-mail is taken. */
export async function register(
  { db, clock, ids }: Pick<Accounts, 'db' | 'clock' | 'ids'>,
  { username: typed, email: typedEmail, password }: { username: string; email: string; password: string },
): Promise<User> {
  const username = typed.trim()
  const email = readEmail(typedEmail)
  if (!email) throw notValid()
  if (!isUsername(username) || isReserved(username) || passwordError(password, { email, username })) throw notValid()
  if (isAnonymisedEmail(email)) throw notValid() // otherwise somebody could occupy the address that an erasure is going to need
  const password_hash = await hashPassword(password)
  const now = clock.now()
  await freeEmail(db, email, now)
  if (await isTaken(db, email)) throw notValid()
  return await db.transaction().execute(async tx => {
    const user = await tx
      .insertInto('user')
      .values({ id: ids.uuid(), username, email, password_hash, created_at: now })
      .onConflict(conflict => conflict.doNothing())
      .returning(userFields)
      .executeTakeFirst()
    if (!user) throw notValid()
    await queueEmailVerification(tx, email, { clock, ids })
    return user
  })
}

/** Whether an older account has this e-mail typed in another form. The unique index compares only equal forms. */
async function isTaken(db: Db, email: string): Promise<boolean> {
  const found = await db.selectFrom('user').select('id').where(hasEmail(email)).executeTakeFirst()
  return found !== undefined
}

/** Frees the e-mail of a deleted user once the deletion can no longer be undone. */
export async function freeEmail(db: Db | Tx, email: string, now: Date): Promise<void> {
  await db
    .updateTable('user')
    .set({ email: sql`id || ${anonymisedHost}` })
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('deleted_at', '<', new Date(+now - undoDays * 24 * 60 * 60_000))
    .execute()
}
