import type { Clock } from './clock.ts'
import { throttle } from './throttle.ts'

/** Compares our clock with that of an external service, by the `Date` header of its responses. */
export interface ClockWatch {
  note(date: string | null | undefined): void
  /** How far our clock was behind at the last response, in ms: negative when ahead, undefined before the first response. */
  behindMs(): number | undefined
}

/** Responses arrive seconds late; Stripe refuses timestamps that differ by five minutes. */
export const tolerableMs = 2 * 60_000
const tellEveryMs = 10 * 60_000

/** @param host the service that the clock is compared with, for the log */
export function openClockWatch(
  host: string,
  { clock, log }: { clock: Clock; log: { warn(facts: object, message: string): void } },
): ClockWatch {
  let behindMs: number | undefined
  const warn = throttle<number>(
    ms =>
      log.warn(
        { host, minutes: Math.round(ms / 60_000) },
        `the clock of this machine is ${ms > 0 ? 'behind' : 'ahead of'} that of ${host}: set it, and keep it right with NTP`,
      ),
    tellEveryMs,
  )
  return {
    note(date) {
      const theirs = Date.parse(date ?? '')
      if (Number.isNaN(theirs)) return
      behindMs = theirs - +clock.now()
      if (isWrong(behindMs)) warn(behindMs)
    },
    behindMs: () => behindMs,
  }
}

export const isWrong = (behindMs: number | undefined): boolean => Math.abs(behindMs ?? 0) > tolerableMs
