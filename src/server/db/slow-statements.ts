import type { LogEvent } from 'kysely'
import { throttle } from '../lib/throttle.ts'

export interface SlowLog {
  warn(about: object, message: string): void
}

export const slowMs = 500
const maxTextLength = 500
/** The number of statements that are counted separately; their texts come from the code, but lists make many of them. */
const maxKnown = 200

/**
 * Logs slow statements: their text, never their values, and each at most once in five seconds.
 * @returns the listener for Kysely's log events
 */
export function slowStatements(log: SlowLog): (event: LogEvent) => void {
  const reporters = new Map<string, (ms: number) => void>()
  const others = reporterFor('others')

  function reporterFor(statement: string) {
    return throttle<number>((ms, times) => log.warn({ statement, ms, times }, 'slow statement'))
  }

  return ({ query, queryDurationMillis }) => {
    if (queryDurationMillis < slowMs) return
    const statement = query.sql.replace(/\s+/g, ' ').trim().slice(0, maxTextLength)
    let report = reporters.get(statement)
    if (!report) {
      report = reporters.size < maxKnown ? reporterFor(statement) : others
      if (report !== others) reporters.set(statement, report)
    }
    report(Math.round(queryDurationMillis))
  }
}
