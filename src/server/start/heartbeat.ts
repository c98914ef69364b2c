import type { Worker } from 'node:cluster'

const beatMs = 3_000
/** After so many beats in a row without an answer, 15 s, a process counts as frozen. */
const maxMissed = 5
/** While it starts, 2 min: it answers nothing as long as it loads. */
const maxMissedAtStart = 40

type Beat = { beat: 'asked' | 'answered' }

const isBeat = (message: unknown): message is Beat =>
  typeof message === 'object' && message !== null && 'beat' in message

/**
 * For the first process: asks the others whether they still answer, and kills one that is frozen; whoever started it replaces it.
 * It counts beats and no time: while the machine sleeps, or this process itself stands still, nobody misses any.
 * @param onFrozen is told of a worker before it is killed; only SIGKILL ends a process that is stopped
 */
export function watchWorkers(workers: ReadonlySet<Worker>, onFrozen: (worker: Worker) => void) {
  const missed = new WeakMap<Worker, number>()

  function beat() {
    for (const worker of workers) {
      const before = missed.get(worker) ?? maxMissed - maxMissedAtStart
      if (before === maxMissed) {
        onFrozen(worker)
        worker.process.kill('SIGKILL')
      } else missed.set(worker, before + 1)
      if (worker.isConnected()) worker.send({ beat: 'asked' } satisfies Beat)
    }
  }

  const timer = setInterval(beat, beatMs).unref()
  return {
    /** From now on a worker is expected to answer. */
    isOpen: (worker: Worker) => void missed.set(worker, 0),
    /** Takes a message of a worker. @returns whether it was an answer to a beat */
    hears(worker: Worker, message: unknown): boolean {
      if (!isBeat(message)) return false
      missed.set(worker, 0)
      return true
    },
    close: () => clearInterval(timer),
  }
}

/** For a worker: answers from its event loop, which is what serves visitors. */
export function answerBeats(): void {
  process.on('message', message => {
    if (isBeat(message) && process.connected) process.send?.({ beat: 'answered' } satisfies Beat)
  })
}
