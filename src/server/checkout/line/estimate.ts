const sampleMs = 500
/** The share of a new sample: after three seconds nine tenths of the figure are new. */
const weight = 0.3
const maxSeconds = 3_600
/** Who is admitted within this time is let in already when they ask. */
const aheadSeconds = 3

/** How fast the line moves. */
export interface LineSpeed {
  /** Notes how many left the line, for whatever reason, within so many milliseconds. */
  note(left: number, ms: number): void
  /** A new line begins. */
  reset(): void
  /** How long it takes until a place is at the front, in whole seconds from 1 to an hour. */
  secondsTo(place: number): number
  /** How many places at the front are let in beside those for whom there is room now. */
  ahead(): number
}

/** @param guess the buyers per second, until the line has moved for half a second */
export function openLineSpeed(guess: number): LineSpeed {
  let perSecond: number | undefined
  let sample = { left: 0, ms: 0 }

  return {
    note(left, ms) {
      sample = { left: sample.left + left, ms: sample.ms + ms }
      if (sample.ms < sampleMs) return
      const now = (sample.left / sample.ms) * 1_000
      perSecond = perSecond === undefined ? now : perSecond + (now - perSecond) * weight
      sample = { left: 0, ms: 0 }
    },
    reset() {
      perSecond = undefined
      sample = { left: 0, ms: 0 }
    },
    secondsTo: place => Math.min(maxSeconds, Math.max(1, Math.ceil(place / (perSecond ?? guess)))),
    ahead: () => Math.floor((perSecond ?? 0) * aheadSeconds),
  }
}
