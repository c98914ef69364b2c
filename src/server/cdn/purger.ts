import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../lib/log.ts'
import type { CdnSettings } from './kinds.ts'
import { openPurgeTarget, type PurgeState } from './purge-target.ts'
import { tagsOfChange } from './surrogate-tags.ts'

/** Tells the caches in front of the shop what has changed. */
export interface Purger {
  /** Purges at once, and again later, what shows these tags. It does not wait, and repeats what is not accepted. */
  purge(changed: readonly string[] | 'all'): void
  state(): PurgeState
  /** Sends what waits, within two seconds. */
  close(): Promise<void>
}

/**
 * A cache may store an old response just after a purge: it had asked for it before this process knew of the change. So each
 * purge is repeated. deploy/varnish stores no response that took longer than 0.5 s; the last one is for caches that do.
 */
const againAfterMs = [600, 2_000]
const closeWithinMs = 2_000

/** Every process that hears of a change purges, so a process that is killed leaves nothing stale as long as another runs. */
export function openPurger(cdn: CdnSettings, log: Pick<Log, 'info' | 'warn'>): Purger {
  const targets = cdn.purgeUrls.map(url => openPurgeTarget(url, cdn, log))
  const planned = new Map<NodeJS.Timeout, string[]>()

  function send(tags: string[]) {
    for (const target of targets) target.add(tags)
  }

  function plan(tags: string[], ms: number) {
    const timer = setTimeout(() => {
      planned.delete(timer)
      send(tags)
    }, ms).unref()
    planned.set(timer, tags)
  }

  return {
    purge(changed) {
      const tags = tagsOfChange(changed)
      if (tags.length === 0) return
      send(tags)
      for (const ms of againAfterMs) plan(tags, ms)
    },

    state() {
      const states = targets.map(target => target.state())
      const sum = (of: 'accepted' | 'failed' | 'waiting') => states.reduce((total, state) => total + state[of], 0)
      return {
        accepted: sum('accepted'),
        failed: sum('failed'),
        waiting: sum('waiting'),
        isFailing: states.some(({ isFailing }) => isFailing),
      }
    },

    async close() {
      for (const [timer, tags] of planned) {
        clearTimeout(timer)
        send(tags)
      }
      planned.clear()
      const giveUp = new AbortController()
      await Promise.race([
        Promise.all(targets.map(target => target.idle())),
        sleep(closeWithinMs, undefined, { signal: giveUp.signal }).catch(() => undefined),
      ])
      giveUp.abort()
      for (const target of targets) target.close()
    },
  }
}
