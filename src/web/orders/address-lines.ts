import type { Address } from '#domain/order.ts'

/** An address as it is written on a parcel, with the phone number last. */
export function addressLines({ name, line1, line2, postalCode, city, state, country, phone }: Address): string[] {
  const place = [postalCode, city, state].filter(Boolean).join(' ')
  return [name, line1, line2, place, country, phone].flatMap(line => line || [])
}
