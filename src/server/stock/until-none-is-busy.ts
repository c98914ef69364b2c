import { setTimeout as sleep } from 'node:timers/promises'

const maxTries = 25
const pauseMs = 40

/**
 * Tries again, for a second, what has to wait until an order is settled.
 * @param attempt returns what was busy
 * @returns what is busy still
 */
export async function untilNoneIsBusy<Item>(
  items: Item[],
  attempt: (items: Item[]) => Promise<Item[]>,
): Promise<Item[]> {
  let busy = await attempt(items)
  for (let tried = 1; busy.length > 0 && tried < maxTries; tried += 1) {
    await sleep(pauseMs)
    busy = await attempt(busy)
  }
  return busy
}
