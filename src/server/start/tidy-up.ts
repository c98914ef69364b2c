import { performance } from 'node:perf_hooks'

const firstAfterMs = 3_000
const lookEveryMs = 10_000
/** The part of the time in which a quiet shop has something to do. */
const mostBusy = 0.05
const worthwhileBytes = 16 * 2 ** 20

interface Surroundings {
  /** Collects all garbage and gives free memory back; undefined when node was started without --expose-gc. */
  collect?: () => void
  heapBytes(): number
  /** How busy this process was since it was last asked, from 0 to 1. */
  howBusy(): number
}

/**
 * Gives memory back that only the start has needed, and then, whenever it is quiet, what only a busy time has. A heap that may
 * grow while many ask (see the start command) would keep it: while nobody asks, nothing makes it smaller.
 */
export function keepTidy({ collect, heapBytes, howBusy }: Surroundings = ownProcess()): void {
  let tidyBytes = 0

  function tidyUp() {
    collect?.()
    tidyBytes = heapBytes()
  }
  function look() {
    const isQuiet = howBusy() <= mostBusy
    if (isQuiet && heapBytes() - tidyBytes >= worthwhileBytes) tidyUp()
  }

  setTimeout(() => {
    tidyUp()
    setInterval(look, lookEveryMs).unref()
  }, firstAfterMs).unref()
}

function ownProcess(): Surroundings {
  let before = performance.eventLoopUtilization()
  return {
    collect: globalThis.gc && (() => globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })),
    heapBytes: () => process.memoryUsage().heapTotal,
    howBusy() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      return utilization
    },
  }
}
