import { type SqlBool, sql } from 'kysely'
import { validate } from 'uuid'
import { type Role, roles, type User } from '#domain/users/user.ts'
import { recordAuditEntry } from '../audit/record.ts'
import type { Db, Tx } from '../db/connection.ts'
import { contains } from '../db/contains.ts'
import { countFound } from '../db/count-found.ts'
import { countOf } from '../db/counters.ts'
import type { Page } from '../http/paging.ts'
import type { SignedIn } from '../http/sessions.ts'
import { adminOnly, conflict, notFound } from '../lib/errors.ts'
import type { Accounts } from './accounts.ts'
import { endAccess, lockUsers, userFields } from './queries.ts'

type UsersContext = Pick<Accounts, 'db' | 'sessions' | 'clock' | 'ids'>
type Admin = Pick<SignedIn, 'id'>

export interface UserFilters extends Page {
  role?: Role
  sort: 'newest' | 'oldest'
}

/** Reads the filters of the list; an unknown value counts as unset. */
export const readUserFilters = ({ role, sort }: { role?: string; sort?: string }) => ({
  role: roles.find(known => known === role),
  sort: sort === 'oldest' ? ('oldest' as const) : ('newest' as const),
})

/** Loads one page of the users and the number of all that match, of a search at most 10,000. It searches e-mails and names. */
export async function findUsers({ db }: Pick<UsersContext, 'db'>, { page, limit, q, role, sort }: UserFilters) {
  let matching = db.selectFrom('user').where('deleted_at', 'is', null)
  if (role) matching = matching.where('role', '=', role)
  if (q) matching = matching.where(({ or }) => or([contains('email', q), contains('username', q)]))
  const total = q ? await countFound(db, matching) : await countAll(db, role)
  if (total === 0) return { users: [], total }

  const direction = sort === 'oldest' ? 'asc' : 'desc'
  const users = await matching
    .select(userFields)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { users, total }
}

async function countAll(db: Db, role: Role | undefined): Promise<number> {
  const { total } = await db.selectNoFrom(countOf('user', role).as('total')).executeTakeFirstOrThrow()
  return total
}

/**
 * Gives a user another role, from their next request on.
 * @throws ShopError 404 for an unknown user, 409 for the caller and for the last admin
 */
export async function changeRole(context: UsersContext, admin: Admin, named: string, role: Role): Promise<User> {
  return await context.db.transaction().execute(async tx => {
    const { id, role: before } = await lockUser(tx, admin, named)
    if (before !== role) {
      if (id === admin.id) throw conflict('You cannot change your own role. Another admin can.')
      if (before === 'admin') await requireOneAdmin(tx, id)
      await tx.updateTable('user').set({ role }).where('id', '=', id).execute()
      await context.sessions.renewAll(tx, id)
      const auditEntry = { actor: admin.id, action: 'change role', record: 'user', recordId: id } as const
      await recordAuditEntry(tx, { ...auditEntry, before: { role: before }, after: { role } }, context)
    }
    return await tx.selectFrom('user').select(userFields).where('id', '=', id).executeTakeFirstOrThrow()
  })
}

/**
 * Deletes a user: they can no longer sign in, their orders stay, their reviews stay under 'Deleted user'.
 * @returns the id of the audit entry that can undo it
 * @throws ShopError 404 for an unknown user, 409 for the caller and for the last admin
 */
export async function deleteUser(context: UsersContext, admin: Admin, named: string): Promise<string> {
  return await context.db.transaction().execute(async tx => {
    const { id, role, email } = await lockUser(tx, admin, named)
    if (id === admin.id) throw conflict('You cannot delete yourself. Another admin can.')
    if (role === 'admin') await requireOneAdmin(tx, id)
    await tx.updateTable('user').set({ deleted_at: context.clock.now() }).where('id', '=', id).execute()
    await endAccess(tx, id)
    const auditEntry = { actor: admin.id, action: 'delete', record: 'user', recordId: id } as const
    return await recordAuditEntry(tx, { ...auditEntry, before: { email, role } }, context)
  })
}

/** Changes to users wait for each other here, so that of two admins who remove each other, one is left. */
async function lockUser(tx: Tx, admin: Admin, named: string) {
  await lockUsers(tx)
  const present = tx.selectFrom('user').select(['id', 'role', 'email']).where('deleted_at', 'is', null)
  const caller = await present.where('id', '=', admin.id).executeTakeFirst()
  if (caller?.role !== 'admin') throw adminOnly() // no longer, since the request began
  const user = validate(named) ? await present.where('id', '=', named).forUpdate().executeTakeFirst() : undefined
  if (!user) throw notFound('User')
  return user
}

async function requireOneAdmin(tx: Tx, except: string): Promise<void> {
  const another = await tx
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'admin')
    .where('deleted_at', 'is', null)
    .where(sql<SqlBool>`id <> ${except}`)
    .limit(1)
    .executeTakeFirst()
  if (!another) throw conflict('The shop needs at least one admin.')
}
