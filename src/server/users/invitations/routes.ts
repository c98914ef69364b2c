import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { literals } from '#domain/schema.ts'
import { Invitation, invitedRoles, OpenedInvitation } from '#domain/users/invitation.ts'
import { userLimits } from '#domain/users/user.ts'
import { callerOf } from '../../http/access.ts'
import { Ok, ok } from '../../http/envelope.ts'
import { limiter } from '../../http/limits/rate-limit.ts'
import type { Accounts } from '../accounts.ts'
import { acceptAsNew, acceptAsUser, openInvitation } from './accept.ts'
import { findInvitationEmail, invite, readInvitedEmail, resendInvitation, withdrawInvitation } from './invite.ts'
import { findInvitations } from './queries.ts'

const admin = { access: 'admin' } as const
const anyone = { access: 'anyone' } as const
const ById = Type.Object({ id: Type.String() })
const token = Type.String({ maxLength: 128 })
const Nothing = { 200: Ok(Type.Null()) }

const listInvitations = {
  summary: 'The invitations that are neither accepted nor withdrawn, newest first',
  response: { 200: Ok(Type.Array(Invitation)) },
}
const postInvitation = {
  summary: 'Invite an address to work in the shop, by an e-mail with a link; 20 e-mails an hour, 3 to one address',
  body: Type.Object({ email: Type.String({ maxLength: userLimits.email }), role: literals(invitedRoles) }),
  response: { 201: Ok(Type.Null()) },
}
const postResend = { summary: 'Send an invitation again; its earlier links end', params: ById, response: Nothing }
const deleteInvitation = { summary: 'Withdraw an invitation', params: ById, response: Nothing }
const postOpen = {
  summary: 'What the link of an invitation is for',
  body: Type.Object({ token }),
  response: { 200: Ok(OpenedInvitation) },
}
const postAccept = {
  summary: 'Accept an invitation as a new user: the account is open, and its e-mail confirmed',
  body: Type.Object({ token, username: Type.String({ maxLength: 1024 }), password: Type.String({ maxLength: 1024 }) }),
  response: { 201: Ok(Type.Null()) },
}
const postAcceptOwn = {
  summary: 'Accept an invitation for the account that it was sent to',
  body: Type.Object({ token }),
  response: Nothing,
}

/** `/api/auth/invitations`: inviting people to work in the shop. */
export const invitationRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, clock } = accounts
  const countOfAdmin = limiter('invitation', accounts)
  const countOfMailbox = limiter('invitationMail', accounts)

  /** Does what sends an e-mail, within the limits. What is refused does not count. */
  async function withinLimits(adminId: string, email: string, work: () => Promise<void>): Promise<void> {
    const uncount: (() => Promise<void>)[] = []
    try {
      uncount.push(await countOfAdmin(adminId))
      uncount.push(await countOfMailbox(email.toLowerCase()))
      await work()
    } catch (error) {
      for (const each of uncount) await each()
      throw error
    }
  }

  app.get('/', { schema: listInvitations, config: admin }, async () => ok(await findInvitations(db, clock.now())))

  app.post('/', { schema: postInvitation, config: admin }, async (request, reply) => {
    const caller = callerOf(request)
    const email = readInvitedEmail(request.body.email)
    await withinLimits(caller.id, email, () => invite(accounts, caller, email, request.body.role))
    return reply.status(201).send(ok(null, `An invitation is on its way to ${email}.`))
  })

  app.post('/:id/resend', { schema: postResend, config: admin }, async request => {
    const [caller, { id }] = [callerOf(request), request.params]
    const email = await findInvitationEmail(db, id)
    await withinLimits(caller.id, email, () => resendInvitation(accounts, caller, id))
    return ok(null, `The invitation is on its way to ${email} again.`)
  })

  app.delete('/:id', { schema: deleteInvitation, config: admin }, async request => {
    await withdrawInvitation(accounts, callerOf(request), request.params.id)
    return ok(null, 'The invitation is withdrawn')
  })

  app.post('/open', { schema: postOpen, config: anyone }, async ({ body }) =>
    ok(await openInvitation(accounts, body.token)),
  )

  app.post('/accept', { schema: postAccept, config: anyone }, async (request, reply) => {
    await acceptAsNew(accounts, request.body)
    return reply.status(201).send(ok(null, 'Welcome. You can log in now.'))
  })

  app.post('/accept-signed-in', { schema: postAcceptOwn, config: { access: 'signed-in' } }, async request => {
    await acceptAsUser(accounts, callerOf(request), request.body.token)
    return ok(null, 'Welcome.')
  })
}
