import type { Server } from 'node:net'

/** About 5 ms, so that new connections cannot keep the requests under way from being served. */
const maxTurns = 100

/** Accepts the connections that wait in the kernel. */
export interface AcceptConnections {
  /** Returns when no connection waits any more, or after 100 turns of the event loop. */
  acceptWaiting(): Promise<void>
}

/**
 * Node accepts one connection in each turn of its event loop. While each turn takes long, as when pages are rendered, most
 * visitors of a flood would wait for seconds without an answer, not even the refusal. In ten times too many requests for pages,
 * the slowest payment took 0.8 s with this and 6.7 to 8.3 s without (`node tests/chaos/load.ts --short`).
 */
export function openAcceptConnections(server: Server): AcceptConnections {
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  return {
    async acceptWaiting() {
      await endOfTurn()
      for (let turn = 0, before = -1; turn < maxTurns && before !== accepted; turn++) {
        before = accepted
        await endOfTurn()
      }
    },
  }
}

const endOfTurn = () => new Promise(setImmediate)
