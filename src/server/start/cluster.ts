import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from '../lib/log.ts'
import { StartupError } from '../lib/startup-error.ts'
import { relayMetrics } from '../telemetry/aggregate-workers.ts'
import { answerHeartbeats, watchWorkers } from './heartbeat.ts'
import type { RunningServer } from './listen.ts'

/** Variable with the URL of the embedded database, for workers. In DATABASE_URL it would count as shared with other machines. */
export const ownDatabase = 'OWN_DATABASE_URL'

/** A message of a worker to the first process. */
type Report = { open: string } | { failed: string }

const minWaitMs = 100
const maxWaitMs = 30_000
/** A worker that runs this long has not failed at its start. */
const stableAfterMs = 10_000
const disconnectMs = 1_000

/**
 * Starts workers that serve visitors, all on one port. It replaces a worker that ends, after a longer pause each time when
 * workers end at once, and kills one that no longer responds.
 * @param env environment variables for the workers, in addition to the settings
 * @throws StartupError with the message of the first worker that cannot start
 */
export async function serveWithWorkers(
  count: number,
  env: Record<string, string>,
  log: Pick<Log, 'warn'>,
): Promise<RunningServer> {
  const opened = Promise.withResolvers<string>()
  const workers = new Set<Worker>()
  const relay = relayMetrics(workers)
  const heartbeat = watchWorkers(workers, ({ process: { pid } }) =>
    log.warn({ pid }, 'a process that serves visitors does not answer and is killed'),
  )
  let open = 0
  let isClosing = false

  async function supervise() {
    for (let failures = 0; !isClosing; ) {
      const { isOpen, livedMs, end } = await start()
      if (isClosing) return
      if (!isOpen) opened.reject(new StartupError(end)) // without effect once all are open
      failures = isOpen && livedMs > stableAfterMs ? 0 : failures + 1
      const waitMs = Math.min(maxWaitMs, minWaitMs * 2 ** failures)
      log.warn({ end, waitMs }, 'a process that served visitors has ended, another takes its place')
      await new Promise(resolve => setTimeout(resolve, waitMs))
    }
  }

  /** Resolves when the worker has ended and all its messages have arrived. */
  async function start() {
    const worker = cluster.fork(env)
    workers.add(worker)
    const startedAt = Date.now()
    let isOpen = false
    let failure: string | undefined
    worker.on('message', (report: Report) => {
      if (heartbeat.receive(worker, report) || relay(worker, report)) return
      if ('failed' in report) failure = report.failed
      else {
        isOpen = true
        heartbeat.markOpen(worker)
        if (isClosing) sendClose(worker)
        if (++open === count) opened.resolve(report.open)
      }
    })
    const disconnected = once(worker, 'disconnect')
    const [code, signal] = await once(worker, 'exit')
    // Its last messages arrive before 'disconnect'; a worker that was killed while it received a connection never disconnects.
    await Promise.race([disconnected, new Promise(resolve => setTimeout(resolve, disconnectMs))])
    workers.delete(worker)
    const end = failure ?? `A process that serves visitors has ended (${signal ?? `code ${code}`}).`
    return { isOpen, livedMs: Date.now() - startedAt, end }
  }

  const supervised = Array.from({ length: count }, supervise)
  const closeAll = () => workers.forEach(sendClose)
  async function close() {
    isClosing = true
    closeAll()
    await Promise.all([...workers].map(worker => once(worker, 'exit')))
    heartbeat.close()
  }
  try {
    return {
      address: await opened.promise,
      connected: { listening: true, closeAllConnections: closeAll, closeIdleConnections },
      close,
    }
  } catch (error) {
    void Promise.all(supervised)
    await close()
    throw error
  }
}

const closeMessage = 'close'

/** The first message lets a worker finish its running requests, the second one cuts them off. */
const sendClose = (worker: Worker) => worker.isConnected() && worker.send(closeMessage, ignoreEnded)

/** Without a callback, Node would end this process with EPIPE when the worker has just ended. */
const ignoreEnded = () => undefined

/** Each worker does that itself. */
const closeIdleConnections = () => undefined

/** For a worker: answers heartbeats, and calls `stop` when the first process sends 'close'. A worker always ends with that process. */
export function closeOnMessage(stop: () => void): void {
  answerHeartbeats()
  process.on('message', message => {
    if (message === closeMessage) stop()
  })
  process.on('SIGTERM', stop)
  // A terminal sends these to all processes; the first one decides.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
}

/** For a worker: sends a message to the first process. Resolves once it is sent, or at once when that process is gone. */
export const reportToPrimary = (message: Report): Promise<void> =>
  new Promise(resolve => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
    else resolve()
  })
