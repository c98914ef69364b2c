import type { Server } from 'node:net'

/** About 5 ms, so that nobody who crowds the door can keep those inside from being served. */
const maxTurns = 100

/** Lets in whoever stands at the door of a server. */
export interface Doorway {
  watch(server: Server): void
  /** Returns when nobody stands there any more, or so many have come in that those inside must go on. */
  letIn(): Promise<void>
}

/**
 * Each time Node's event loop goes round it takes in one connection. While each round takes long, as when pages are rendered,
 * most visitors of a flood would wait outside for seconds, and not even hear that the shop is busy.
 */
export function openDoorway(): Doorway {
  let entered = 0
  return {
    watch(server) {
      server.on('connection', () => {
        entered += 1
      })
    },
    async letIn() {
      await endOfTurn()
      for (let turn = 0, before = -1; turn < maxTurns && before !== entered; turn++) {
        before = entered
        await endOfTurn()
      }
    },
  }
}

const endOfTurn = () => new Promise(setImmediate)
