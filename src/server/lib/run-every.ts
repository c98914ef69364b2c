import type { Log } from './log.ts'

/** Work that repeats for as long as the shop runs. */
export interface PeriodicJob {
  /** The pause between the end of one run and the beginning of the next. */
  everyMs: number
  /** Also runs at once; otherwise the first run begins after `everyMs`. */
  runsAtStart: boolean
  /** Asked before each run, which is skipped when the answer is no. */
  mayRun?(): Promise<boolean>
  /** @param signal is aborted when the shop closes */
  run(signal: AbortSignal): Promise<unknown>
  /** The log message of a failed run. The next run is tried all the same. */
  messageFor(error: unknown): string
  /** Closing does not wait for the current run, and does not log its failure. */
  isAbandonedOnClose?: boolean
}

/**
 * Repeats a job, one run after the other.
 * @returns a handle whose `close` stops it after the current run
 */
export function runEvery(job: PeriodicJob, log: Pick<Log, 'warn'>): { close(): Promise<void> } {
  const closing = new AbortController()
  const { signal } = closing
  let timer: NodeJS.Timeout | undefined
  let running = job.runsAtStart ? repeat() : Promise.resolve()
  if (!job.runsAtStart) plan()

  async function repeat() {
    try {
      if (!job.mayRun || (await job.mayRun())) await job.run(signal)
    } catch (error) {
      if (!(job.isAbandonedOnClose && signal.aborted)) log.warn({ err: error }, job.messageFor(error))
    }
    if (!signal.aborted) plan()
  }

  function plan() {
    timer = setTimeout(() => {
      running = repeat()
    }, job.everyMs).unref()
  }

  return {
    async close() {
      closing.abort()
      clearTimeout(timer)
      if (!job.isAbandonedOnClose) await running
    },
  }
}
