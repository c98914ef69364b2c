import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'

/** Time and ids come from here and are passed in, so that a test can hold them still. */
export interface Clock {
  now(): Date
}

export interface Ids {
  /** A uuid v7: sorts by the time it was made. */
  uuid(): string
  /** 128 random bits in hex, for ids that must not be guessed. */
  secret(): string
}

export const systemClock: Clock = { now: () => new Date() }
export const randomIds: Ids = { uuid: () => v7(), secret: () => randomBytes(16).toString('hex') }
