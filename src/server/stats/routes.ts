import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../db/connection.ts'

/** `/api/stats`: figures for the dashboards. */
export const statsRoutes: FastifyPluginAsyncTypebox<{ db: Db }> = async () => {}
