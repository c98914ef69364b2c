import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'

/** `/health/live`: the process answers. `/health/ready`: its database answers too, else 503. */
export const healthRoutes: FastifyPluginAsync<{ db: Db }> = async (app, { db }) => {
  app.get('/live', { config: { access: 'anyone' } }, async () => ({ status: 'ok' }))
  app.get('/ready', { config: { access: 'anyone' } }, async () => {
    await sql`select 1`.execute(db)
    return { status: 'ok' }
  })
}
