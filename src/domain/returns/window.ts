const dayMs = 24 * 60 * 60_000
/** How long a parcel is on its way, when nobody has said that it arrived. */
const transitDays = 14

/** When an order was sent, and what of it has arrived. */
export interface SentOrder {
  /** When its status became shipped; undefined while it has not. */
  shippedAt: Date | undefined
  /** When its parcels arrived; null for one that is on its way, or of which nobody said so. */
  deliveredAt: readonly (Date | null)[]
}

/**
 * When the days of a return or a withdrawal begin: when the last parcel came (2011/83/EU, article 9 (2) b), or two weeks after it was
 * sent when nobody noted that.
 * @returns undefined while nothing was sent: no days run
 */
export function arrivedAt({ shippedAt, deliveredAt }: SentOrder): Date | undefined {
  const known = deliveredAt.filter(at => at !== null)
  if (known.length > 0 && known.length === deliveredAt.length) return new Date(Math.max(...known.map(Number)))
  return shippedAt && new Date(+shippedAt + transitDays * dayMs)
}

/** The end of so many days after an order arrived; undefined while nothing was sent. */
export function daysEnd(order: SentOrder, days: number): Date | undefined {
  const from = arrivedAt(order)
  return from && new Date(+from + days * dayMs)
}
