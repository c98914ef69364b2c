import { type Static, Type } from 'typebox'
import { literals } from './schema.ts'

/** Whether the shop trusts the clock of its machine. All times are ISO. */
export const ClockState = Type.Object({
  /**
   * `behind`, `ahead`: of the last hour that the shop has seen, and nobody has confirmed it. `held`: it is right again, and what was
   * deleted while it was behind bears a time that is too early. Only with `trusted` is anything deleted for good.
   */
  state: literals(['trusted', 'behind', 'ahead', 'held']),
  now: Type.String(),
  /** The last hour at which it was trusted; missing before the first. */
  seenAt: Type.Optional(Type.String()),
  /** When `held` ends. */
  heldUntil: Type.Optional(Type.String()),
})
export type ClockState = Static<typeof ClockState>

/** The row of the last trusted hour. */
export interface Heartbeat {
  seenAt: Date
  /** Nothing is deleted for good before, because the clock was behind. */
  heldUntil: Date | null
}

const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs
/** Clocks of several machines differ, and NTP sets a clock back by so much. */
const tolerableMs = 2 * minuteMs

/** Judges the clock by the last hour that the shop has seen. A clock that is up to a day ahead is trusted: shops are closed at night. */
export function judgeClock(now: Date, heartbeat: Heartbeat | undefined): ClockState {
  if (!heartbeat) return { state: 'trusted', now: now.toISOString() }
  const { seenAt, heldUntil } = heartbeat
  const aheadMs = +now - +seenAt
  const isHeld = heldUntil !== null && now < heldUntil
  return {
    state: aheadMs < -tolerableMs ? 'behind' : aheadMs > dayMs ? 'ahead' : isHeld ? 'held' : 'trusted',
    now: now.toISOString(),
    seenAt: seenAt.toISOString(),
    ...(isHeld && { heldUntil: heldUntil.toISOString() }),
  }
}

const keepsAll = 'So the shop deletes nothing for good: no account, backup, import, picture, e-mail or old figure.'
const cure =
  'Set the clock, and keep it right with NTP (timedatectl set-ntp true). If it is right: npm run shop -- clock:confirm'

/** The state in sentences for the owner, with the cure. */
export function sayClock({ state, now, seenAt = now, heldUntil = now }: ClockState): string {
  if (state === 'trusted') return 'The clock of this machine is trusted.'
  if (state === 'held')
    return `The clock of this machine was behind, and what was deleted then bears a time that is too early. ${keepsAll} It goes on at ${written(heldUntil)}, or at once after npm run shop -- clock:confirm`
  const by = written(now)
  const other = written(seenAt)
  const difference = `The clock of this machine says ${by}, which is ${spanOf(Date.parse(now) - Date.parse(seenAt))}`
  return state === 'behind'
    ? `${difference} before the last hour that the shop has seen (${other}). ${keepsAll} ${cure}`
    : `${difference} after the last hour that the shop has seen (${other}), and neither the payment provider nor NTP has confirmed it. ${keepsAll} ${cure}`
}

const written = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`

function spanOf(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / minuteMs)
  if (minutes < 120) return `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
