const dayMs = 24 * 60 * 60_000

/** When the money of a withdrawal is due: 14 days after it was stated (2011/83/EU, article 13 (1)). */
export const moneyDueAt = (askedAt: Date): Date => new Date(+askedAt + 14 * dayMs)
