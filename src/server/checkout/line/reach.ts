import { maxPlaces } from './take-turn.ts'

/** So long checkouts may stay free for those at the front. Then others are let in, because some never come back. */
const patienceMs = 1_000
const growth = 2
const decay = 0.8

/** How far behind the front buyers are let in, so that no checkout stays free for buyers who are not there. */
export interface Reach {
  /** A new line begins. */
  reset(now: number): void
  /** Notes at the end of a turn how many checkouts are still free. */
  note(free: number, now: number): void
  /** How many places beyond the free checkouts are let in. */
  places(): number
}

/** It doubles in each turn that leaves checkouts free, from a second on, and shrinks in each that fills them. */
export function openReach(): Reach {
  let places = 0
  let fullAt = 0
  return {
    reset(now) {
      places = 0
      fullAt = now
    },
    note(free, now) {
      if (free === 0) {
        fullAt = now
        places = Math.floor(places * decay)
      } else if (places > 0 || now - fullAt > patienceMs) places = Math.min(maxPlaces, Math.max(free, places) * growth)
    },
    places: () => places,
  }
}
