import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** Time and ids are injected through this, so that a test can control them. */
export interface Clock {
  now(): Date
}

export interface Ids {
  /** A uuid v7, which sorts by creation time. */
  uuid(): string
  /** 128 random bits in hex, for ids that nobody may guess. */
  secret(): string
}

export const systemClock: Clock = { now: () => new Date() }
export const randomIds: Ids = { uuid: () => v7(), secret: () => randomBytes(16).toString('hex') }

/** Asked before anything old is deleted for good: false while the clock is in doubt. See `openClockGuard`. */
export type MayDelete = () => Promise<boolean>
