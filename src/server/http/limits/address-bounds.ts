/** How many checkouts one address may begin. The bounds are only for floods, because thousands of visitors may share an address. */
export interface AddressBounds {
  /** Checkouts that await payment. */
  maxOpen: number
  /** New checkouts. */
  maxPerMinute: number
}

export const defaultAddressBounds: Readonly<AddressBounds> = { maxOpen: 2_000, maxPerMinute: 3_000 }
