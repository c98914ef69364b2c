import type { RunningServer } from './listen.ts'

/** What this process has opened. */
export interface Running {
  /** Close functions, called in reverse order. */
  opened: (() => Promise<unknown>)[]
  serving?: RunningServer
}
