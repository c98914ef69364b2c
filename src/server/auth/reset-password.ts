import { passwordError } from '#domain/users/password.ts'
import { hasStaffRights } from '#domain/users/user.ts'
import { recordAuditEntry } from '../audit/record.ts'
import { hashToken } from '../http/sessions.ts'
import { badRequest } from '../lib/errors.ts'
import type { Accounts } from '../users/accounts.ts'
import { replacePassword } from '../users/queries.ts'
import { hashPassword } from './password-hash.ts'

const noLonger = () => badRequest('This link is no longer valid. Please ask for a new one.')

/**
 * Sets a new password for the user of a link. The user's other links, sessions and devices end. For staff and admins the audit records
 * it.
 * @throws ShopError 400 when the link is unknown, used or expired, or the password is refused; after a refused password the
 * link still works
 */
export async function resetPassword(
  { db, clock, ids }: Pick<Accounts, 'db' | 'clock' | 'ids'>,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const found = await db
    .selectFrom('password_reset')
    .innerJoin('user', 'user.id', 'user_id')
    .select(['user_id', 'email', 'username'])
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()
  if (!found) throw noLonger()
  const reason = passwordError(password, found)
  if (reason) throw badRequest(reason)
  const passwordHash = await hashPassword(password)
  await db.transaction().execute(async tx => {
    // Locks the user first, as everywhere else: two requests with one link wait for each other here.
    await tx.selectFrom('user').select('id').where('id', '=', found.user_id).forUpdate().execute()
    const stillThere = await tx
      .deleteFrom('password_reset')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', clock.now())
      .returning('user_id')
      .executeTakeFirst()
    const role = stillThere && (await replacePassword(tx, found.user_id, passwordHash))
    if (!role) throw noLonger()
    const auditEntry = {
      actor: found.user_id,
      action: 'reset password',
      record: 'user',
      recordId: found.user_id,
    } as const
    if (hasStaffRights(role)) await recordAuditEntry(tx, auditEntry, { clock, ids })
  })
}
