import type { FastifyInstance } from 'fastify'
import type { ScheduleWatch } from '../products/schedule/watch.ts'
import type { ResponseCache } from './cache-plugin.ts'
import type { Changes, Listener } from './changes.ts'
import { tags } from './tags.ts'

/** What else follows the changes. */
interface Followers {
  settings: { refresh(): Promise<void>; refreshed(): Promise<void>; setListening(isListening: boolean): void }
  members: { drop(): void; setListening(isListening: boolean): void }
  schedule: Pick<ScheduleWatch, 'refresh' | 'refreshed' | 'follow'>
  line: { hear(changed: string[] | 'all'): void; look(): void }
}

/**
 * Invalidates cached responses when their data changes: in this process before the change is answered, and in others as soon
 * as they are notified.
 */
export async function startCacheInvalidation(
  app: FastifyInstance,
  cache: Pick<ResponseCache, 'drop' | 'setListening'>,
  subscribe: (listener: Listener) => Promise<Changes>,
  { settings, members, schedule, line }: Followers,
): Promise<void> {
  const changes = await subscribe({
    onChange(changed) {
      line.hear(changed)
      if (changed !== 'all' && changed.every(tag => tag === tags.checkoutLine)) return // no response shows the line
      cache.drop(changed)
      members.drop()
      if (changed === 'all' || changed.includes(tags.settings) || changed.includes(tags.content))
        void settings.refresh()
      if (changed === 'all' || changed.includes(tags.products)) void schedule.refresh()
    },
    onListening(isListening) {
      cache.setListening(isListening)
      settings.setListening(isListening)
      members.setListening(isListening)
      if (!isListening) return
      void settings.refresh() // a change may have been missed
      void schedule.refresh()
      line.look()
    },
  })
  schedule.follow(changes.caughtUp)
  app.addHook('onClose', changes.close)
  // The cache would answer idle connections for as long as they send requests, and so keep them open during the shutdown.
  app.addHook('preClose', async () => cache.setListening(false))
  // Only changes by authorised callers change shared data. Otherwise strangers could make every process wait for notifications.
  app.addHook('onSend', async ({ method, caller }) => {
    if (!caller || method === 'GET' || method === 'HEAD') return
    await changes.caughtUp()
    await Promise.all([settings.refreshed(), schedule.refreshed()])
  })
}
