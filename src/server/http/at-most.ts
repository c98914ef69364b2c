import { busy } from './errors.ts'

/**
 * Lets `atOnce` jobs run at the same time and as many wait as `waiting` says; first come, first served.
 * @returns what runs a job; it throws ShopError 503 at once when the queue is full
 */
export function atMost(atOnce: number, waiting: number): <T>(job: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []

  return async job => {
    if (running < atOnce) running += 1
    else if (queue.length < waiting) await new Promise<void>(takeOver => queue.push(takeOver))
    else throw busy()
    try {
      return await job()
    } finally {
      const takeOver = queue.shift()
      if (takeOver) takeOver()
      else running -= 1
    }
  }
}
