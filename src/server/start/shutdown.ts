const gracePeriodMs = 10_000
const repeatedSignalMs = 500

/** The server that visitors are connected to. */
export interface Connected {
  /** Whether it still accepts connections. */
  listening: boolean
  closeAllConnections(): void
  closeIdleConnections(): void
}

/** Ends the process on Ctrl-C, SIGTERM or a closed terminal; the parameters are those of `shutdownHandler`. */
export function closeOnSignal(...parts: Parameters<typeof shutdownHandler>): void {
  const stop = shutdownHandler(...parts)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/**
 * Returns a function that ends the process: it waits for the start, then calls `close`, with up to ten seconds for running
 * requests. A second call cuts them off.
 * @param starting settles when the start is over
 */
export function shutdownHandler(
  starting: Promise<unknown>,
  close: () => Promise<void>,
  connected: () => Connected | undefined,
): () => Promise<void> {
  let firstCall: number | undefined

  const cutOff = () => connected()?.closeAllConnections()

  return async () => {
    if (firstCall !== undefined) {
      // The terminal sends Ctrl-C to all processes, and npm forwards it once more.
      if (Date.now() - firstCall < repeatedSignalMs) return
      setTimeout(() => process.exit(1), 3_000).unref()
      return cutOff()
    }
    firstCall = Date.now()
    setTimeout(cutOff, gracePeriodMs).unref()
    setTimeout(() => process.exit(1), 2 * gracePeriodMs).unref() // also ends a start that hangs
    await Promise.allSettled([starting])
    // A connection that was busy when the server began to close would otherwise stay open for its next request.
    // While the server listens, closing an idle connection could break a request that is already on its way.
    setInterval(() => connected()?.listening || connected()?.closeIdleConnections(), 50).unref()
    await close()
    process.exit()
  }
}
