/** The shop cannot start, and the message tells its owner in one sentence why and what to do. Shown without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
