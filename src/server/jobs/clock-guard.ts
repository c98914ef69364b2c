import { undoDays } from '#domain/audit.ts'
import { type ClockState, dayMs, judgeClock, sayClock } from '#domain/clock-state.ts'
import type { Db } from '../db/connection.ts'
import type { Clock, MayDelete } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { runEvery } from '../lib/run-every.ts'
import { beat, findHeartbeat, noteBehind, setBack } from './clock-queries.ts'
import { ntpTime } from './ntp-time.ts'

interface GuardContext {
  db: Db
  clock: Clock
  /** Asks the payment provider for its time; missing when it has none of its own. */
  askTime?: () => Promise<Date>
  /** The machine's time when NTP keeps it right. */
  askNtp?: () => Promise<Date | undefined>
  log: Pick<Log, 'warn'>
}

export interface ClockGuard {
  /** Whether the clock can be trusted. Asks others only when it is in doubt, and logs the doubt once. */
  check(): Promise<ClockState>
  mayDelete: MayDelete
  /** Checks the clock, and notes the hour when it can be trusted. */
  beat(): Promise<void>
}

const hourMs = 60 * 60_000
/** An answer takes seconds; a zone or a day set wrong is further off. */
const agreesMs = hourMs / 2
/** What was deleted while the clock was behind could be undone for so long. */
const holdMs = (undoDays + 1) * dayMs

/**
 * Lets jobs delete for good only while the clock of the machine can be trusted: it is not behind the last hour that the shop has seen,
 * nor more than a day ahead of it, unless the payment provider or NTP confirms it.
 */
export function openClockGuard({ db, clock, askTime, askNtp = ntpTime, log }: GuardContext): ClockGuard {
  let told: ClockState['state'] = 'trusted'

  async function check(): Promise<ClockState> {
    const heartbeat = await findHeartbeat(db)
    const judged = judgeClock(clock.now(), heartbeat)
    const isDoubtful = judged.state === 'behind' || judged.state === 'ahead'
    if (!heartbeat || (!isDoubtful && !heartbeat.wasBehind)) return tell(judged)
    if (isDoubtful && !(await isConfirmed())) {
      if (+clock.now() < +heartbeat.seenAt - dayMs) await noteBehind(db)
      return tell(judged)
    }
    const now = clock.now()
    if (isDoubtful)
      log.warn(
        { seenAt: heartbeat.seenAt, now },
        'the clock of this machine is confirmed: the shop goes on from its time',
      )
    await (judged.state === 'behind' ? setBack(db, now) : goOn(now))
    return tell(judgeClock(now, await findHeartbeat(db)))
  }

  const goOn = (now: Date) => beat(db, now, new Date(+now + holdMs))

  async function isConfirmed(): Promise<boolean> {
    const time = (await askTime?.().catch(() => undefined)) ?? (await askNtp())
    return time !== undefined && Math.abs(+time - +clock.now()) <= agreesMs
  }

  function tell(judged: ClockState): ClockState {
    if (judged.state !== 'trusted' && judged.state !== told) log.warn(judged, sayClock(judged))
    told = judged.state
    return judged
  }

  return {
    check,
    mayDelete: async () => (await check()).state === 'trusted',
    async beat() {
      const { state } = await check()
      if (state === 'trusted' || state === 'held') await goOn(clock.now())
    },
  }
}

/**
 * Notes every hour that the clock can be trusted.
 * @returns a handle whose `close` stops it
 */
export function startClockHeartbeat(guard: ClockGuard, log: Pick<Log, 'warn'>): { close(): Promise<void> } {
  return runEvery(
    {
      everyMs: hourMs,
      runsAtStart: true,
      run: guard.beat,
      messageFor: () => 'the hour could not be noted, the shop will try again',
    },
    log,
  )
}
