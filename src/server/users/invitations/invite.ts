import { sql } from 'kysely'
import { validate } from 'uuid'
import { type InvitedRole, invitationDays, maxOpenInvitations, needsNoInvitation } from '#domain/users/invitation.ts'
import { readEmail } from '#domain/users/user.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import { freeEmail } from '../../auth/register.ts'
import type { Db, Tx } from '../../db/connection.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { adminOnly, badRequest, conflict, notFound } from '../../lib/errors.ts'
import { queueInvitation } from '../../mail/queue.ts'
import { isAnonymisedEmail } from '../../privacy/anonymised-email.ts'
import type { Accounts } from '../accounts.ts'
import { exactEmailFirst, hasEmail } from '../email-queries.ts'
import { lockUsers } from '../queries.ts'

type Context = Pick<Accounts, 'db' | 'clock' | 'ids'>
type Admin = Pick<SignedIn, 'id'>

const dayMs = 24 * 60 * 60_000
const expiryAfter = (now: Date) => new Date(+now + invitationDays * dayMs)

/** @throws ShopError 400 for an address that cannot be one */
export function readInvitedEmail(typed: string): string {
  const email = readEmail(typed.trim())
  if (!email || isAnonymisedEmail(email))
    throw badRequest('Please type the whole e-mail address, with its @ and its ending.')
  return email
}

/**
 * Invites an address to work in the shop, and queues the e-mail with the link.
 * @param email read by `readInvitedEmail`
 * @throws ShopError 409 when the address is invited already, or its account has that role or is deleted
 */
export async function invite(context: Context, admin: Admin, email: string, role: InvitedRole): Promise<void> {
  const now = context.clock.now()
  await context.db.transaction().execute(async tx => {
    await lockUsers(tx)
    await requireAdmin(tx, admin)
    await freeEmail(tx, email, now)
    await refuseAccount(tx, email, role)
    await refuseOpenOnes(tx, email, now)
    const id = context.ids.uuid()
    const row = { id, email, role, invited_by: admin.id, created_at: now, expires_at: expiryAfter(now) }
    await tx.insertInto('invitation').values(row).execute()
    await queueInvitation(tx, { id, email }, context)
    await record(tx, context, admin, { id, role }, 'invite')
  })
}

/**
 * Sends an invitation again: it lasts seven days from now, its earlier links end, and it is the invitation of this admin.
 * @throws ShopError 404 when it is accepted, withdrawn or unknown, 409 when its account has the role meanwhile
 */
export async function resendInvitation(context: Context, admin: Admin, id: string): Promise<void> {
  const now = context.clock.now()
  await context.db.transaction().execute(async tx => {
    await lockUsers(tx)
    await requireAdmin(tx, admin)
    const { email, role } = await findOpen(tx, id, { lock: true })
    await refuseAccount(tx, email, role)
    const renewed = { invited_by: admin.id, expires_at: expiryAfter(now) }
    await tx.updateTable('invitation').set(renewed).where('id', '=', id).execute()
    await tx.deleteFrom('invitation_link').where('invitation_id', '=', id).execute()
    await queueInvitation(tx, { id, email }, context)
    await record(tx, context, admin, { id, role }, 'send invitation again')
  })
}

/** Withdraws an invitation: its links end. ShopError 404 when it is accepted, withdrawn or unknown. */
export async function withdrawInvitation(context: Context, admin: Admin, id: string): Promise<void> {
  await context.db.transaction().execute(async tx => {
    await lockUsers(tx)
    await requireAdmin(tx, admin)
    const { role } = await findOpen(tx, id, { lock: true })
    await tx.updateTable('invitation').set({ withdrawn_at: context.clock.now() }).where('id', '=', id).execute()
    await record(tx, context, admin, { id, role }, 'withdraw invitation')
  })
}

/** The address of an open invitation. ShopError 404 when it is accepted, withdrawn or unknown. */
export const findInvitationEmail = async (db: Db, id: string): Promise<string> =>
  (await findOpen(db, id, { lock: false })).email

async function findOpen(db: Db | Tx, id: string, { lock }: { lock: boolean }) {
  const open = db
    .selectFrom('invitation')
    .select(['email', 'role'])
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
  const invitation = validate(id) ? await (lock ? open.forUpdate() : open).executeTakeFirst() : undefined
  if (!invitation) throw notFound('Invitation')
  return invitation
}

/** They may no longer be one since the request began. */
async function requireAdmin(tx: Tx, { id }: Admin): Promise<void> {
  const admin = tx.selectFrom('user').select('id').where('id', '=', id).where('role', '=', 'admin')
  if (!(await admin.where('deleted_at', 'is', null).executeTakeFirst())) throw adminOnly()
}

async function refuseAccount(tx: Tx, email: string, role: InvitedRole): Promise<void> {
  const account = await tx
    .selectFrom('user')
    .select(['email', 'role', 'deleted_at'])
    .where(hasEmail(email))
    .orderBy(exactEmailFirst(email), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!account) return
  if (account.deleted_at) throw conflict(`The account ${account.email} was deleted. Take that back in the audit first.`)
  if (needsNoInvitation(account.role, role))
    throw conflict(`${account.email} is ${account.role === 'admin' ? 'an admin' : 'staff'} already.`)
}

/** An expired invitation makes room for a new one. */
async function refuseOpenOnes(tx: Tx, email: string, now: Date): Promise<void> {
  await sql`
    update invitation set withdrawn_at = ${now}
    where lower(email) = lower(${email}) and accepted_at is null and withdrawn_at is null and expires_at <= ${now}`.execute(
    tx,
  )
  const { rows } = await sql<{ isInvited: boolean; open: number }>`
    select coalesce(bool_or(lower(email) = lower(${email})), false) as "isInvited", count(*)::int as open
    from invitation where accepted_at is null and withdrawn_at is null`.execute(tx)
  const { isInvited = false, open = 0 } = rows[0] ?? {}
  if (isInvited) throw conflict(`${email} is invited already. Send that invitation again, or withdraw it first.`)
  if (open >= maxOpenInvitations)
    throw conflict(`There are ${maxOpenInvitations} open invitations. Withdraw some of them first.`)
}

/** The address stands in the invitation alone, so that it can be erased. */
const record = (tx: Tx, book: Context, admin: Admin, { id, role }: { id: string; role: InvitedRole }, action: string) =>
  recordAuditEntry(tx, { actor: admin.id, action, record: 'invitation', recordId: id, after: { role } }, book)
