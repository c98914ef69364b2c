import { setImmediate } from 'node:timers/promises'

const turnMs = 10

/**
 * Long work awaits this after every small step. Once the work has held the event loop for 10 ms, all waiting requests are
 * served before it goes on.
 */
export function yieldByTime(): () => Promise<void> {
  let since = performance.now()

  return async () => {
    if (performance.now() - since < turnMs) return
    await setImmediate()
    since = performance.now()
  }
}
