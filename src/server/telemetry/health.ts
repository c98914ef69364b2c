import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { busy } from '../lib/errors.ts'
import { type DependencyStates, needsAttention } from './dependency-checks.ts'

/** The documentation asks for a health check every five seconds at least; some are late. */
const maxPauseMs = 6_000
const recentMs = 2 * maxPauseMs
/** Checks that arrive closer together have waited for this process: they count as one. */
const atOnceMs = 50

/** Whether a load balancer may send visitors here. */
export interface Readiness {
  /** Notes a health check. @throws ShopError 503 when the shop is about to close */
  check(): void
}

/**
 * Delays the shutdown until a load balancer that checks regularly has learned of it, because a connection that the shop has not
 * accepted yet would break. Until a check has failed, and for one more interval of the checks, the shop answers as usual.
 */
export function openReadiness(app: FastifyInstance, acceptWaiting: () => Promise<void>): Readiness {
  const noticed = Promise.withResolvers<void>()
  let checkedAt: number[] = []
  let isClosing = false

  app.addHook('preClose', async () => {
    isClosing = true
    await untilNoticed()
    await acceptWaiting() // a connection that the kernel has made and Node has not accepted would be cut off
  })

  async function untilNoticed(): Promise<void> {
    const now = performance.now()
    const recent = checkedAt.filter(at => now - at < recentMs)
    const pauses = recent.slice(1).map((at, n) => at - (recent[n] ?? 0))
    const sinceLast = now - (recent.at(-1) ?? 0)
    if (pauses.length === 0 || sinceLast > maxPauseMs) return
    await Promise.race([noticed.promise, sleep(maxPauseMs, undefined, { ref: false })])
    const left = maxPauseMs - (performance.now() - now)
    await sleep(Math.max(0, Math.min(left, Math.max(...pauses))))
  }

  return {
    check() {
      const now = performance.now()
      checkedAt = checkedAt.filter(at => now - at < recentMs)
      if (now - (checkedAt.at(-1) ?? 0) >= atOnceMs) checkedAt.push(now)
      if (!isClosing) return
      noticed.resolve()
      throw busy(undefined, 'The shop is closing. Please try again in a moment.')
    },
  }
}

/** The database counts as unreachable when it takes longer. */
const timeoutMs = 2_000

interface Options {
  db: Db
  readiness: Readiness
  /** The states of what the shop can do without for a while; it never fails. */
  dependencies: () => Promise<DependencyStates>
}

/**
 * `/health/live`: the process answers. `/health/ready`: whether visitors may be sent here, with the state of each dependency. It
 * answers 503 without the database or when the shop is about to close. Other failures get 200, because they affect all processes
 * at once, and a shop without pictures still sells.
 */
export const healthRoutes: FastifyPluginAsync<Options> = async (app, { db, readiness, dependencies }) => {
  let running: Promise<'ok' | 'unreachable'> | undefined
  let degraded = ''

  /** Concurrent health checks share one query. */
  function database() {
    running ??= queryDatabase().finally(() => {
      running = undefined
    })
    return running
  }

  const queryDatabase = () =>
    Promise.race([
      sql`select 1`.execute(db).then(
        () => 'ok' as const,
        () => 'unreachable' as const,
      ),
      sleep(timeoutMs, 'unreachable' as const, { ref: false }),
    ])

  app.get('/live', { config: { access: 'anyone' } }, async () => ({ status: 'ok' }))
  app.get('/ready', { config: { access: 'anyone' } }, async (_request, reply) => {
    readiness.check()
    reply.header('Cache-Control', 'no-store')
    if ((await database()) === 'unreachable') {
      reply.status(503).header('Retry-After', 2)
      return { status: 'unavailable', checks: { database: 'unreachable' } }
    }
    const states = await dependencies()
    const checks = { database: 'ok', ...states }
    const now = needsAttention(states) ? JSON.stringify(checks) : ''
    if (now !== degraded) app.log.warn({ checks }, now ? 'the shop needs attention' : 'the shop is well again')
    degraded = now
    return { status: now ? 'degraded' : 'ok', checks }
  })
}
