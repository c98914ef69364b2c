import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from '../lib/log.ts'
import { StartupError } from '../lib/startup-error.ts'
import { passMetricsOn } from '../telemetry/aggregate-workers.ts'
import { answerBeats, watchWorkers } from './heartbeat.ts'
import type { Serving } from './listen.ts'

/** What a worker tells the process that has started it. */
type Report = { open: string } | { failed: string }

const minWaitMs = 100
const maxWaitMs = 30_000
/** Whoever lasts so long has not failed at its start. */
const lastsMs = 10_000
const disconnectMs = 1_000

/**
 * Starts processes that serve visitors, all on one port. One that ends is replaced, later each time when it ends at once; one
 * that no longer answers is killed.
 * @param env what they are told beside the settings
 * @throws StartupError with what the first one says that cannot start
 */
export async function serveInProcesses(
  count: number,
  env: Record<string, string>,
  log: Pick<Log, 'warn'>,
): Promise<Serving> {
  const opened = Promise.withResolvers<string>()
  const workers = new Set<Worker>()
  const passOn = passMetricsOn(workers)
  const heartbeat = watchWorkers(workers, ({ process: { pid } }) =>
    log.warn({ pid }, 'a process that serves visitors does not answer and is killed'),
  )
  let open = 0
  let isClosing = false

  async function supervise() {
    for (let failures = 0; !isClosing; ) {
      const { isOpen, livedMs, end } = await start()
      if (isClosing) return
      if (!isOpen) opened.reject(new StartupError(end)) // heard only until all are open
      failures = isOpen && livedMs > lastsMs ? 0 : failures + 1
      const waitMs = Math.min(maxWaitMs, minWaitMs * 2 ** failures)
      log.warn({ end, waitMs }, 'a process that served visitors has ended, another takes its place')
      await new Promise(resolve => setTimeout(resolve, waitMs))
    }
  }

  /** @returns when it has ended, and all that it said was heard */
  async function start() {
    const worker = cluster.fork(env)
    workers.add(worker)
    const startedAt = Date.now()
    let isOpen = false
    let said: string | undefined
    worker.on('message', (report: Report) => {
      if (heartbeat.hears(worker, report) || passOn(worker, report)) return
      if ('failed' in report) said = report.failed
      else {
        isOpen = true
        heartbeat.isOpen(worker)
        if (isClosing) tell(worker)
        if (++open === count) opened.resolve(report.open)
      }
    })
    const disconnected = once(worker, 'disconnect')
    const [code, signal] = await once(worker, 'exit')
    // What it said last is heard by then; one that was killed while it was handed a connection never disconnects.
    await Promise.race([disconnected, new Promise(resolve => setTimeout(resolve, disconnectMs))])
    workers.delete(worker)
    const end = said ?? `A process that serves visitors has ended (${signal ?? `code ${code}`}).`
    return { isOpen, livedMs: Date.now() - startedAt, end }
  }

  const supervised = Array.from({ length: count }, supervise)
  const tellAll = () => workers.forEach(tell)
  async function close() {
    isClosing = true
    tellAll()
    await Promise.all([...workers].map(worker => once(worker, 'exit')))
    heartbeat.close()
  }
  try {
    return {
      address: await opened.promise,
      connected: { listening: true, closeAllConnections: tellAll, closeIdleConnections },
      close,
    }
  } catch (error) {
    void Promise.all(supervised)
    await close()
    throw error
  }
}

const closeMessage = 'close'

/** The first time it finishes what runs, the second time it does not. */
const tell = (worker: Worker) => worker.isConnected() && worker.send(closeMessage, ignoreEnded)

/** Without a callback, Node would end this process when the worker has ended meanwhile (EPIPE). */
const ignoreEnded = () => undefined

/** Each does that by itself. */
const closeIdleConnections = () => undefined

/** For a worker: answers when it is asked for a sign of life, and `stop` is called when the process that has started it says so. With that process it ends in any case. */
export function closeWhenTold(stop: () => void): void {
  answerBeats()
  process.on('message', message => {
    if (message === closeMessage) stop()
  })
  process.on('SIGTERM', stop)
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined) // the terminal tells everybody
}

/** For a worker: returns when it has been heard, or nobody listens. */
export const report = (what: Report): Promise<void> =>
  new Promise(resolve => {
    if (process.connected) process.send?.(what, undefined, undefined, () => resolve())
    else resolve()
  })
