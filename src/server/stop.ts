import type { Server } from 'node:http'

const patience = 10_000
const repeatedSignal = 500

/**
 * Ends the process on Ctrl-C, SIGTERM or a closed terminal: `close` after whatever is starting has started, with up to ten
 * seconds for the requests that run. A second Ctrl-C cuts them off.
 * @param starting settles when there is something to close
 */
export function closeOnSignal(
  starting: Promise<unknown>,
  close: () => Promise<void>,
  server: () => Server | undefined,
): void {
  let firstSignal: number | undefined

  const cutOff = () => server()?.closeAllConnections()

  async function stop() {
    if (firstSignal !== undefined) {
      // npm passes on the Ctrl-C that the terminal has already sent to everybody.
      if (Date.now() - firstSignal < repeatedSignal) return
      setTimeout(() => process.exit(1), 3_000).unref()
      return cutOff()
    }
    firstSignal = Date.now()
    setTimeout(cutOff, patience).unref()
    setTimeout(() => process.exit(1), 2 * patience).unref() // a start that hangs has nothing to lose
    await Promise.allSettled([starting])
    // A connection that was busy when the server began to close would otherwise stay open, waiting for its next request.
    setInterval(() => server()?.closeIdleConnections(), 50).unref()
    await close()
    process.exit()
  }

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}
