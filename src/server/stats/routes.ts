import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { AdminStats, SalesStats, TodayStats, UserStats } from '#domain/stats.ts'
import type { Db } from '../db/connection.ts'
import { callerOf } from '../http/access.ts'
import { askedUser } from '../http/asked-user.ts'
import { Ok, ok } from '../http/envelope.ts'
import type { Clock } from '../lib/clock.ts'
import { notFound } from '../lib/errors.ts'
import { findAdminStats, readYear } from './admin-stats.ts'
import { findSalesStats, findTodayStats } from './dashboard-queries.ts'
import { findUserStats } from './queries.ts'

const getUserStats = {
  summary: "A customer's figures, by id or e-mail",
  params: Type.Object({ id: Type.String() }),
  response: { 200: Ok(UserStats) },
}
const getAdminStats = {
  summary: "The shop's figures; `year` is that of the monthly earnings",
  querystring: Type.Object({ year: Type.Optional(Type.String()) }),
  response: { 200: Type.Object({ ...Ok(AdminStats).properties, ...AdminStats.properties }) },
}
const getTodayStats = {
  summary: 'What waits for an admin: orders, payments, messages and e-mails',
  response: { 200: Ok(TodayStats) },
}
const getSalesStats = {
  summary: 'Orders and earnings of each of the last 30 days in UTC, and the ten products sold most in them',
  response: { 200: Ok(SalesStats) },
}

/** `/api/stats`: figures for the dashboards. */
export const statsRoutes: FastifyPluginAsyncTypebox<{ db: Db; clock: Clock }> = async (app, { db, clock }) => {
  app.get('/user-stats/:id', { schema: getUserStats, config: { access: 'self or admin' } }, async request => {
    const stats = await findUserStats(db, askedUser(callerOf(request), request.params.id))
    if (!stats) throw notFound('User')
    return ok(stats)
  })

  app.get('/admin-stats', { schema: getAdminStats, config: { access: 'admin' } }, async ({ query }) => {
    const stats = await findAdminStats(db, readYear(query.year, clock.now()))
    return { ...ok(stats), ...stats }
  })

  app.get('/today', { schema: getTodayStats, config: { access: 'admin' } }, async () => ok(await findTodayStats(db)))

  app.get('/sales', { schema: getSalesStats, config: { access: 'admin' } }, async () =>
    ok(await findSalesStats(db, clock.now())),
  )
}
