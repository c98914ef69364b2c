import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { OwnSession } from '#domain/users/own-session.ts'
import { forgetDevice } from '../auth/devices.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { failureLimiter, limiter } from '../http/limits/rate-limit.ts'
import { sendFile } from '../http/send-file.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import type { Accounts } from '../users/accounts.ts'
import { endAccess } from '../users/queries.ts'
import { eraseAccount } from './erase-account.ts'
import { writeOwnData } from './own-data.ts'
import { endOtherSessions, endOwnSession, findOwnSessions } from './own-sessions.ts'
import { findOwnSizes, saveOwnSizes } from './own-sizes.ts'

const Nothing = Ok(Type.Null())
const signedIn = { access: 'signed-in' } as const

const getSessions = { summary: 'Where you are signed in', response: { 200: Ok(Type.Array(OwnSession)) } }
const deleteSession = {
  summary: 'End one of your sessions',
  params: Type.Object({ id: Type.String() }),
  response: { 200: Nothing },
}
const postEndOthers = {
  summary: 'End all your sessions but this one',
  response: { 200: Ok(Type.Object({ ended: Type.Integer() })) },
}
const postEndAll = {
  summary: 'End all your sessions including this one, and forget your known browsers',
  response: { 200: Nothing },
}
const getMyData = {
  summary: 'Everything that the shop knows about you, as a JSON file; five an hour',
  produces: ['application/json'],
}
const OwnSizes = Type.Object({
  sizes: Type.Array(Type.String({ maxLength: 20 }), { maxItems: 40, description: 'Codes of fits, such as clothes-M' }),
})
const getSizes = { summary: 'The sizes that you keep in your account', response: { 200: Ok(OwnSizes) } }
const putSizes = {
  summary: 'Keep your sizes in your account; an empty list keeps none',
  body: OwnSizes,
  response: { 200: Ok(OwnSizes) },
}
const postErase = {
  summary: 'Erase your account for good: orders and reviews stay without you',
  body: Type.Object({
    password: Type.String({ maxLength: 1024 }),
    code: Type.Optional(Type.String({ maxLength: 64, description: 'Where signing in takes a second step' })),
  }),
  response: { 200: Nothing },
}

const inTurn = limitConcurrency(2, 8)

/** `/api/auth`: a user's sessions and sizes, the export of their data, and the erasure of their account. */
export const ownDataRoutes: FastifyPluginAsyncTypebox<Accounts> = async (app, accounts) => {
  const { db, sessions, clock, origin } = accounts
  const countFile = limiter('ownData', accounts)
  const guessPassword = failureLimiter('login', accounts)
  const guessCode = failureLimiter('code', accounts)

  app.get('/sessions', { schema: getSessions, config: signedIn }, async request =>
    ok(await findOwnSessions(accounts, callerOf(request).id, request)),
  )

  app.delete('/sessions/:id', { schema: deleteSession, config: signedIn }, async request => {
    await endOwnSession(accounts, callerOf(request).id, request.params.id)
    return ok(null, 'The session has ended')
  })

  app.post('/sessions/end-others', { schema: postEndOthers, config: signedIn }, async request => {
    const ended = await endOtherSessions(accounts, callerOf(request).id, request)
    return ok({ ended }, 'All other sessions have ended')
  })

  app.post('/sessions/end-all', { schema: postEndAll, config: signedIn }, async (request, reply) => {
    const { id } = callerOf(request)
    await db.transaction().execute(tx => endAccess(tx, id))
    await sessions.end(request, reply)
    forgetDevice(reply)
    return ok(null, 'You are signed out everywhere')
  })

  app.get('/my-data', { schema: getMyData, exposeHeadRoute: false, config: signedIn }, async (request, reply) => {
    const { id } = callerOf(request)
    const uncount = await countFile(id)
    const name = `my-data-${clock.now().toISOString().slice(0, 10)}.json`
    const file = { name, type: 'application/json; charset=utf-8', inTurn }
    return await sendFile(reply, file, () => writeOwnData({ db, clock, origin }, id)).catch(async error => {
      await uncount()
      throw error
    })
  })

  app.get('/sizes', { schema: getSizes, config: signedIn }, async request =>
    ok({ sizes: await findOwnSizes(db, callerOf(request).id) }),
  )

  app.put('/sizes', { schema: putSizes, config: signedIn }, async request =>
    ok({ sizes: await saveOwnSizes(db, callerOf(request).id, request.body.sizes) }),
  )

  app.post('/erase', { schema: postErase, config: signedIn }, async (request, reply) => {
    const { id } = callerOf(request)
    const { password, code = '' } = request.body
    // Counted apart from the login, so that failed logins cannot lock a signed-in user out of this.
    const guesses = { password: await guessPassword(id), code: () => guessCode(`${id} signed in`) }
    await eraseAccount(accounts, id, { password, code: code.trim() }, guesses)
    await sessions.end(request, reply)
    forgetDevice(reply)
    return ok(null, 'Your account is erased')
  })
}
