import { busy } from './errors.ts'

/** Runs a job, or throws ShopError 503 at once. */
export interface ConcurrencyLimit {
  <T>(job: () => Promise<T>): Promise<T>
  /** Whether the next job would be refused. */
  isFull(): boolean
  /** How many more jobs would begin at once. */
  free(): number
  /** How many jobs are running and waiting now, and how many have been refused. */
  load: { running: number; waiting: number; refused: number }
}

/**
 * Runs at most `atOnce` jobs at the same time and lets at most `waiting` more wait, first come, first served. Further jobs are
 * refused.
 * @param before is awaited before each job
 */
export function limitConcurrency(atOnce: number, waiting: number, before?: () => Promise<void>): ConcurrencyLimit {
  const load = { running: 0, waiting: 0, refused: 0 }
  const queue: (() => void)[] = []

  const isFull = () => load.running >= atOnce && queue.length >= waiting

  const free = () => Math.max(0, atOnce - load.running)

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

  return Object.assign(run, { isFull, free, load })
}
