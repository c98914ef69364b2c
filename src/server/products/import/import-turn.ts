import { setTimeout as wait } from 'node:timers/promises'
import { busy } from '../../lib/errors.ts'

const maxWaitMs = 15_000
const pollEveryMs = 50

/**
 * Allows one file to be read at a time. The next one waits up to 15 s, because after a disconnect the data
 * already received is still read.
 * @returns a function that runs a job; it throws ShopError 503 when another file is still being read after the wait
 */
export function oneFileAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let isReading = false

  return async job => {
    for (let waited = 0; isReading; waited += pollEveryMs) {
      if (waited >= maxWaitMs) throw busy(undefined, 'Another file is being read: wait until it is done.')
      await wait(pollEveryMs)
    }
    isReading = true
    try {
      return await job()
    } finally {
      isReading = false
    }
  }
}
