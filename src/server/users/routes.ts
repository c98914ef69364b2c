import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { User } from '#domain/user.ts'
import type { Db } from '../db/connection.ts'
import { Ok, ok } from '../http/answer.ts'
import type { Limits } from '../http/limits.ts'
import type { Sessions } from '../http/sessions.ts'
import type { Clock, Ids } from '../providers/clock.ts'
import type { ImageStorage } from '../providers/images/disk.ts'
import { findUser } from './queries.ts'

interface Options {
  db: Db
  sessions: Sessions
  images: ImageStorage
  clock: Clock
  ids: Ids
  limits: Limits
  /** Where visitors find the shop. */
  origin: string
}

const getSession = {
  summary: 'Who is signed in: the user, or null',
  response: { 200: Ok(Type.Object({ user: Type.Union([User, Type.Null()]) })) },
}

/** `/api/auth`: accounts and sessions. */
export const userRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { db, sessions }) => {
  app.get('/session', { schema: getSession, config: { access: 'anyone' } }, async (request, reply) => {
    const caller = await sessions.find(request, reply)
    return ok({ user: (caller && (await findUser(db, caller.id))) ?? null })
  })
}
