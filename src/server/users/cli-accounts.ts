import { passwordError } from '#domain/users/password.ts'
import { type AuditBook, recordAuditEntry } from '../audit/record.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { lockSecondFactor, removeSecondFactor } from '../auth/two-factor/queries.ts'
import type { Tx } from '../db/connection.ts'
import { renewAllSessions } from '../http/sessions.ts'
import { badRequest, conflict, ShopError } from '../lib/errors.ts'
import { exactEmailFirst, hasEmail } from './email-queries.ts'
import { lockUsers, replacePassword } from './queries.ts'

/**
 * Makes a user an admin, or staff, from the command line, from their next request on.
 * @param pretend only check whether it is possible, and change nothing
 * @throws ShopError 404 when there is no such account, 409 when it is deleted, and for an admin who would be staff
 * @returns false when the user is it already
 */
export async function promote(
  book: AuditBook,
  email: string,
  to: 'staff' | 'admin',
  pretend: boolean,
): Promise<boolean> {
  return await book.db.transaction().execute(async tx => {
    const { id, role } = await lockAccount(tx, email)
    if (role === to) return false
    if (role === 'admin') throw conflict(`${email} is an admin. Another admin can make them staff.`)
    if (pretend) return true
    await tx.updateTable('user').set({ role: to }).where('id', '=', id).execute()
    await renewAllSessions(tx, id)
    const auditEntry = { actor: undefined, action: 'change role', record: 'user', recordId: id } as const
    await recordAuditEntry(tx, { ...auditEntry, before: { role }, after: { role: to } }, book)
    return true
  })
}

/**
 * Gives a user another password from the command line, and ends all their sessions, known devices and links.
 * @param pretend only check whether it is possible, and change nothing
 * @throws ShopError 400 for a password that cannot be used, 404 and 409 as above
 */
export async function setPassword(book: AuditBook, email: string, password: string, pretend: boolean): Promise<void> {
  const password_hash = await hashPassword(password)
  await book.db.transaction().execute(async tx => {
    const account = await lockAccount(tx, email)
    const error = passwordError(password, account)
    if (error) throw badRequest(error)
    if (pretend) return
    await replacePassword(tx, account.id, password_hash)
    await recordAuditEntry(tx, { actor: undefined, action: 'set password', record: 'user', recordId: account.id }, book)
  })
}

/**
 * Turns a user's second factor off from the command line, for a user who has lost the app and the recovery codes.
 * @param pretend only check whether it is possible, and change nothing
 * @throws ShopError 404 and 409 as above
 * @returns false when it is not on
 */
export async function disableSecondFactor(book: AuditBook, email: string, pretend: boolean): Promise<boolean> {
  return await book.db.transaction().execute(async tx => {
    const { id } = await lockAccount(tx, email)
    const factor = await lockSecondFactor(tx, id)
    if (!factor?.confirmed_at) return false
    if (pretend) return true
    await removeSecondFactor(tx, id)
    await recordAuditEntry(tx, { actor: undefined, action: 'second factor off', record: 'user', recordId: id }, book)
    return true
  })
}

async function lockAccount(tx: Tx, email: string) {
  await lockUsers(tx)
  const account = await tx
    .selectFrom('user')
    .select(['id', 'role', 'email', 'username', 'deleted_at'])
    .where(hasEmail(email))
    .orderBy(exactEmailFirst(email), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!account) throw new ShopError(404, 'not_found', `There is no account with the e-mail ${email}.`)
  if (account.deleted_at) throw conflict(`The account ${account.email} is deleted. An admin can take that back.`)
  return account
}
