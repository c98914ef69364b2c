import { busy } from './errors.ts'

/** Runs a job, or throws ShopError 503 at once. */
export interface ConcurrencyLimit {
  <T>(job: () => Promise<T>): Promise<T>
  /** Whether it would throw. */
  isFull(): boolean
  /** How many are running and waiting now, and how many were refused until now. */
  load: { running: number; waiting: number; refused: number }
}

/**
 * Lets `atOnce` jobs run at the same time and as many wait as `waiting` says; first come, first served. One more is refused.
 * @param before is awaited before each job
 */
export function limitConcurrency(atOnce: number, waiting: number, before?: () => Promise<void>): ConcurrencyLimit {
  const load = { running: 0, waiting: 0, refused: 0 }
  const queue: (() => void)[] = []

  const isFull = () => load.running >= atOnce && queue.length >= waiting

  async function run<T>(job: () => Promise<T>): Promise<T> {
    if (isFull()) {
      load.refused += 1
      throw busy()
    }
    if (load.running < atOnce) load.running += 1
    else {
      load.waiting += 1
      await new Promise<void>(takeOver => queue.push(takeOver))
      load.waiting -= 1
    }
    try {
      await before?.()
      return await job()
    } finally {
      const takeOver = queue.shift()
      if (takeOver) takeOver()
      else load.running -= 1
    }
  }

  return Object.assign(run, { isFull, load })
}
