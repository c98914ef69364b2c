/** The days of the law in which a buyer may withdraw, and in which the shop returns the money. */
const legalDays = 14
/** A parcel of which nobody says that it was delivered is taken to be so long on its way. */
const maxTransitDays = 14
const dayMs = 24 * 60 * 60_000

/** What the shop knows of the delivery of an order. */
export interface DeliveryFacts {
  /** When each parcel was delivered; null for one that is under way. Without replacements for other pieces. */
  parcels: readonly (Date | null)[]
  /** When the order became shipped, the last time, or else completed; null while it is neither. */
  shippedAt: Date | null
}

/**
 * The first moment after so many days; undefined while nothing was sent. For the days of the law a withdrawal is late from then on.
 *
 * Directive 2011/83/EU, article 9: the period ends 14 days after the day on which the buyer has the last of the goods. The day of the
 * delivery does not count, and a period that would end on a Saturday or Sunday ends with the next Monday (Regulation 1182/71,
 * article 3). Days are those of UTC. Public holidays, which differ from country to country, are not known here.
 */
export function lateFrom({ parcels, shippedAt }: DeliveryFacts, days = legalDays): Date | undefined {
  const delivered = parcels.filter(at => at !== null)
  if (parcels.length > 0 && delivered.length === parcels.length)
    return endOfDays(new Date(Math.max(...delivered.map(Number))), days)
  return shippedAt ? endOfDays(shippedAt, maxTransitDays + days) : undefined
}

/** Whether a statement comes after the days of the law. It is recorded all the same: the owner decides. */
export function isLate(facts: DeliveryFacts, statedAt: Date): boolean {
  const late = lateFrom(facts)
  return late !== undefined && statedAt >= late
}

/** The end of the given number of days after the day of `at`, on a weekend that of the next Monday. */
function endOfDays(at: Date, days: number): Date {
  const nextDay = Math.floor(+at / dayMs) + days + 1
  const lastWeekday = new Date((nextDay - 1) * dayMs).getUTCDay()
  const further = lastWeekday === 6 ? 2 : lastWeekday === 0 ? 1 : 0
  return new Date((nextDay + further) * dayMs)
}

/** When the money is due: 14 days after the shop was told (2011/83/EU, article 13). It may wait for the goods until then and beyond. */
export const moneyDueAt = (askedAt: Date): Date => new Date(+askedAt + legalDays * dayMs)
