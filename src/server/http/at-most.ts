import { busy } from './errors.ts'

/** Runs a job, or throws ShopError 503 at once. */
export interface Bound {
  <T>(job: () => Promise<T>): Promise<T>
  /** Whether it would throw. */
  isFull(): boolean
}

/**
 * Lets `atOnce` jobs run at the same time and as many wait as `waiting` says; first come, first served. One more is refused.
 * @param before is awaited before each job
 */
export function atMost(atOnce: number, waiting: number, before?: () => Promise<void>): Bound {
  let running = 0
  const queue: (() => void)[] = []

  const isFull = () => running >= atOnce && queue.length >= waiting

  async function run<T>(job: () => Promise<T>): Promise<T> {
    if (isFull()) throw busy()
    if (running < atOnce) running += 1
    else await new Promise<void>(takeOver => queue.push(takeOver))
    try {
      await before?.()
      return await job()
    } finally {
      const takeOver = queue.shift()
      if (takeOver) takeOver()
      else running -= 1
    }
  }

  return Object.assign(run, { isFull })
}
