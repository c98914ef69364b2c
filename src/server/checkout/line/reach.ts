import { maxPlaces } from './take-turn.ts'

/** So long checkouts may stay free for those at the front. Then others are let in, because some never come back. */
const patienceMs = 2_000
const growth = 2
const decay = 0.8

/** How far behind the front buyers are let in, so that no checkout stays free for buyers who are not there. */
export interface Reach {
  /** A new line begins. */
  reset(): void
  /** Notes at the end of a turn how many checkouts are still free, and how many buyers wait who asked in it. */
  note(free: number, waiting: number, now: number): void
  /** How many places beyond the free checkouts are let in. */
  places(): number
}

/** It doubles in each turn that leaves checkouts free while somebody waits, from two seconds on, and shrinks in each that fills them. */
export function openReach(): Reach {
  let places = 0
  let idleSince: number | undefined
  return {
    reset() {
      places = 0
      idleSince = undefined
    },
    note(free, waiting, now) {
      if (free === 0) {
        idleSince = undefined
        places = Math.floor(places * decay)
      } else if (waiting > 0) {
        idleSince ??= now
        if (places > 0 || now - idleSince > patienceMs) places = Math.min(maxPlaces, Math.max(free, places) * growth)
      }
    },
    places: () => places,
  }
}
