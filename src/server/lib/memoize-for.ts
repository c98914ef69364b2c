import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What asks something that may hang, or costs something: at most once in `everyMs`, and not again while it has not answered.
 * @param ask may fail, which counts as no answer
 * @returns what is known of it, `silent` when there was no answer within `deadlineMs`
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
