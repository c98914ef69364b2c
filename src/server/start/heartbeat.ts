import type { Worker } from 'node:cluster'

const intervalMs = 3_000
/** A worker that leaves so many heartbeats in a row unanswered, 15 s, counts as frozen. */
const maxMissed = 5
/** The same during its start, 2 min: it cannot answer while it loads. */
const maxMissedAtStart = 40

type Heartbeat = { heartbeat: 'ping' | 'pong' }

const isHeartbeat = (message: unknown): message is Heartbeat =>
  typeof message === 'object' && message !== null && 'heartbeat' in message

/**
 * For the first process: sends heartbeats to the workers and kills one that is frozen; the caller replaces it. It counts
 * heartbeats instead of time, so that no worker misses any while the machine sleeps or this process is stopped.
 * @param onFrozen is called with a worker before it is killed, by SIGKILL because no other signal ends a stopped process
 */
export function watchWorkers(workers: ReadonlySet<Worker>, onFrozen: (worker: Worker) => void) {
  const missed = new WeakMap<Worker, number>()

  function sendHeartbeats() {
    for (const worker of workers) {
      const before = missed.get(worker) ?? maxMissed - maxMissedAtStart
      if (before === maxMissed) {
        onFrozen(worker)
        worker.process.kill('SIGKILL')
      } else missed.set(worker, before + 1)
      if (worker.isConnected()) worker.send({ heartbeat: 'ping' } satisfies Heartbeat)
    }
  }

  const timer = setInterval(sendHeartbeats, intervalMs).unref()
  return {
    /** Expects this worker to answer from now on. */
    markOpen: (worker: Worker) => void missed.set(worker, 0),
    /** Takes a message of a worker. @returns whether it was an answer to a heartbeat */
    receive(worker: Worker, message: unknown): boolean {
      if (!isHeartbeat(message)) return false
      missed.set(worker, 0)
      return true
    },
    close: () => clearInterval(timer),
  }
}

/** For a worker: answers from its event loop, because a blocked event loop serves no visitors. */
export function answerHeartbeats(): void {
  process.on('message', message => {
    if (isHeartbeat(message) && process.connected) process.send?.({ heartbeat: 'pong' } satisfies Heartbeat)
  })
}
