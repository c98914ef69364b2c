/** How many checkouts may be begun. The first two are only for floods, because thousands of visitors may share an address. */
export interface CheckoutBounds {
  /** Checkouts of one address that await payment. */
  maxOpen: number
  /** New checkouts of one address. */
  maxPerMinute: number
  /** Whether buyers who never paid may together hold at most half of the last pieces of a size, see `stock/hoarding-sql.ts`. */
  limitsHoarding: boolean
}

export const defaultCheckoutBounds: Readonly<CheckoutBounds> = {
  maxOpen: 2_000,
  maxPerMinute: 3_000,
  limitsHoarding: false,
}
