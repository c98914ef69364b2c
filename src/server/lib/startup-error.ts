/** The shop cannot start. The message tells its owner in one sentence why and what to do, and is shown without a stack. */
export class StartupError extends Error {
  override name = 'StartupError'
}
