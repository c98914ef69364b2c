import type { FastifyInstance } from 'fastify'
import type { ResponseCache } from './cache-plugin.ts'
import type { Changes, Listener } from './changes.ts'

/**
 * Keeps the shared answers as fresh as the database: what a change makes old is forgotten before the change is answered, and in
 * other processes as soon as they hear of it.
 */
export async function startCacheInvalidation(
  app: FastifyInstance,
  cache: Pick<ResponseCache, 'drop' | 'hears'>,
  subscribe: (listener: Listener) => Promise<Changes>,
): Promise<void> {
  const changes = await subscribe({ onChange: cache.drop, onHearing: cache.hears })
  app.addHook('onClose', changes.close)
  // Closing connections are no longer answered at once, or they would stay open for as long as they ask.
  app.addHook('preClose', async () => cache.hears(false))
  // Only who is let in changes what all see; strangers who try would keep every process listening.
  app.addHook('onSend', async ({ method, caller }) => {
    if (caller && method !== 'GET' && method !== 'HEAD') await changes.caughtUp()
  })
}
