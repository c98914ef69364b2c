import { setTimeout as wait } from 'node:timers/promises'
import { busy } from '../../lib/errors.ts'

const patienceMs = 6_000
const lookEveryMs = 50

/**
 * Lets one file be read at a time. The next one waits a moment: of a file whose sender has gone, what was sent is read first.
 * @returns what runs a job; it throws ShopError 503 when another one is still being read then
 */
export function oneFileAtATime(): <T>(job: () => Promise<T>) => Promise<T> {
  let isReading = false

  return async job => {
    for (let waited = 0; isReading; waited += lookEveryMs) {
      if (waited >= patienceMs) throw busy(undefined, 'Another file is being read: wait until it is done.')
      await wait(lookEveryMs)
    }
    isReading = true
    try {
      return await job()
    } finally {
      isReading = false
    }
  }
}
