import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'
import { hasStaffRights, type Role } from './user.ts'

/** What somebody can be invited as. */
export const invitedRoles = ['staff', 'admin'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/** How long the link of an invitation works, in days. */
export const invitationDays = 7

export const maxOpenInvitations = 100

/** An invitation that nobody has accepted, as admins see it. Times are ISO. */
export const Invitation = Type.Object({
  _id: Type.String(),
  email: Type.String(),
  role: literals(invitedRoles),
  invitedBy: Type.String({ description: "The admin's e-mail" }),
  invitedAt: Type.String(),
  expiresAt: Type.String(),
  isExpired: Type.Boolean({ description: 'Also when who invited is no admin any more' }),
  mail: literals(['waiting', 'sent', 'failed']),
  mailFailure: Type.Union([Type.String(), Type.Null()], {
    description: "The mail server's words",
  }),
})
export type Invitation = Static<typeof Invitation>

/** An invitation as its link shows it. */
export const OpenedInvitation = Type.Object({
  email: Type.String(),
  role: literals(invitedRoles),
  hasAccount: Type.Boolean({ description: 'Then it is accepted by who is signed in to that account' }),
})
export type OpenedInvitation = Static<typeof OpenedInvitation>

const rank: Record<Role, number> = { user: 0, staff: 1, admin: 2 }

/** The role of somebody who accepts an invitation: nobody loses rights by it. */
export const roleAfter = (before: Role, invited: InvitedRole): Role => (rank[before] > rank[invited] ? before : invited)

/** Whether somebody has the rights of an invitation already. */
export const needsNoInvitation = (role: Role, invited: InvitedRole): boolean =>
  hasStaffRights(role) && roleAfter(role, invited) === role
