import { sql } from 'kysely'
import type { Invitation, InvitedRole } from '#domain/users/invitation.ts'
import type { Role } from '#domain/users/user.ts'
import type { Db, Tx } from '../../db/connection.ts'
import { hashToken, newToken } from '../../http/sessions.ts'

const dayMs = 24 * 60 * 60_000
const retentionMs = 30 * dayMs

/** The invitations that are neither accepted nor withdrawn, newest first. */
export async function findInvitations(db: Db, now: Date): Promise<Invitation[]> {
  const { rows } = await sql<InvitationRow>`
    select invitation.id, invitation.email, invitation.role, inviter.email as "invitedBy", invitation.created_at as "invitedAt",
      expires_at as "expiresAt", sent_at is not null as "isSent", failed_at is not null as "isFailed", failure,
      expires_at <= ${now} or inviter.role <> 'admin' or inviter.deleted_at is not null as "isExpired"
    from invitation
      join "user" inviter on inviter.id = invited_by
      left join lateral (
        select sent_at, failed_at, failure from mail
        where mail.invitation_id = invitation.id order by mail.created_at desc, mail.id desc limit 1
      ) newest on true
    where accepted_at is null and withdrawn_at is null
    order by invitation.created_at desc, invitation.id desc`.execute(db)
  return rows.map(({ id, isSent, isFailed, failure, invitedAt, expiresAt, ...row }) => ({
    ...row,
    _id: id,
    invitedAt: invitedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    mail: isSent ? 'sent' : isFailed ? 'failed' : 'waiting',
    mailFailure: isSent ? null : failure,
  }))
}

interface InvitationRow {
  id: string
  email: string
  role: InvitedRole
  invitedBy: string
  invitedAt: Date
  expiresAt: Date
  isSent: boolean
  isFailed: boolean
  failure: string | null
  isExpired: boolean
}

/** An invitation with its end, and whether who invited is still an admin. */
export interface LinkedInvitation {
  id: string
  email: string
  role: InvitedRole
  expires_at: Date
  accepted_at: Date | null
  withdrawn_at: Date | null
  inviterRole: Role
  inviterDeletedAt: Date | null
}

/** The invitation of a link; undefined when the link is unknown, or a later e-mail has replaced it. */
export async function findInvitationOf(db: Db | Tx, token: string): Promise<LinkedInvitation | undefined> {
  return await db
    .selectFrom('invitation_link')
    .innerJoin('invitation', 'invitation.id', 'invitation_id')
    .innerJoin('user as inviter', 'inviter.id', 'invited_by')
    .select(['invitation.id', 'invitation.email', 'invitation.role', 'expires_at', 'accepted_at', 'withdrawn_at'])
    .select(['inviter.role as inviterRole', 'inviter.deleted_at as inviterDeletedAt'])
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
}

/** Makes a link of an invitation, of which only the hash is stored; undefined when it cannot be accepted any more. */
export async function addInvitationLink(db: Db, id: string, now: Date) {
  const invitation = await db
    .selectFrom('invitation')
    .select(['email', 'role'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!invitation) return undefined
  const token = newToken()
  await db
    .insertInto('invitation_link')
    .values({ token_hash: hashToken(token), invitation_id: id })
    .execute()
  return { ...invitation, token }
}

/** Deletes all invitations of these e-mails, which are in lower case, with their links and e-mails. */
export async function eraseInvitations(tx: Tx, emails: string[]): Promise<void> {
  await sql`delete from invitation where lower(email) = any(${emails})`.execute(tx)
}

/** Deletes invitations 30 days after their end. */
export async function deleteOldInvitations(db: Db, now: Date): Promise<void> {
  await sql`
    delete from invitation
    where coalesce(accepted_at, withdrawn_at, expires_at) < ${new Date(+now - retentionMs)}`.execute(db)
}
