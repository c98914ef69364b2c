import type { Role, User } from '#domain/users/user.ts'
import { oldestDevice } from '../auth/devices.ts'
import type { Db, Tx } from '../db/connection.ts'
import { hashToken } from '../http/sessions.ts'
import { exactEmailFirst, hasEmail } from './email-queries.ts'

/** The columns of a user as they see themselves. */
export const userFields = [
  'user.id as _id',
  'username',
  'email',
  'role',
  'profile_image as profileImage',
  'bio',
  'profession',
] as const

/** A user that is not deleted, as they see themselves. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  return await db
    .selectFrom('user')
    .select(userFields)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** An account as it is asked for at login. */
export interface LoginAccount {
  id: string
  /** Null when nobody can sign in: it has no password, or is deleted. */
  passwordHash: string | null
  /** The device that asks, when this user has signed in with it before. */
  device?: string
}

/** The account with this e-mail, whatever its case and the form of its accents; of two old ones the one typed exactly. One question, with an answer or without. */
export async function findAccount(
  db: Db,
  email: string,
  deviceToken: string | undefined,
  now: Date,
): Promise<LoginAccount | undefined> {
  const found = await db
    .selectFrom('user')
    .leftJoin('device', join =>
      join
        .onRef('device.user_id', '=', 'user.id')
        .on('device.token_hash', '=', hashToken(deviceToken ?? ''))
        .on('device.created_at', '>', oldestDevice(now)),
    )
    .select(['user.id', 'password_hash', 'deleted_at', 'token_hash'])
    .where(hasEmail(email))
    .orderBy(exactEmailFirst(email), 'desc')
    .limit(1)
    .executeTakeFirst()
  return (
    found && {
      id: found.id,
      passwordHash: found.deleted_at ? null : found.password_hash,
      device: found.token_hash?.toString('hex'),
    }
  )
}

/**
 * Gives a user a new password and ends all that the old one has opened: sessions, known devices and links to choose another.
 * @returns their role, undefined when there is no such user, or `before` is no longer their password
 */
export async function replacePassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  before?: string,
): Promise<Role | undefined> {
  let user = tx.updateTable('user').set({ password_hash: passwordHash }).where('id', '=', userId)
  if (before) user = user.where('password_hash', '=', before)
  const changed = await user.where('deleted_at', 'is', null).returning('role').executeTakeFirst()
  if (changed) await endAccess(tx, userId)
  return changed?.role
}

/** Ends all sessions of a user, and forgets their devices and links. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  for (const table of ['session', 'device', 'password_reset'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
