import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { busy } from './errors.ts'

const longestPauseMs = 5_000
const remembered = 5

/** Whether visitors may be sent here. */
export interface Readiness {
  /** Somebody wants to know. @throws ShopError 503 when the shop is about to close */
  ask(): void
}

/**
 * Lets whoever asks regularly hear that the shop is about to close before it takes no more connections: a connection that was
 * made and not yet taken would break. For twice the time between two questions all is answered as ever.
 */
export function openReadiness(app: FastifyInstance): Readiness {
  let asked: number[] = []
  let isClosing = false

  app.addHook('preClose', async () => {
    isClosing = true
    const pauses = [...asked.slice(1), performance.now()].map((at, n) => at - (asked[n] ?? 0))
    const [sinceLast = 0, longest = 0] = [pauses.at(-1), Math.max(...pauses.slice(0, -1))]
    const isRegular = pauses.length > 1 && longest <= longestPauseMs && sinceLast < 2 * longest
    if (isRegular) await sleep(Math.min(longestPauseMs, 2 * longest))
  })

  return {
    ask() {
      asked = [...asked, performance.now()].slice(-remembered)
      if (isClosing) throw busy(undefined, 'The shop is closing. Please try again in a moment.')
    },
  }
}

/** `/health/live`: the process answers. `/health/ready`: its database answers too and it is not about to close, else 503. */
export const healthRoutes: FastifyPluginAsync<{ db: Db; readiness: Readiness }> = async (app, { db, readiness }) => {
  app.get('/live', { config: { access: 'anyone' } }, async () => ({ status: 'ok' }))
  app.get('/ready', { config: { access: 'anyone' } }, async () => {
    readiness.ask()
    await sql`select 1`.execute(db)
    return { status: 'ok' }
  })
}
