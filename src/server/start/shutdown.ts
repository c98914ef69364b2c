const patience = 10_000
const repeatedSignal = 500

/** Whom visitors are connected to. */
export interface Connected {
  /** Whether more may come. */
  listening: boolean
  closeAllConnections(): void
  closeIdleConnections(): void
}

/**
 * Ends the process on Ctrl-C, SIGTERM or a closed terminal, as `closer` says.
 */
export function closeOnSignal(...parts: Parameters<typeof closer>): void {
  const stop = closer(...parts)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

/**
 * What ends the process: `close` after whatever is starting has started, with up to ten seconds for the requests that run.
 * Called once more, it cuts them off.
 * @param starting settles when there is something to close
 */
export function closer(
  starting: Promise<unknown>,
  close: () => Promise<void>,
  connected: () => Connected | undefined,
): () => Promise<void> {
  let firstCall: number | undefined

  const cutOff = () => connected()?.closeAllConnections()

  return async () => {
    if (firstCall !== undefined) {
      // npm passes on the Ctrl-C that the terminal has already sent to everybody.
      if (Date.now() - firstCall < repeatedSignal) return
      setTimeout(() => process.exit(1), 3_000).unref()
      return cutOff()
    }
    firstCall = Date.now()
    setTimeout(cutOff, patience).unref()
    setTimeout(() => process.exit(1), 2 * patience).unref() // a start that hangs has nothing to lose
    await Promise.allSettled([starting])
    // A connection that was busy when the server began to close would otherwise stay open, waiting for its next request.
    // Before that, closing one that is idle might meet its next request half way.
    setInterval(() => connected()?.listening || connected()?.closeIdleConnections(), 50).unref()
    await close()
    process.exit()
  }
}
