import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../db/connection.ts'
import { busy } from '../lib/errors.ts'
import { type DependencyStates, needsAttention } from './dependency-checks.ts'

/** Balancers are told to ask every five seconds at least; some are late. */
const maxPauseMs = 6_000
const rememberedMs = 2 * maxPauseMs
/** Questions that come closer together have waited for us: they count as one. */
const atOnceMs = 50

/** Whether visitors may be sent here. */
export interface Readiness {
  /** Somebody wants to know. @throws ShopError 503 when the shop is about to close */
  ask(): void
}

/**
 * Lets whoever asks regularly hear that the shop is about to close before it takes no more connections: a connection that was
 * made and not yet taken would break. Until somebody has heard it, and for as long again as they pause, all is answered as ever.
 */
export function openReadiness(app: FastifyInstance, acceptWaiting: () => Promise<void>): Readiness {
  const heard = Promise.withResolvers<void>()
  let asked: number[] = []
  let isClosing = false

  app.addHook('preClose', async () => {
    isClosing = true
    await untilHeard()
    await acceptWaiting() // a connection that the kernel has made and Node has not accepted would be cut off
  })

  async function untilHeard(): Promise<void> {
    const now = performance.now()
    const recent = asked.filter(at => now - at < rememberedMs)
    const pauses = recent.slice(1).map((at, n) => at - (recent[n] ?? 0))
    const sinceLast = now - (recent.at(-1) ?? 0)
    if (pauses.length === 0 || sinceLast > maxPauseMs) return
    await Promise.race([heard.promise, sleep(maxPauseMs, undefined, { ref: false })])
    const left = maxPauseMs - (performance.now() - now)
    await sleep(Math.max(0, Math.min(left, Math.max(...pauses))))
  }

  return {
    ask() {
      const now = performance.now()
      asked = asked.filter(at => now - at < rememberedMs)
      if (now - (asked.at(-1) ?? 0) >= atOnceMs) asked.push(now)
      if (!isClosing) return
      heard.resolve()
      throw busy(undefined, 'The shop is closing. Please try again in a moment.')
    },
  }
}

/** How long a database may take before visitors are sent elsewhere. */
const patienceMs = 2_000

interface Options {
  db: Db
  readiness: Readiness
  /** Of what visitors can do without for a while; it never fails. */
  dependencies: () => Promise<DependencyStates>
}

/**
 * `/health/live`: the process answers. `/health/ready`: whether visitors may be sent here, with a word for all that the shop needs.
 * 503 without its database or when it is about to close; the rest is told with 200: it fails everywhere at once, and a shop without
 * pictures still sells.
 */
export const healthRoutes: FastifyPluginAsync<Options> = async (app, { db, readiness, dependencies }) => {
  let asking: Promise<'ok' | 'unreachable'> | undefined
  let degraded = ''

  /** However many want to know at once, it is asked once. */
  function database() {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    return asking
  }

  const ask = () =>
    Promise.race([
      sql`select 1`.execute(db).then(
        () => 'ok' as const,
        () => 'unreachable' as const,
      ),
      sleep(patienceMs, 'unreachable' as const, { ref: false }),
    ])

  app.get('/live', { config: { access: 'anyone' } }, async () => ({ status: 'ok' }))
  app.get('/ready', { config: { access: 'anyone' } }, async (_request, reply) => {
    readiness.ask()
    reply.header('Cache-Control', 'no-store')
    if ((await database()) === 'unreachable') {
      reply.status(503).header('Retry-After', 2)
      return { status: 'unavailable', checks: { database: 'unreachable' } }
    }
    const words = await dependencies()
    const checks = { database: 'ok', ...words }
    const now = needsAttention(words) ? JSON.stringify(checks) : ''
    if (now !== degraded) app.log.warn({ checks }, now ? 'the shop needs attention' : 'the shop is well again')
    degraded = now
    return { status: now ? 'degraded' : 'ok', checks }
  })
}
