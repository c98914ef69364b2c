import { sql } from 'kysely'
import type { Role, User } from '#domain/users/user.ts'
import { oldestDevice } from '../auth/devices.ts'
import type { Db, Tx } from '../db/connection.ts'
import { hashToken } from '../http/sessions.ts'
import { exactEmailFirst, hasEmail } from './email-queries.ts'

/** The columns that users see of their own account. */
export const userFields = [
  'user.id as _id',
  'username',
  'email',
  'role',
  'profile_image as profileImage',
  'bio',
  'profession',
] as const

/** Finds a user who is not deleted, with the fields that they see of themselves. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  return await db
    .selectFrom('user')
    .select(userFields)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** An account, with what a login needs. */
export interface LoginAccount {
  id: string
  /** Null when nobody can sign in: it has no password, or is deleted. */
  passwordHash: string | null
  /** The device of the request, when this user has signed in with it before. */
  device?: string
}

/**
 * Finds the account with this e-mail, whatever its case and Unicode form; of two old accounts, the exact match. It takes one
 * query whether or not the account exists.
 */
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
 * Gives a user a new password and ends their sessions, known devices and password reset links.
 * @param before the hash that the user must still have, when given
 * @returns their role; undefined when there is no such user, or `before` is no longer their hash
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

/** Changes of roles wait for each other until the transaction ends, so that one admin always remains. */
export async function lockUsers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('vitrine users'))`.execute(tx)
}

/** Deletes all sessions, known devices and password reset links of a user. */
export async function endAccess(tx: Tx, userId: string): Promise<void> {
  for (const table of ['session', 'device', 'password_reset'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
