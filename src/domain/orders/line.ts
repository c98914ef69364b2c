import { type Static, Type } from 'typebox'

/** A place in the line of buyers, while more check out than the shop serves at once. */
export const PlaceInLine = Type.Object({
  place: Type.Integer({ minimum: 1, description: 'How many buyers it is to the front, with this one' }),
  seconds: Type.Integer({ minimum: 1, description: 'How long it should take, as fast as the line moves now' }),
})
export type PlaceInLine = Static<typeof PlaceInLine>

const secondsOfMinute = 60
const maxMinutes = 60

/** So many buyers a second may ask again: it costs a process a third of a millisecond each. */
const askingPerSecond = 500
const maxRetry = { least: 3, most: 10 }

/**
 * In how many seconds to ask again: at half of the time, so that the estimate is corrected on the way, and in a line of such a length
 * at least every three to ten seconds.
 */
export function retryAfter(seconds: number, length: number): number {
  const max = Math.min(maxRetry.most, Math.max(maxRetry.least, Math.ceil(length / askingPerSecond)))
  return Math.min(max, Math.max(1, Math.ceil(seconds / 2)))
}

/** "You are number 214 in the line. It should take about 2 minutes." */
export const describePlace = ({ place, seconds }: PlaceInLine): string =>
  `You are number ${place.toLocaleString('en-US')} in the line. It should take ${describeWait(seconds)}.`

function describeWait(seconds: number): string {
  if (seconds <= 5) return 'a few seconds'
  if (seconds < secondsOfMinute) return `about ${Math.ceil(seconds / 10) * 10} seconds`
  const minutes = Math.ceil(seconds / secondsOfMinute)
  if (minutes >= maxMinutes) return 'an hour or more'
  return minutes === 1 ? 'about a minute' : `about ${minutes} minutes`
}
