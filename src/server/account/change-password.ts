import { normalisePassword, passwordError } from '#domain/users/password.ts'
import { hasStaffRights } from '#domain/users/user.ts'
import { recordAuditEntry } from '../audit/record.ts'
import { rememberDevice } from '../auth/devices.ts'
import { hashPassword } from '../auth/password-hash.ts'
import type { Guess } from '../http/limits/rate-limit.ts'
import type { NewSession } from '../http/sessions.ts'
import { badRequest } from '../lib/errors.ts'
import type { Accounts } from '../users/accounts.ts'
import { replacePassword } from '../users/queries.ts'
import { checkOwnPassword } from './own-password.ts'

/**
 * Changes the password of a signed-in user, ends all their sessions and devices, and starts new ones for this browser. The
 * audit records it for staff and admins.
 * @param guess the guess at the old password, already counted
 * @throws ShopError 400 when the old password is wrong, or the new one is refused or equal to the old one
 */
export async function changePassword(
  { db, clock, ids, sessions }: Pick<Accounts, 'db' | 'clock' | 'ids' | 'sessions'>,
  userId: string,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  { guess, userAgent }: { guess: Guess; userAgent: string | undefined },
): Promise<{ session: NewSession; device: string }> {
  const { password_hash: before, ...whose } = await checkOwnPassword({ db }, userId, oldPassword, guess, notRight)
  if (normalisePassword(newPassword) === normalisePassword(oldPassword))
    throw badRequest('Please choose another password than the old one.')
  const reason = passwordError(newPassword, whose)
  if (reason) throw badRequest(reason)
  const passwordHash = await hashPassword(newPassword)
  return await db.transaction().execute(async tx => {
    const role = await replacePassword(tx, userId, passwordHash, before)
    if (!role) throw notRight()
    const auditEntry = { actor: userId, action: 'change password', record: 'user', recordId: userId } as const
    if (hasStaffRights(role)) await recordAuditEntry(tx, auditEntry, { clock, ids })
    return {
      session: await sessions.start(tx, userId, userAgent),
      device: await rememberDevice(tx, userId, clock.now()),
    }
  })
}

const notRight = () => badRequest('The old password is not right.')
