/** How many checkouts may be begun from one address: against floods alone, for thousands of visitors may share it. */
export interface AddressBounds {
  /** That await their payment. */
  maxOpen: number
  /** New ones. */
  maxPerMinute: number
}

export const defaultAddressBounds: Readonly<AddressBounds> = { maxOpen: 2_000, maxPerMinute: 3_000 }
