import { undoDays } from '#domain/audit.ts'
import { type InvitedRole, type OpenedInvitation, roleAfter } from '#domain/users/invitation.ts'
import { passwordError } from '#domain/users/password.ts'
import type { Role } from '#domain/users/user.ts'
import { isReserved, isUsername } from '../../account/profile-fields.ts'
import { recordAuditEntry } from '../../audit/record.ts'
import { hashPassword } from '../../auth/password-hash.ts'
import { freeEmail } from '../../auth/register.ts'
import type { Db, Tx } from '../../db/connection.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { badRequest, conflict } from '../../lib/errors.ts'
import { claimGuestOrders } from '../../privacy/erase-guest.ts'
import type { Accounts } from '../accounts.ts'
import { exactEmailFirst, hasEmail } from '../email-queries.ts'
import { lockUsers } from '../queries.ts'
import { findInvitationOf, type LinkedInvitation } from './queries.ts'

type Context = Pick<Accounts, 'db' | 'clock' | 'ids' | 'sessions'>

/**
 * The invitation of a link.
 * @throws ShopError 400 for an unknown link, 409 when it is expired, withdrawn or accepted
 */
export async function openInvitation(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<OpenedInvitation> {
  const { email, role } = await findUsable(db, token, clock.now())
  return { email, role, hasAccount: (await findAccountAt(db, email, clock.now())) !== undefined }
}

/**
 * Opens an account for who holds the link: it proves the mailbox, so the e-mail is confirmed.
 * @throws ShopError 400 for an unknown link, or a username or password that cannot be used; after that the link still works. 409
 * when it is expired, withdrawn or accepted, or the address has an account
 */
export async function acceptAsNew(
  context: Context,
  { token, username: typed, password }: { token: string; username: string; password: string },
): Promise<void> {
  const { db, clock, ids } = context
  const now = clock.now()
  const { email } = await findUsable(db, token, now)
  const username = typed.trim()
  if (username === '') throw badRequest('Please type a username.')
  if (!isUsername(username) || isReserved(username)) throw badRequest('Please choose another username.')
  const reason = passwordError(password, { email, username })
  if (reason) throw badRequest(reason)
  const password_hash = await hashPassword(password)
  await freeEmail(db, email, now)
  await db.transaction().execute(async tx => {
    const { id, role } = await lockUsable(tx, token, now)
    if (await findAccountAt(tx, email, now)) throw hasAccount()
    const user = { id: ids.uuid(), username, email, role, password_hash, created_at: now, email_verified_at: now }
    const made = await tx
      .insertInto('user')
      .values(user)
      .onConflict(clash => clash.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw hasAccount() // registered in this moment
    await finish(tx, context, { invitationId: id, user: { ...user, before: 'user' }, role, now })
  })
}

/**
 * Gives the rights of an invitation to the account that it was sent to. Who only registered with somebody's address cannot open
 * their mailbox, and who can open it is not signed in to that account: so both are needed.
 * @throws ShopError 400 for an unknown link, 409 when it is expired, withdrawn or accepted, or that of another address
 */
export async function acceptAsUser(context: Context, caller: SignedIn, token: string): Promise<void> {
  const now = context.clock.now()
  await context.db.transaction().execute(async tx => {
    const { id, email, role } = await lockUsable(tx, token, now)
    const account = await findAccountAt(tx, email, now)
    if (account?.id !== caller.id)
      throw conflict(`This invitation is for another address. You are logged in as ${caller.email}: log out first.`)
    const user = { id: caller.id, email: caller.email, before: account.role }
    const next = roleAfter(account.role, role)
    await tx.updateTable('user').set({ role: next, email_verified_at: now }).where('id', '=', caller.id).execute()
    if (next !== account.role) await context.sessions.renewAll(tx, caller.id)
    await finish(tx, context, { invitationId: id, user, role: next, now })
  })
}

const hasAccount = () =>
  conflict('There is an account with this address. Log in to it, and accept the invitation then.')

async function lockUsable(tx: Tx, token: string, now: Date) {
  await lockUsers(tx) // of two who accept at once, the second sees what the first has done
  return await findUsable(tx, token, now)
}

async function findUsable(db: Db | Tx, token: string, now: Date): Promise<LinkedInvitation> {
  const invitation = await findInvitationOf(db, token)
  if (!invitation)
    throw badRequest('This link is not valid. Please open the link in the newest e-mail, or ask for a new one.')
  if (invitation.accepted_at) throw conflict('This invitation was accepted already. Please log in.')
  const isStillInvited = invitation.inviterRole === 'admin' && invitation.inviterDeletedAt === null
  if (invitation.withdrawn_at || !isStillInvited)
    throw conflict('This invitation was withdrawn. Please ask the shop for a new one.')
  if (invitation.expires_at <= now) throw conflict('This invitation has expired. Please ask the shop for a new one.')
  return invitation
}

/** A deletion that can no longer be undone frees the address. */
const isErasable = (deletedAt: Date, now: Date) => +now - +deletedAt > undoDays * 24 * 60 * 60_000

/** The account with this address. ShopError 409 when it was deleted, and that can still be undone. */
async function findAccountAt(db: Db | Tx, email: string, now: Date) {
  const account = await db
    .selectFrom('user')
    .select(['id', 'role', 'deleted_at'])
    .where(hasEmail(email))
    .orderBy(exactEmailFirst(email), 'desc')
    .limit(1)
    .executeTakeFirst()
  if (account?.deleted_at && isErasable(account.deleted_at, now)) return undefined
  if (account?.deleted_at) throw conflict('The account with this address was deleted. Please ask the shop.')
  return account
}

interface Accepted {
  invitationId: string
  user: { id: string; email: string; before: Role }
  role: Role | InvitedRole
  now: Date
}

async function finish(tx: Tx, book: Context, { invitationId, user, role, now }: Accepted): Promise<void> {
  await tx.updateTable('invitation').set({ accepted_at: now }).where('id', '=', invitationId).execute()
  await claimGuestOrders(tx, user.id, user.email)
  const entry = { actor: user.id, action: 'accept invitation', record: 'user', recordId: user.id } as const
  await recordAuditEntry(tx, { ...entry, before: { role: user.before }, after: { role } }, book)
}
