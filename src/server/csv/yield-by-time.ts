import { setImmediate } from 'node:timers/promises'

const turnMs = 10

/**
 * What long work awaits after every small step: once it has held the event loop for 10 ms, every request that waits is looked
 * at before it goes on.
 */
export function yieldByTime(): () => Promise<void> {
  let since = performance.now()

  return async () => {
    if (performance.now() - since < turnMs) return
    await setImmediate()
    since = performance.now()
  }
}
