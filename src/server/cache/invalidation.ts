import type { FastifyInstance } from 'fastify'
import type { ResponseCache } from './cache-plugin.ts'
import type { Changes, Listener } from './changes.ts'

/**
 * Invalidates cached responses when their data changes: in this process before the change is answered, and in others as soon
 * as they are notified.
 */
export async function startCacheInvalidation(
  app: FastifyInstance,
  cache: Pick<ResponseCache, 'drop' | 'setListening'>,
  subscribe: (listener: Listener) => Promise<Changes>,
): Promise<void> {
  const changes = await subscribe({ onChange: cache.drop, onListening: cache.setListening })
  app.addHook('onClose', changes.close)
  // The cache would answer idle connections for as long as they send requests, and so keep them open during the shutdown.
  app.addHook('preClose', async () => cache.setListening(false))
  // Only changes by authorised callers change shared data. Otherwise strangers could make every process wait for notifications.
  app.addHook('onSend', async ({ method, caller }) => {
    if (caller && method !== 'GET' && method !== 'HEAD') await changes.caughtUp()
  })
}
