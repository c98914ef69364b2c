import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { callerOf } from '../../http/access.ts'
import { ok } from '../../http/envelope.ts'
import { failureLimiter } from '../../http/limits/rate-limit.ts'
import type { Accounts } from '../../users/accounts.ts'
import * as schema from '../../users/schemas.ts'
import { giveDevice } from '../devices.ts'
import { findSecondFactor } from './queries.ts'
import { beginSecondFactor, confirmSecondFactor, renewRecoveryCodes, turnOffSecondFactor } from './two-factor.ts'

/** `/api/auth/second-factor`: codes beside the password. Only staff and admins turn it on; any user who has it on may turn it off. */
export const secondFactorRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, sessions, origin } = accounts
  const guessPassword = failureLimiter('login', accounts)
  const guessCode = failureLimiter('code', accounts)
  // Counted apart from the login, so that failed logins cannot lock a signed-in user out of these routes.
  const guessCodeOf = (id: string) => guessCode(`${id} signed in`)
  const guessesOf = async (id: string) => ({ password: await guessPassword(id), code: () => guessCodeOf(id) })

  app.get('/', { schema: schema.getSecondFactor, config: { access: 'signed-in' } }, async request => {
    return ok(await findSecondFactor(db, callerOf(request).id))
  })

  app.post('/begin', { schema: schema.beginSecondFactor, config: { access: 'staff' } }, async request => {
    const { id } = callerOf(request)
    const asked = { password: request.body.password, shopName: app.shopFrame().name }
    return ok(await beginSecondFactor(accounts, id, asked, await guessPassword(id)))
  })

  app.post('/confirm', { schema: schema.confirmSecondFactor, config: { access: 'staff' } }, async (request, reply) => {
    const { id } = callerOf(request)
    const sent = { guess: await guessCodeOf(id), userAgent: request.headers['user-agent'] }
    const { codes, session, device } = await confirmSecondFactor(accounts, id, request.body.code, sent)
    sessions.giveCookie(reply, session)
    giveDevice(reply, device, origin)
    return ok({ codes }, 'Two-step sign-in is on')
  })

  app.post('/recovery-codes', { schema: schema.renewRecoveryCodes, config: { access: 'signed-in' } }, async request => {
    const { id } = callerOf(request)
    return ok(await renewRecoveryCodes(accounts, id, request.body, await guessesOf(id)), 'These are your new codes')
  })

  app.post('/off', { schema: schema.turnOffSecondFactor, config: { access: 'signed-in' } }, async request => {
    const { id } = callerOf(request)
    await turnOffSecondFactor(accounts, id, request.body, await guessesOf(id))
    return ok(null, 'Two-step sign-in is off')
  })
}
