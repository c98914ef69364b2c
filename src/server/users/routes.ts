import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { changePassword } from '../account/change-password.ts'
import { editProfile } from '../account/edit-profile.ts'
import { giveDevice } from '../auth/devices.ts'
import { openLogin } from '../auth/login.ts'
import { notValid, register } from '../auth/register.ts'
import { resetPassword } from '../auth/reset-password.ts'
import { verifyEmail } from '../auth/verify-email.ts'
import { callerOf } from '../http/access.ts'
import { ok } from '../http/envelope.ts'
import { failureLimiter, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import type { NewSession } from '../http/sessions.ts'
import { pictureBodyLimit, readDataUrl } from '../images/data-url.ts'
import { saveProfilePicture } from '../images/profile-picture.ts'
import { queueEmailVerification, queuePasswordReset } from '../mail/queue.ts'
import type { Accounts } from './accounts.ts'
import { findUser } from './queries.ts'
import * as schema from './schemas.ts'

/** `/api/auth`: accounts and sessions. */
export const userRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, sessions, origin } = accounts
  const login = openLogin(accounts)
  const countRegistration = limiter('register', accounts)
  const countReset = limiter('passwordReset', accounts)
  const countUpload = limiter('upload', accounts)
  const countPicture = limiter('profilePictures', accounts)
  const guessOldPassword = failureLimiter('login', accounts)

  function giveCookies(reply: FastifyReply, { session, device }: { session: NewSession; device?: string }) {
    sessions.giveCookie(reply, session)
    if (device) giveDevice(reply, device, origin)
  }

  app.get('/session', { schema: schema.getSession, config: { access: 'anyone' } }, async (request, reply) => {
    const caller = await sessions.find(request, reply)
    return ok({ user: (caller && (await findUser(db, caller.id))) ?? null })
  })

  app.post(
    '/register',
    { schema: schema.postRegister, attachValidation: true, config: { access: 'anyone' } },
    async (request, reply) => {
      await countRegistration(visitorOf(request))
      if (request.validationError) throw notValid()
      return reply.status(201).send(ok(await register(accounts, request.body), 'Registration successful!'))
    },
  )

  app.post('/login', { schema: schema.postLogin, config: { access: 'anyone' } }, async (request, reply) => {
    const { device } = request.cookies
    const userAgent = request.headers['user-agent']
    const code = request.body.code?.trim() ?? ''
    const signedIn = await login({ ...request.body, code, address: visitorOf(request), device, userAgent })
    await sessions.end(request, reply)
    giveCookies(reply, signedIn)
    const { session, user } = signedIn
    return { success: true as const, message: 'Login successful!', token: session.bearer, user }
  })

  app.post('/logout', { schema: schema.postLogout, config: { access: 'anyone' } }, async (request, reply) => {
    await sessions.end(request, reply)
    return ok(null, 'logout successful')
  })

  app.patch('/edit-profile/:id', { schema: schema.patchProfile, config: { access: 'self' } }, async request => {
    const user = await editProfile(accounts, callerOf(request).id, request.body)
    return ok({ ...user, user }, 'Profile Update Successfully')
  })

  app.post(
    '/profile-image',
    { schema: schema.postProfileImage, bodyLimit: pictureBodyLimit, config: { access: 'signed-in' } },
    async (request, reply) => {
      const { id: caller } = callerOf(request)
      await countUpload(caller)
      const uncount = await countPicture(caller)
      try {
        const id = await saveProfilePicture(accounts, caller, readDataUrl(request.body.image))
        return reply.status(201).send(ok({ url: `${origin}/images/${id}/320.webp` }))
      } catch (error) {
        await uncount()
        throw error
      }
    },
  )

  app.post(
    '/change-password',
    { schema: schema.postChangePassword, config: { access: 'signed-in' } },
    async (request, reply) => {
      const { id } = callerOf(request)
      const sent = { guess: await guessOldPassword(id), userAgent: request.headers['user-agent'] }
      giveCookies(reply, await changePassword(accounts, id, request.body, sent))
      return ok(null, 'Password changed')
    },
  )

  app.post(
    '/ask-verification',
    { schema: schema.postAskVerification, config: { access: 'signed-in' } },
    async request => {
      const { email } = callerOf(request)
      await queueEmailVerification(db, email, accounts)
      return ok(null, `A link is on its way to ${email}.`)
    },
  )

  app.post('/verify-email', { schema: schema.postVerifyEmail, config: { access: 'signed-in' } }, async request =>
    ok(await verifyEmail(accounts, callerOf(request), request.body.token), 'Your e-mail is confirmed'),
  )

  app.post('/forgot-password', { schema: schema.postForgotPassword, config: { access: 'anyone' } }, async request => {
    const { email } = request.body
    await countReset(visitorOf(request))
    if (email.includes('@')) await queuePasswordReset(db, email, accounts) // an old account may have an address that is refused today
    return ok(null, 'If there is an account with this address, a link is on its way.')
  })

  app.post('/reset-password', { schema: schema.postResetPassword, config: { access: 'anyone' } }, async request => {
    await resetPassword(accounts, request.body)
    return ok(null, 'Password changed')
  })
}
