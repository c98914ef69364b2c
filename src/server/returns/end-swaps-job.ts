import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { endOldSwaps } from './end-swaps.ts'

const tenMinutesMs = 10 * 60_000

/**
 * Ends swaps whose goods did not arrive, every ten minutes.
 * @returns a handle whose `close` stops it after the current run
 */
export function startEndingSwaps(
  context: Parameters<typeof endOldSwaps>[0],
  log: Pick<Log, 'warn'>,
): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: tenMinutesMs,
      runsAtStart: true,
      run: () => endOldSwaps(context),
      messageFor: () => 'swaps that are no longer held could not be ended, the shop will try again',
    },
    log,
  )
}
