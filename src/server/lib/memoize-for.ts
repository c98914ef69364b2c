import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Wraps a query that may hang or is expensive: it runs at most once in `everyMs`, and never twice at the same time.
 * @param ask may fail, which counts as no answer
 * @returns a function with the last known answer, or `silent` when there was no answer within `deadlineMs`
 */
export function memoizeFor<T>(
  ask: () => Promise<T>,
  { silent, everyMs, deadlineMs }: { silent: T; everyMs: number; deadlineMs: number },
): () => Promise<T> {
  let asking: Promise<T> | undefined
  let known: Promise<T> | undefined
  let knownAt = 0

  function askAnew(): Promise<T> {
    asking ??= ask()
      .catch(() => silent)
      .finally(() => {
        asking = undefined
      })
    return Promise.race([asking, sleep(deadlineMs, silent, { ref: false })])
  }

  return () => {
    const now = performance.now()
    if (known === undefined || now - knownAt >= everyMs) {
      knownAt = now
      known = askAnew()
    }
    return known
  }
}
