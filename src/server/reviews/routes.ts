import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../db/connection.ts'
import type { Limits } from '../http/limits.ts'
import type { Clock, Ids } from '../providers/clock.ts'

/** `/api/reviews`: what customers say of products. */
export const reviewRoutes: FastifyPluginAsyncTypebox<{
  db: Db
  clock: Clock
  ids: Ids
  limits: Limits
}> = async () => {}
